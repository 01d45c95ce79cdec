/** A Firefox with the extension, paired with the double of Hub's listener through its options, and a site to save from. */
import { type ExtensionListener, pairingCode, startExtensionListener } from '../doubles/extension-listener.ts';
import {
  type FirefoxTab,
  firefoxExtensionAddress,
  type HubExtensionFirefox,
  openHubExtensionFirefox,
} from '../harness/desktop/hub-extension-firefox.ts';
import { until } from '../harness/until.ts';
import { type Site, startSite } from './site.ts';

const within = 60_000;

export interface FirefoxRig extends AsyncDisposable {
  readonly listener: ExtensionListener;
  readonly firefox: HubExtensionFirefox;
  readonly site: Site;
  /** The tab with the options of the extension. */
  readonly options: FirefoxTab;
  /** Opens a page of the site, in front. */
  visit(path: string): Promise<FirefoxTab>;
  /** Switches on that Hub is told of the page in front. */
  tellTabs(): Promise<void>;
}

export async function startFirefoxRig(idleAfterMs?: number, display?: string): Promise<FirefoxRig> {
  await using parts = new AsyncDisposableStack();
  const listener = parts.use(await startExtensionListener());
  const site = parts.use(await startSite());
  const firefox = parts.use(await openHubExtensionFirefox(idleAfterMs, display));
  const options = await firefox.open(`${firefoxExtensionAddress}options.html`);
  await pairFirefox(options, listener.port, pairingCode);
  const owned = parts.move();
  return {
    listener,
    firefox,
    site,
    options,
    visit: async (path) => {
      const page = await firefox.open(`${site.address}${path}`);
      await page.front();
      return page;
    },
    tellTabs: async () => {
      await options.click('#tell-tabs');
      const isOn = "browser.storage.local.get('settings.tellsTabs').then((stored) => stored['settings.tellsTabs'] === true)";
      await until('switch', async () => await options.read<boolean>(isOn), within);
    },
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}

/** What a page of the extension shows of its connection. */
export async function linkState(page: FirefoxTab): Promise<string> {
  return await page.read<string>("document.querySelector('.status')?.dataset.link ?? ''");
}

/** Pairs it through its options with whoever listens at this port. */
export async function pairFirefox(options: FirefoxTab, port: number, code: string): Promise<void> {
  await until('options', async () => (await linkState(options)) === 'not-paired' || undefined, within);
  await options.read(`(() => {
    const field = document.querySelector('#port');
    field.value = ${port};
    field.dispatchEvent(new Event('change'));
  })()`);
  await options.read(`(() => {
    document.querySelector('#code').value = ${JSON.stringify(code)};
    document.querySelector('.pairing button').click();
  })()`);
  await until('connection', async () => (await linkState(options)) === 'connected' || undefined, within);
}
