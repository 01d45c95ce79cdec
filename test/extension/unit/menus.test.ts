/** What a click on an entry of the context menu asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../doubles/extension-browser.ts';

const { wantedFromMenu } = await import('../../../extension/background/menus.ts');

const tab = { id: 1, url: 'https://a.example/', incognito: false } as Parameters<typeof wantedFromMenu>[1];
const clicked = (menuItemId: string, more: object) => wantedFromMenu({ menuItemId, editable: false, pageUrl: '', ...more }, tab);

test('user and password of an address are left out, and one that is not of the web stays as it is', () => {
  assert.equal(clicked('link', { linkUrl: 'https://ann:hunter2@files.example/a.pdf#p' })?.address, 'https://files.example/a.pdf#p');
  assert.equal(clicked('picture', { srcUrl: 'http://ann@files.example/a.png' })?.address, 'http://files.example/a.png');
  for (const srcUrl of ['data:image/png;base64,AA==', 'blob:https://a.example/1'])
    assert.equal(clicked('picture', { srcUrl })?.address, srcUrl);
});

test('an entry is about what was clicked, and in a frame only a selection is', () => {
  assert.equal(clicked('link', {}), null);
  assert.equal(clicked('none', {}), null);
  assert.deepEqual(clicked('selection', { frameId: 7 }), { what: 'selection', tab, frameId: 7 });
  assert.deepEqual(clicked('page', { frameId: 7, linkUrl: 'https://a.example/' }), { what: 'page', tab });
});
