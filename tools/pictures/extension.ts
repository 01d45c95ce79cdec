/** `docs/pictures/extension-*.png`: the popup and the options of the browser extension in both themes, after three saves into a stand-in for Hub. */
import path from 'node:path';
import { savedReceipt } from '../../test/doubles/extension-listener.ts';
import { startExtensionRig } from '../../test/extension/extension-rig.ts';
import { until } from '../../test/harness/until.ts';

const folder = path.join(import.meta.dirname, '../../docs/pictures');
const popupSize = { width: 360, height: 520 };
const optionsSize = { width: 720, height: 1120 };

export async function drawExtension(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) await drawIn(colorScheme);
}

async function drawIn(colorScheme: 'light' | 'dark'): Promise<void> {
  await using rig = await startExtensionRig({ colorScheme });
  const { hub, listener } = rig;
  const page = await rig.visit('/gates');
  await page.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  listener.answer = (message) =>
    message.kind === 'selection' ? [{ nack: message.id, reason: 'secret' }] : [{ ack: message.id }, savedReceipt(message)];
  const popup = await hub.popup(page);
  for (const [index, what] of ['article', 'selection', 'page'].entries()) {
    await popup.click(`#save-${what}`);
    await until('row of the save', async () => (await popup.read<number>("document.querySelectorAll('.saves li').length")) > index);
  }
  await popup.text('.recent', /text\/\s*The lock gates of Brest\s*\.html/);
  await popup.close();
  for (const [name, size] of [
    ['popup', popupSize],
    ['options', optionsSize],
  ] as const) {
    const shown = await hub.open(`${name}.html`);
    await shown.setViewportSize(size);
    await shown.locator('.status[data-link="connected"]').waitFor();
    await shown.screenshot({ path: path.join(folder, `extension-${name}-${colorScheme}.png`) });
    await shown.close();
  }
}
