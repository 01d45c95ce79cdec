/** A Chromium with Hub's extension as `npm run build:extension` builds it, and pages for it to save. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core';
import { chromiumPath } from '../../page/page-browser.ts';
import { temporaryHome } from '../temporary-home.ts';
import { until } from '../until.ts';

/** The id that the manifest's key gives it. */
export const extensionId = 'dbpikmepfkiilfcabmljhfpkmdgpnhpj';
export const extensionAddress = `chrome-extension://${extensionId}/`;
const built = path.join(import.meta.dirname, '../../../.runtime/extension/chrome-mv3');
const startWithinMs = 60_000;

export interface HubExtension extends AsyncDisposable {
  readonly context: BrowserContext;
  /** The background; starts it if it has ended. */
  worker(): Promise<Worker>;
  /** A page of the extension in a tab. */
  open(page: 'popup.html' | 'options.html'): Promise<Page>;
  /** The popup itself, over a page, as a click on the toolbar button opens it: the extension may then read that page. */
  popup(over: Page): Promise<Popup>;
  /** Ends the background, as the browser does after half a minute without events. */
  endBackground(): Promise<void>;
  /** Ends the browser and starts it with the same profile. */
  restart(): Promise<void>;
  /** What the background's JavaScript keeps, after everything that is not needed was collected. */
  backgroundHeapBytes(): Promise<number>;
}

/** The popup. Playwright does not know it as a page, so it is driven over the protocol of the developer tools. */
export interface Popup {
  /** The value of an expression. */
  read<Value>(expression: string): Promise<Value>;
  click(selector: string): Promise<void>;
  /** Resolves to the text of an element once it matches. */
  text(selector: string, matching: RegExp): Promise<string>;
  /** A PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface HubExtensionOptions {
  /** Of the browser, for example `de`. */
  readonly language?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Whether the user has given all optional permissions: nobody can answer the question of a browser without a display. */
  readonly isAllowedAll?: boolean;
  /** The display for a browser with windows; without one it has none. */
  readonly display?: string;
}

export async function openHubExtension({
  language = 'en',
  colorScheme = 'light',
  isAllowedAll = false,
  display,
}: HubExtensionOptions = {}): Promise<HubExtension> {
  await using parts = new AsyncDisposableStack();
  const folder = temporaryHome({ after: (remove) => parts.defer(remove) });
  const profile = path.join(folder, 'profile');
  mkdirSync(profile);
  const extension = isAllowedAll ? withAllPermissions(path.join(folder, 'extension')) : built;
  const launch = async (): Promise<BrowserContext> =>
    await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath,
      headless: display === undefined,
      timeout: startWithinMs,
      colorScheme,
      viewport: { width: 800, height: 900 },
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
        '--enable-unsafe-extension-debugging',
        `--lang=${language}`,
        '--disable-gpu',
        '--no-first-run',
      ],
      env: { ...process.env, LANGUAGE: language, ...(display === undefined ? {} : { DISPLAY: display }) },
      chromiumSandbox: process.getuid?.() !== 0,
    });
  let context = await launch();
  parts.defer(() => context.close());
  const running = (): Worker | undefined => context.serviceWorkers().findLast((worker) => worker.url().startsWith(extensionAddress));
  const open = async (page: string): Promise<Page> => {
    const opened = await context.newPage();
    await opened.goto(`${extensionAddress}${page}`);
    return opened;
  };
  const worker = async (): Promise<Worker> => running() ?? (await until('background of the extension', () => running(), startWithinMs));
  await worker();
  const owned = parts.move();
  return {
    get context() {
      return context;
    },
    worker,
    open,
    popup: async (over) => await popupOver(context, over),
    endBackground: async () => {
      // A page of the extension's origin that has none of its scripts: those would start the background again.
      const page = await open('icon/16.png');
      const session = await context.newCDPSession(page);
      let status = '';
      // A page of the extension starts it again at once.
      let hasEnded = false;
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        status = versions.find(({ scriptURL }) => scriptURL.startsWith(extensionAddress))?.runningStatus ?? status;
        hasEnded ||= status === 'stopped';
      });
      await session.send('ServiceWorker.enable');
      await until('background', () => status === 'running');
      await session.send('ServiceWorker.stopAllWorkers');
      await until('end of the background', () => hasEnded);
      await page.close();
    },
    backgroundHeapBytes: async () => await heapOfBackground(context),
    restart: async () => {
      await context.close();
      context = await launch();
      await worker();
    },
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}

/** A copy of the extension that has as granted what is optional. */
function withAllPermissions(folder: string): string {
  cpSync(built, folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const { optional_permissions, optional_host_permissions, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as {
    permissions: readonly string[];
    optional_permissions: readonly string[];
    optional_host_permissions: readonly string[];
  };
  const permissions = [...manifest.permissions, ...optional_permissions];
  writeFileSync(file, JSON.stringify({ ...manifest, permissions, host_permissions: optional_host_permissions }));
  return folder;
}

async function browserSession(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser();
  if (browser === null) throw new Error('a persistent context has a browser');
  return await browser.newBrowserCDPSession();
}

async function heapOfBackground(context: BrowserContext): Promise<number> {
  const session = await browserSession(context);
  const { targetInfos } = await session.send('Target.getTargets');
  const background = targetInfos.find(({ type, url }) => type === 'service_worker' && url.startsWith(extensionAddress));
  if (background === undefined) throw new Error('the background has ended');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: background.targetId, flatten: false });
  const call = callsTo(session, sessionId);
  await call('HeapProfiler.enable', {});
  // What the first collection finalizes is collected by the second.
  for (let round = 0; round < 2; round += 1) await call('HeapProfiler.collectGarbage', {});
  const { usedSize } = await call<{ usedSize: number }>('Runtime.getHeapUsage', {});
  await session.detach();
  return usedSize;
}

async function popupOver(context: BrowserContext, over: Page): Promise<Popup> {
  await over.bringToFront();
  const session = await browserSession(context);
  const targets = async () => (await session.send('Target.getTargets', { filter: [{}] } as never)).targetInfos;
  const tab = (await targets()).find(({ type, url }) => type === 'tab' && url === over.url());
  if (tab === undefined) throw new Error('the page has no tab');
  await session.send('Extensions.triggerAction' as never, { id: extensionId, targetId: tab.targetId } as never);
  const isPopup = ({ type, url }: { type: string; url: string }): boolean => type === 'page' && url === `${extensionAddress}popup.html`;
  const { targetId } = await until('popup', async () => (await targets()).find(isPopup));
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  return drivenPopup(session, sessionId, targetId);
}

/** Calls to a target that Playwright does not know, over the session of the browser. */
function callsTo(session: CDPSession, sessionId: string): <Result>(method: string, params: object) => Promise<Result> {
  let lastId = 0;
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message, sessionId: from }) => {
    if (from !== sessionId) return;
    const answer = JSON.parse(message) as { id: number; result?: unknown; error?: { message: string } };
    waiting.get(answer.id)?.(answer);
  });
  return async <Result>(method: string, params: object): Promise<Result> => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<{ result?: unknown; error?: { message: string } }>();
    waiting.set(lastId, resolve);
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: lastId, method, params }) });
    const { result, error } = await promise;
    if (error !== undefined) throw new Error(error.message);
    return result as Result;
  };
}

function drivenPopup(session: CDPSession, sessionId: string, targetId: string): Popup {
  const send = callsTo(session, sessionId);
  const read = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = await send<{ result: { value: Value }; exceptionDetails?: { text: string } }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value;
  };
  const found = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;
  return {
    read,
    click: async (selector) => {
      await until(
        `${selector} to click`,
        async () => await read<boolean>(`(${found(selector)}?.checkVisibility() && !${found(selector)}.disabled) === true`),
      );
      await read(`${found(selector)}.click()`);
    },
    text: async (selector, matching) => {
      let seen = '';
      return await until(
        () => `${matching} in ${selector}, which has: ${seen}`,
        async () => {
          seen = await read<string>(`${found(selector)}?.checkVisibility() ? ${found(selector)}.innerText : ''`);
          return matching.test(seen) ? seen : undefined;
        },
      );
    },
    picture: async () => {
      const { data } = await send<{ data: string }>('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true });
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      const isThere = async (): Promise<boolean> =>
        (await session.send('Target.getTargets')).targetInfos.some((target) => target.targetId === targetId);
      // It has closed itself if another window or tab came to the front.
      if (await isThere()) await session.send('Target.closeTarget', { targetId }).catch(() => {});
      await until('end of the popup', async () => !(await isThere()) || undefined);
      await session.detach();
    },
  };
}
