/** A Firefox with Hub's extension, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) and Marionette without a driver between. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { zipOf } from '../documents/zip-writer.ts';
import { temporaryHome } from '../temporary-home.ts';
import { type Marionette, openMarionette } from './marionette.ts';

const firefoxPath = '/usr/bin/firefox-esr';
const built = path.join(import.meta.dirname, '../../../.runtime/extension/firefox-mv3');
const extensionId = 'hub-extension@hub-desktop';
/** Random in a profile of a user; fixed here, so that its pages have a known address. */
const uuid = '6f0a3c1e-52d4-4c58-9a07-0b6d3f1c2e9a';
export const firefoxExtensionAddress = `moz-extension://${uuid}/`;
const startWithinMs = 60_000;
const callWithinMs = 30_000;
const quitsWithinMs = 20_000;
/** Nothing tells when a process of Firefox has given up the memory that it does not need. */
const givesUpWithinMs = 2_000;

/** Why there is no Firefox for tests, or false. */
export const noFirefox: string | false = existsSync(firefoxPath) ? false : `there is no ${firefoxPath}`;

export interface FirefoxTab {
  goto(address: string): Promise<void>;
  /** The value of an expression, which may be a promise. */
  read<Value>(expression: string): Promise<Value>;
  /** A click as the mouse makes it: only within one may the extension ask for a permission. */
  click(selector: string, times?: number): Promise<void>;
  front(): Promise<void>;
}

export interface HubExtensionFirefox extends AsyncDisposable {
  open(address: string): Promise<FirefoxTab>;
  /** What a click on the toolbar button does over the tab in front: its popup opens, and the extension may read the tab. */
  clickButton(): Promise<void>;
  /** Whether the background runs: `running`, `stopped`, or on the way to one of them. */
  backgroundState(): Promise<string>;
  /** What is held in the process that has all extensions and their pages, after it has given up what it could. */
  extensionsMemory(): Promise<ExtensionsMemory>;
}

/** In bytes, by Firefox's own reporters. Not the pages of the process: those that its allocator keeps are held by nothing. */
export interface ExtensionsMemory {
  /** All objects that are allocated, those of Firefox itself too. */
  readonly heapBytes: number;
  /** Of it, the JavaScript of backgrounds and of Firefox in this process. */
  readonly javaScriptBytes: number;
}

/**
 * `idleAfterMs`: after so long without events Firefox ends the background. `display`: for one with windows. `kept`: the folder for a profile that the next Firefox
 * has too, with the extension installed for good, as users have it: one that is only loaded goes with its Firefox.
 */
export async function openHubExtensionFirefox(idleAfterMs = 30_000, display?: string, kept?: string): Promise<HubExtensionFirefox> {
  await using parts = new AsyncDisposableStack();
  const folder = kept ?? temporaryHome({ after: (remove) => parts.defer(remove) });
  const profile = path.join(folder, 'profile');
  const isNew = !existsSync(profile);
  mkdirSync(profile, { recursive: true });
  const preferences = {
    'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: uuid }),
    'extensions.background.idle.timeout': idleAfterMs,
    // What the extension asks for within a click is given.
    'extensions.webextOptionalPermissionPrompts': false,
    'marionette.port': 0,
    // Firefox ESR lets a user install what Mozilla has not signed.
    'xpinstall.signatures.required': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'app.normandy.enabled': false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(path.join(profile, 'user.js'), lines.join(''));
  const firefox = spawn(
    firefoxPath,
    [
      ...(display === undefined ? ['--headless'] : []),
      '--marionette',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      '--remote-allow-system-access',
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder, MOZ_DISABLE_CONTENT_SANDBOX: '1', ...(display === undefined ? {} : { DISPLAY: display }) },
    },
  );
  parts.defer(async () => await endProcess(firefox));
  await listening(firefox);
  const window = parts.use(await openMarionette(profile));
  const socket = new WebSocket(window.webSocketUrl);
  parts.defer(() => socket.close());
  await once(socket, 'open');
  const call = callsOver(socket);
  if (kept === undefined) await call('webExtension.install', { extensionData: { type: 'path', path: built } });
  else if (isNew) await installForGood(window, path.join(folder, 'hub.xpi'));
  // It writes down a new extension some seconds later, or when it quits.
  if (kept !== undefined) parts.defer(async () => await quit(firefox, window));
  const owned = parts.move();
  const evaluate = async <Value>(context: string, expression: string): Promise<Value> => {
    const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
    const params = { expression: json, target: { context }, awaitPromise: true, userActivation: true };
    const answer = await call<{ type: string; result?: { value: string }; exceptionDetails?: { text: string } }>('script.evaluate', params);
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'failed');
    return JSON.parse(answer.result?.value ?? 'null') as Value;
  };
  /** The value of an expression in the browser's own window, about the extension. */
  const inBrowser = async <Value>(expression: string): Promise<Value> =>
    await window.run<Value>(`
      const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
      const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(extensionId)});
      return ${expression};`);
  return {
    open: async (address) => {
      const { context } = await call<{ context: string }>('browsingContext.create', { type: 'tab' });
      const goto = async (to: string): Promise<void> =>
        void (await call('browsingContext.navigate', { context, url: to, wait: 'complete' }));
      await goto(address);
      return {
        goto,
        read: (expression) => evaluate(context, expression),
        click: async (selector, times = 1) => {
          const middle = `(({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)])`;
          const [x, y] = await evaluate<[number, number]>(
            context,
            `${middle}(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
          );
          const press = [
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ];
          const actions = [{ type: 'pointerMove', x, y }, ...Array.from({ length: times }, () => press).flat()];
          await call('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
        },
        front: async () => void (await call('browsingContext.activate', { context })),
      };
    },
    clickButton: async () => {
      await inBrowser(`ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window)`);
    },
    extensionsMemory: async () => {
      await inBrowser(`Services.obs.notifyObservers(null, 'child-mmu-request')`);
      await pause(givesUpWithinMs);
      const memory = await window.run<ExtensionsMemory>(memoryOfExtensions);
      if (memory.heapBytes === 0 || memory.javaScriptBytes === 0) throw new Error('Firefox reports no memory of extensions');
      return memory;
    },
    backgroundState: async () => await inBrowser<string>('extension.backgroundState'),
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}

/** `about:memory` shows the same figures. A report of JavaScript is the part of a tree. */
const memoryOfExtensions = `
  const { promise, resolve } = Promise.withResolvers();
  const memory = { heapBytes: 0, javaScriptBytes: 0 };
  const report = (process, path, _kind, _units, amount) => {
    if (!/^(?:web)?extensions?\\b/i.test(process)) return;
    if (path === 'heap-allocated') memory.heapBytes += amount;
    else if (path.startsWith('explicit/js-non-window/')) memory.javaScriptBytes += amount;
  };
  Components.classes['@mozilla.org/memory-reporter-manager;1'].getService(Components.interfaces.nsIMemoryReporterManager)
    .getReports(report, null, () => resolve(memory), null, false);
  return promise;`;

async function installForGood(window: Marionette, file: string): Promise<void> {
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(built, name)).isFile());
  writeFileSync(file, zipOf(names.map((name) => ({ name, content: readFileSync(path.join(built, name)) }))));
  await window.run(`
    const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    const file = Components.classes['@mozilla.org/file/local;1'].createInstance(Components.interfaces.nsIFile);
    file.initWithPath(${JSON.stringify(file)});
    return AddonManager.getInstallForFile(file).then((install) => install.install()).then(() => true);`);
}

async function listening(firefox: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  firefox.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('WebDriver BiDi listening on ')) resolve();
  });
  firefox.once('exit', () => reject(new Error(`Firefox ended: ${said.slice(-500)}`)));
  const deadline = setTimeout(() => reject(new Error(`Firefox does not listen: ${said.slice(-500)}`)), startWithinMs);
  await promise.finally(() => clearTimeout(deadline));
}

function callsOver(socket: WebSocket): <Result>(method: string, params: object) => Promise<Result> {
  let lastId = 0;
  const waiting = new Map<number, (answer: { result?: unknown; message?: string }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number; result?: unknown; message?: string };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return async <Result>(method: string, params: object): Promise<Result> => {
    lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<{ result?: unknown; message?: string }>();
    const deadline = setTimeout(() => reject(new Error(`${method}: no answer`)), callWithinMs);
    waiting.set(lastId, resolve);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    const { result, message } = await promise.finally(() => clearTimeout(deadline));
    if (result === undefined) throw new Error(`${method}: ${message ?? 'failed'}`);
    return result as Result;
  };
}

/** As a user closes it. One that does not is ended otherwise. */
async function quit(firefox: ChildProcess, window: Marionette): Promise<void> {
  if (firefox.exitCode !== null) return;
  const ended = once(firefox, 'exit', { signal: AbortSignal.timeout(quitsWithinMs) });
  window.run('Services.startup.quit(Components.interfaces.nsIAppStartup.eForceQuit); return true;').catch(() => {});
  await ended.catch(() => {});
}

async function endProcess(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null) return;
  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  const deadline = setTimeout(() => started.kill('SIGKILL'), 5_000);
  await ended.finally(() => clearTimeout(deadline));
}
