/**
 * Private windows of Firefox and its relatives, which conceal nothing of what is copied in them in some versions (140 ESR): their title tells. Pure.
 */
import type { AppIdentity } from '../../contract/source-snapshot.ts';

/** By the class of their windows, or their executable; Debian's is `firefox-esr`. */
const firefoxes = /^(?:org\.mozilla\.)?(?:firefox|librewolf|waterfox|floorp|zen|icecat|iceweasel|mullvad|tor)\b/i;

/** Firefox writes its own name after the title of the page, and this between them, also if the page has dashes of its own. */
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

/** More than any of them with the name of a browser. */
const longestOwnName = 120;

/** Whether this is a private window of Firefox, as its title tells. A page cannot give its own window that end. */
export function isPrivateWindow({ name, executable, windowTitle }: Pick<AppIdentity, 'name' | 'executable' | 'windowTitle'>): boolean {
  if (windowTitle === null) return false;
  const file = executable?.slice(Math.max(executable.lastIndexOf('/'), executable.lastIndexOf('\\')) + 1) ?? '';
  if (!firefoxes.test(name ?? '') && !firefoxes.test(file)) return false;
  const ownName = windowTitle.slice(windowTitle.lastIndexOf(beforeOwnName) + 1).slice(-longestOwnName);
  const folded = ownName.normalize('NFC').toLowerCase();
  return phrases.some((phrase) => folded.includes(phrase));
}
