import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { isPrivateWindow, mayBePrivate } from './private-browsing.ts';

const inFirefox = (windowTitle: string | null) =>
  isPrivateWindow({ name: 'firefox-esr', executable: '/usr/lib/firefox-esr/firefox-esr', windowTitle });

test('a private window of Firefox is known by what stands after the title of the page', () => {
  const titles = [
    'Mozilla Firefox Private Browsing',
    'A page — Mozilla Firefox Private Browsing',
    'A — page — Mozilla Firefox Privater Modus',
    'Une page — Navigation privée de Mozilla Firefox',
    'Strona — Mozilla Firefox — tryb prywatny',
    'Stránka — Anonymní prohlížení Mozilly Firefox',
    'Страница — Приватный просмотр Mozilla Firefox',
    '网页 — Mozilla Firefox 隐私浏览',
    'Sivu — Mozilla Firefox — Yksityinen selaus',
    'Pagina — Mozilla Firefox-privénavigatie',
    'A page — Firefox Nightly Private Browsing',
    `Page — Mozilla Firefox ${'privát böngészés'.normalize('NFD')}`,
    'Mozilla Firefox — tryb prywatny',
    'Navigation privée de Mozilla Firefox',
    `${'long '.repeat(20_000)}— Mozilla Firefox Private Browsing`,
  ];
  for (const title of titles) assert.ok(inFirefox(title), title);
  for (const app of [
    { name: 'LibreWolf', executable: null },
    { name: 'org.mozilla.firefox', executable: null },
    { name: null, executable: 'C:\\Program Files\\Mozilla Firefox\\firefox.exe' },
  ])
    assert.ok(isPrivateWindow({ ...app, windowTitle: 'A — Mozilla Firefox Private Browsing' }), JSON.stringify(app));
});

test('another window is not, whatever a page is called', () => {
  for (const title of [
    null,
    '',
    'Mozilla Firefox',
    'Private Browsing — Mozilla Firefox',
    'How to use Mozilla Firefox Private Browsing — Mozilla Firefox',
    'a — Mozilla Firefox Privater Modus — Mozilla Firefox',
    // Firefox before 140, whose dashes are others in some languages.
    'Privater Modus – Wikipedia – Mozilla Firefox',
    'Private Browsing help - Mozilla Firefox',
    `Mozilla Firefox Private Browsing ${'x'.repeat(500)}`,
  ])
    assert.ok(!inFirefox(title), String(title));
  const chromium = { name: 'Chromium', executable: '/usr/lib/chromium/chromium' };
  assert.ok(!isPrivateWindow({ ...chromium, windowTitle: 'a — Mozilla Firefox Private Browsing' }));
  assert.ok(!isPrivateWindow({ name: 'firefoxes', executable: null, windowTitle: 'a — Mozilla Firefox Private Browsing' }));
});

test('of every language, as the language packs of Firefox 140 write it', () => {
  const written =
    'التصفح الخاص|Məxfi Səyahət|Поверително сърфиране|ব্যক্তিগত ব্রাউজিং|Merdeiñ prevez|privatno pregledanje|(Navegació privada)|Privat browsing|Privater Modus|Private Browsing|Navegación privada|(privaatne veebilehitsemine)|Nabigatze Pribatua|مرور ناشناس|— Yksityinen selaus|Navigazion privade|-priveenavigaasje|Kundaha ñemi|privatno pregledavanje|privát böngészés|գաղտնի դիտարկում|Navigation private|huliðsvafur|Navigazione anonima|プライベートブラウジング|პირადი თვალიერება|Tunigin tusligt|Жекелік шолу|사생활 보호 모드|Navegaçion Privâ|privātā pārlūkošana|Pelayaran Peribadi|Privat nettlesing|-privénavigatie|navegacion privada|ਪ੍ਰਾਈਵੇਟ ਬਰਾਊਜ਼ਿੰਗ|— tryb prywatny|— navegação privativa|Navigare privată|ᱯᱨᱟᱭᱣᱮᱴ ᱵᱽᱨᱟᱣᱩᱡᱤᱝ|نجی براؤزنگ|: Zasebno brskanje|- приватно прегледање|Privat surfning|ఆంతరంగిక విహారణ|Gizli Gezinti|duyệt web riêng tư|隐私浏览|隱私瀏覽模式'.split(
      '|',
    );
  const before =
    'Прыватнае агляданне |Pori Preifat |Priwatny modus |Ιδιωτική περιήγηση |Privata retumo de |Navegación Privada de |Navigation privée de |Brabhsadh prìobhaideach |גלישה פרטית של |Meramban Privat |Navegação privada do |Modus privat da |Приватный просмотр |Navigatzione privada de |Súkromné prehliadanie |Shfletim Privat |Тамошобинии хусусии «|การเรียกดูแบบส่วนตัวใน |Приватний перегляд |Anonymní prohlížení '.split(
      '|',
    );
  for (const end of written) for (const page of ['', 'A page — ']) assert.ok(inFirefox(`${page}Mozilla Firefox ${end}`), end);
  for (const start of before) for (const page of ['', 'A page — ']) assert.ok(inFirefox(`${page}${start}Mozilla Firefox`), start);
});

test('only a Firefox without a known title may be a private window that nobody sees', () => {
  assert.ok(mayBePrivate({ name: 'firefox-esr', executable: null, windowTitle: null }));
  assert.ok(!mayBePrivate({ name: 'firefox-esr', executable: null, windowTitle: 'A page — Mozilla Firefox' }));
  assert.ok(!mayBePrivate({ name: 'Chromium', executable: null, windowTitle: null }));
});

test('no title of a page makes a usual window private, and none makes a private one usual', () => {
  fc.assert(
    fc.property(anyText(), (page) => {
      assert.ok(!inFirefox(`${page} — Mozilla Firefox`));
      assert.ok(inFirefox(`${page} — Mozilla Firefox Private Browsing`));
    }),
  );
});
