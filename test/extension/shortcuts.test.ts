/** The extension in browsers with windows: the real shortcuts, the real entry of the context menu, and the real size of the popup. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { noFirefox } from '../harness/desktop/hub-extension-firefox.ts';
import { until } from '../harness/until.ts';
import { noBrowser } from '../page/page-browser.ts';
import { startExtensionRig } from './extension-rig.ts';
import { startFirefoxRig } from './firefox-rig.ts';
import { dotPng } from './site.ts';

const run = promisify(execFile);
const skip = noBrowser || withoutDesktop();

test('the popup is as high as its browser lets it be, and its list alone scrolls', { skip }, async () => {
  await using desktop = await Desktop.start('1200x900');
  await using rig = await startExtensionRig({ display: desktop.display, language: 'de' });
  const popup = await rig.hub.popup(await rig.visit('/gates'));
  for (let count = 1; count <= 5; count += 1) {
    await popup.click('#save-selection');
    await popup.text(`.saves li:nth-child(${count})`, /Nicht gespeichert/);
  }
  await rig.listener.away();
  await popup.text('.status', new RegExp(`Port ${rig.listener.port}`));
  await until('its size', async () => await popup.read<boolean>('innerHeight === document.documentElement.scrollHeight'));
  const [hasBar, isScrolled] = await popup.read<[boolean, boolean]>(
    "[document.documentElement.clientWidth < innerWidth, document.querySelector('.saves').scrollHeight > document.querySelector('.saves').clientHeight]",
  );
  assert.deepEqual([hasBar, isScrolled], [false, true]);
  await popup.close();
});

test('in Firefox the shortcut saves the selection, and opens no menu', { skip: noFirefox || withoutDesktop() }, async () => {
  await using desktop = await Desktop.start('1200x900');
  await using rig = await startFirefoxRig(30_000, desktop.display);
  const page = await rig.visit('/gates');
  await page.click('h1');
  await page.read("getSelection().selectAllChildren(document.getElementById('place'))");
  const selection = await until('save by the shortcut', async () => {
    await run('xdotool', ['key', '--clearmodifiers', 'alt+shift+j'], { env: desktop.env });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return rig.listener.saved[0];
  });
  assert.ok(selection.kind === 'selection');
  assert.match(selection.text, /\n---\n\nThe \*\*oldest gate\*\*/);
});

test('the shortcut saves the selection, and the entry at a picture saves the picture', { skip }, async () => {
  await using desktop = await Desktop.start('1200x900');
  await using rig = await startExtensionRig({ display: desktop.display });
  const xdotool = async (...words: readonly string[]): Promise<void> => void (await run('xdotool', [...words], { env: desktop.env }));
  const page = await rig.visit('/gates');
  await page.bringToFront();
  await page.click('h1');
  await page.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  const selection = await until('save by the shortcut', async () => {
    await xdotool('key', '--clearmodifiers', 'alt+shift+s');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return rig.listener.saved[0];
  });
  assert.ok(selection.kind === 'selection');
  assert.match(selection.text, /\n---\n\nThe \*\*oldest gate\*\* stands at the \[harbour\]/);

  const before = rig.listener.saved.length;
  await page.click('#picture', { button: 'right' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  // The entry of the extension is the last but one; the last one inspects the element.
  await xdotool('key', '--delay', '150', 'Up', 'Up', 'Return');
  const picture = await until('save by the context menu', () => rig.listener.saved[before]);
  assert.ok(picture.kind === 'file');
  assert.equal(picture.name, 'gate.png');
  assert.deepEqual(Buffer.from(picture.content, 'base64'), dotPng);
});
