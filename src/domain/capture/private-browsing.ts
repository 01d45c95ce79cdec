/** Private windows of Firefox and its relatives. Some versions (140 ESR) do not mark what is copied in them: their title tells. Pure. */
import type { AppIdentity } from '../../contract/source-snapshot.ts';

type Owner = Pick<AppIdentity, 'name' | 'executable' | 'windowTitle'>;

/** By the class of their windows, or their executable; Debian's is `firefox-esr`. */
const firefoxes = /^(?:org\.mozilla\.)?(?:firefox|librewolf|waterfox|floorp|zen|icecat|iceweasel)\b/i;

/** Firefox writes this and its own name after the title of the page, which may have such dashes of its own. Firefox before 140 had others. */
const beforeOwnName = ' — ';

/**
 * What is beside the name of the browser in the title of a private window, in each language that has words of its own: `browser-main-private-window-title` in the
 * language packs of Firefox 140. The others have the English ones.
 */
const phrases: readonly string[] = [
  'Private Browsing',
  'التصفح الخاص',
  'Məxfi Səyahət',
  'Прыватнае агляданне',
  'Поверително сърфиране',
  'ব্যক্তিগত ব্রাউজিং',
  'Merdeiñ prevez',
  'privatno pregledanje',
  'Navegació privada',
  'Anonymní prohlížení',
  'Pori Preifat',
  'Privat browsing',
  'Privater Modus',
  'Priwatny modus',
  'Ιδιωτική περιήγηση',
  'Privata retumo',
  'Navegación privada',
  'privaatne veebilehitsemine',
  'Nabigatze Pribatua',
  'مرور ناشناس',
  'Yksityinen selaus',
  'Navigation privée',
  'Navigazion privade',
  'priveenavigaasje',
  'Brabhsadh prìobhaideach',
  'Kundaha ñemi',
  'גלישה פרטית',
  'privatno pregledavanje',
  'privát böngészés',
  'գաղտնի դիտարկում',
  'Navigation private',
  'Meramban Privat',
  'huliðsvafur',
  'Navigazione anonima',
  'プライベートブラウジング',
  'プライベート ブラウジング',
  'პირადი თვალიერება',
  'Tunigin tusligt',
  'Жекелік шолу',
  '사생활 보호 모드',
  'Navegaçion Privâ',
  'privātā pārlūkošana',
  'Pelayaran Peribadi',
  'Privat nettlesing',
  'privénavigatie',
  'navegacion privada',
  'ਪ੍ਰਾਈਵੇਟ ਬਰਾਊਜ਼ਿੰਗ',
  'tryb prywatny',
  'navegação privativa',
  'Navegação privada',
  'Modus privat',
  'Navigare privată',
  'Приватный просмотр',
  'ᱯᱨᱟᱭᱣᱮᱴ ᱵᱽᱨᱟᱣᱩᱡᱤᱝ',
  'Navigatzione privada',
  'Súkromné prehliadanie',
  'نجی براؤزنگ',
  'Zasebno brskanje',
  'Shfletim Privat',
  'приватно прегледање',
  'Privat surfning',
  'ఆంతరంగిక విహారణ',
  'Тамошобинии хусусии',
  'การเรียกดูแบบส่วนตัว',
  'Gizli Gezinti',
  'Приватний перегляд',
  'duyệt web riêng tư',
  '隐私浏览',
  '隱私瀏覽模式',
].map((phrase) => phrase.normalize('NFC').toLowerCase());

/** UTF-16 units from the end of a title. What a browser calls itself is shorter. */
const longestEnd = 400;
/** The same of the name of a browser, with what joins it to the phrase: `Mozilla Firefox — `. A title with a page in it is longer. */
const longestBrand = 20;

/**
 * Whether this is a private window of Firefox, as its title tells: what stands after the title of the page, or the whole title where there is no page. No page
 * can give its window that end. A window whose title is unknown is none, nor is the one of a Firefox that is private throughout, whose titles are the usual ones.
 */
export function isPrivateWindow(owner: Owner): boolean {
  const { windowTitle } = owner;
  if (windowTitle === null || !isFirefox(owner)) return false;
  const title = windowTitle.slice(-longestEnd).normalize('NFC').toLowerCase();
  const page = title.lastIndexOf(beforeOwnName);
  return phrases.some((phrase) => {
    const place = title.lastIndexOf(phrase);
    if (place < 0) return false;
    return page < 0 ? windowTitle.length <= phrase.length + longestBrand : place > page;
  });
}

/** Whether this may be one, because nothing is known of its window. */
export function mayBePrivate(owner: Owner): boolean {
  return owner.windowTitle === null && isFirefox(owner);
}

function isFirefox({ name, executable }: Owner): boolean {
  const file = executable?.slice(Math.max(executable.lastIndexOf('/'), executable.lastIndexOf('\\')) + 1) ?? '';
  return firefoxes.test(name ?? '') || firefoxes.test(file);
}
