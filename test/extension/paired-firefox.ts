/** Pairs the extension in Firefox with the double of Hub's listener, through its options. */
import { pairingCode } from '../doubles/extension-listener.ts';
import type { FirefoxTab } from '../harness/desktop/hub-extension-firefox.ts';
import { until } from '../harness/until.ts';

const within = 60_000;

/** What a page of the extension shows of its connection. */
export async function linkState(page: FirefoxTab): Promise<string> {
  return await page.read<string>("document.querySelector('.status')?.dataset.link ?? ''");
}

export async function pairFirefox(options: FirefoxTab, port: number): Promise<void> {
  await until('options', async () => (await linkState(options)) === 'not-paired' || undefined, within);
  await options.read(`(() => {
    const field = document.querySelector('#port');
    field.value = ${port};
    field.dispatchEvent(new Event('change'));
  })()`);
  await options.read(`(() => {
    document.querySelector('#code').value = ${JSON.stringify(pairingCode)};
    document.querySelector('.pairing button').click();
  })()`);
  await until('connection', async () => (await linkState(options)) === 'connected' || undefined, within);
}
