/** A Firefox on a private display, driven by WebDriver BiDi, with an extension that a test wrote. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import WebSocket from 'ws';
import { temporaryHome } from '../temporary-home.ts';
import { until } from '../until.ts';

const program = process.env.HUB_TEST_FIREFOX ?? '/usr/bin/firefox-esr';
export const withoutFirefox = !existsSync(program) && `there is no ${program}`;

const startsWithinMs = 60_000;
const quiet = ['browser.aboutwelcome.enabled', 'browser.preonboarding.enabled', 'browser.shell.checkDefaultBrowser'];
const manifest = {
  manifest_version: 3,
  name: 'Test',
  version: '1',
  permissions: ['tabs'],
  background: { scripts: ['background.js'] },
  browser_specific_settings: { gecko: { id: 'test@hub.example' } },
  // Without this Firefox turns `ws:` into `wss:`.
  content_security_policy: { extension_pages: "script-src 'self'; connect-src ws://127.0.0.1:* http://127.0.0.1:*" },
};
const control = '\uE009';

export interface FirefoxBrowser extends AsyncDisposable {
  show(url: string): Promise<void>;
  /** Installs an extension with this background, which starts at once. */
  install(background: string): Promise<void>;
  /** Presses Ctrl with these keys, one after the other, in the page. */
  control(keys: string): Promise<void>;
}

export async function openFirefox(display: string): Promise<FirefoxBrowser> {
  await using parts = new AsyncDisposableStack();
  const folder = temporaryHome({ after: (remove) => parts.defer(remove) });
  const [profile, extension] = [path.join(folder, 'profile'), path.join(folder, 'extension')];
  for (const each of [profile, extension]) mkdirSync(each);
  writeFileSync(path.join(profile, 'user.js'), quiet.map((name) => `user_pref("${name}", false);\n`).join(''));
  const env = { ...process.env, DISPLAY: display, HOME: folder, XDG_RUNTIME_DIR: folder, LC_ALL: 'C.UTF-8' };
  const words = ['--no-remote', '--profile', profile, '--remote-debugging-port', '0', '--remote-allow-system-access'];
  const firefox = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const gone = new Promise<void>((resolve) => firefox.once('exit', () => resolve()));
  parts.defer(async () => {
    if (firefox.pid !== undefined && firefox.exitCode === null) process.kill(-firefox.pid, 'SIGKILL');
    await gone;
  });
  let said = '';
  firefox.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const address = await until('address of Firefox', () => /BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1], startsWithinMs);
  const socket = new WebSocket(`${address}/session`);
  parts.defer(() => socket.terminate());
  const answers = new Map<number, (result: unknown) => void>();
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const { id, result = null } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) answers.get(id)?.(result);
  });
  await until('a connection to Firefox', () => socket.readyState === WebSocket.OPEN);
  const call = async (method: string, params: object): Promise<unknown> => {
    const id = answers.size + 1;
    const answered = new Promise<unknown>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const result = await answered;
    if (result === null) throw new Error(`Firefox refused ${method}`);
    return result;
  };
  await call('session.new', { capabilities: {} });
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context ?? '';
  const owned = parts.move();
  return {
    show: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    install: async (background) => {
      writeFileSync(path.join(extension, 'manifest.json'), JSON.stringify(manifest));
      writeFileSync(path.join(extension, 'background.js'), background);
      await call('webExtension.install', { extensionData: { type: 'path', path: extension } });
    },
    control: async (keys) => {
      const presses = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      const all = [{ type: 'keyDown', value: control }, ...presses, { type: 'keyUp', value: control }];
      await call('browsingContext.activate', { context });
      await call('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: all }] });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
