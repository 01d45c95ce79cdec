import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { isPrivateWindow } from './private-browsing.ts';

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
    'Page — Mozilla Firefox Privátní'.replace('Privátní', 'privát böngészés'.normalize('NFD')),
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
  ])
    assert.ok(!inFirefox(title), String(title));
  const chromium = { name: 'Chromium', executable: '/usr/lib/chromium/chromium' };
  assert.ok(!isPrivateWindow({ ...chromium, windowTitle: 'a — Mozilla Firefox Private Browsing' }));
  assert.ok(!isPrivateWindow({ name: 'firefoxes', executable: null, windowTitle: 'a — Mozilla Firefox Private Browsing' }));
});

test('no title of a page makes a usual window private, and none makes a private one usual', () => {
  fc.assert(
    fc.property(anyText(), (page) => {
      assert.ok(!inFirefox(`${page} — Mozilla Firefox`));
      assert.ok(inFirefox(`${page} — Mozilla Firefox Private Browsing`));
    }),
  );
});
