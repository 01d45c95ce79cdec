/** The extension in a Chromium with windows: the real shortcut and the real entry of the context menu. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { until } from '../harness/until.ts';
import { noBrowser } from '../page/page-browser.ts';
import { startExtensionRig } from './extension-rig.ts';
import { dotPng } from './site.ts';

const run = promisify(execFile);
const skip = noBrowser || withoutDesktop();

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
