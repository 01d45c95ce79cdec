/** A Chromium with an extension that has every permission for 127.0.0.1, and a page of that extension in which tests run code. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../page/page-browser.ts';
import { temporaryHome } from '../temporary-home.ts';
import { disguises, prelude, tellingScript } from './extension-ways.ts';

export interface ExtensionBrowser extends AsyncDisposable {
  /** Runs the body of a way, and resolves to what it read, or to the name and message of its error. */
  run(way: string, url: string): Promise<string>;
  /** The same in the extension's service worker. */
  runInWorker(way: string, url: string): Promise<string>;
  /** Shows a page in a tab of its own, in front. */
  show(url: string): Promise<Page>;
  /** Sends the following requests with this disguise. */
  disguise(as: keyof typeof disguises): Promise<void>;
}

const manifest = {
  manifest_version: 3,
  name: 'Reads along',
  version: '1',
  background: { service_worker: 'worker.js' },
  permissions: ['declarativeNetRequest', 'scripting', 'tabs', 'debugger'],
  host_permissions: ['http://127.0.0.1/*', 'http://localhost/*'],
};
const resourceTypes = ['main_frame', 'sub_frame', 'xmlhttprequest', 'websocket', 'ping', 'other'];
const startWithinMs = 60_000;

/** Without a window, or with one on this display. */
export async function openExtensionBrowser({ display }: { readonly display?: string } = {}): Promise<ExtensionBrowser> {
  await using parts = new AsyncDisposableStack();
  const folder = temporaryHome({ after: (remove) => parts.defer(remove) });
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'worker.js'), '');
  writeFileSync(path.join(folder, 'tell.js'), tellingScript);
  writeFileSync(path.join(folder, 'page.html'), '<!doctype html><title>page</title><body>');
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath: chromiumPath,
    headless: display === undefined,
    ...(display === undefined ? {} : { env: { ...process.env, DISPLAY: display } }),
    timeout: startWithinMs,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`, '--disable-gpu', '--no-first-run'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  parts.defer(() => context.close());
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: startWithinMs }));
  const page = await context.newPage();
  await page.goto(new URL('page.html', worker.url()).href);
  const call = (way: string, url: string): string =>
    `(async (url) => { ${prelude} return String(await patience((async () => { ${way} })())); })(${JSON.stringify(url)}).catch(String)`;
  const owned = parts.move();
  return {
    run: async (way, url) => await page.evaluate(call(way, url)),
    runInWorker: async (way, url) => await worker.evaluate(call(way, url)),
    show: async (url) => {
      const shown = await context.newPage();
      await shown.goto(url);
      await shown.bringToFront();
      return shown;
    },
    disguise: async (as) => {
      const requestHeaders = disguises[as] ?? [];
      const rule = { id: 1, action: { type: 'modifyHeaders', requestHeaders }, condition: { urlFilter: '|http', resourceTypes } };
      const change = { removeRuleIds: [1], addRules: requestHeaders.length > 0 ? [rule] : [] };
      await worker.evaluate(`chrome.declarativeNetRequest.updateSessionRules(${JSON.stringify(change)})`);
    },
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}
