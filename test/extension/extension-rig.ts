/** A Chromium with the extension, paired with the double of Hub's listener, and a site to save from. */
import type { Page } from 'playwright-core';
import { type ExtensionListener, pairingCode, startExtensionListener } from '../doubles/extension-listener.ts';
import { type HubExtension, type HubExtensionOptions, openHubExtension } from '../harness/desktop/hub-extension.ts';
import { type Site, startSite } from './site.ts';

export interface ExtensionRig extends AsyncDisposable {
  readonly listener: ExtensionListener;
  readonly hub: HubExtension;
  readonly site: Site;
  /** Opens a page of the site. */
  visit(path: string): Promise<Page>;
  /** What the browser tells when an entry of the context menu is clicked in the tab of such a page. */
  clickMenu(path: string, clicked: { readonly menuItemId: string; readonly srcUrl?: string; readonly linkUrl?: string }): Promise<void>;
}

export async function startExtensionRig(options: HubExtensionOptions & { readonly isPaired?: boolean } = {}): Promise<ExtensionRig> {
  await using parts = new AsyncDisposableStack();
  const listener = parts.use(await startExtensionListener());
  const site = parts.use(await startSite());
  const hub = parts.use(await openHubExtension(options));
  const page = await hub.open('options.html');
  await page.fill('#port', String(listener.port));
  await page.press('#port', 'Tab');
  if (options.isPaired !== false) {
    await page.fill('#code', pairingCode);
    await page.press('#code', 'Enter');
    await page.locator('.status[data-link="connected"]').waitFor();
  }
  await page.close();
  const owned = parts.move();
  return {
    listener,
    hub,
    site,
    visit: async (path) => {
      const visited = await hub.context.newPage();
      await visited.goto(`${site.address}${path}`);
      return visited;
    },
    clickMenu: async (path, clicked) => {
      await (await hub.worker()).evaluate(`chrome.tabs.query({ url: [] }).then(async (tabs) => {
        const tab = tabs.find(({ url }) => url?.endsWith(${JSON.stringify(path)}));
        chrome.contextMenus.onClicked.dispatch(${JSON.stringify({ frameId: 0, ...clicked })}, tab);
      })`);
    },
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}
