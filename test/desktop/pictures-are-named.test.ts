/** Real browsers put HTML beside a picture that is copied from a page: its file takes its name from there. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';
import { chromiumPath } from '../page/page-browser.ts';

const firefoxPath = process.env.HUB_TEST_FIREFOX ?? '/usr/bin/firefox-esr';
const xdotoolPath = '/usr/bin/xdotool';
const picture = path.join(import.meta.dirname, '../../brand/launcher.png');

type Words = (profile: string, address: string) => readonly string[];

const browsers: Readonly<Record<string, { readonly program: string; readonly words: Words }>> = {
  Chromium: {
    program: chromiumPath,
    words: (profile, address) => [
      ...['--no-first-run', '--password-store=basic', '--disable-gpu', `--user-data-dir=${profile}`],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      address,
    ],
  },
  Firefox: {
    program: firefoxPath,
    words: (profile, address) => {
      mkdirSync(profile);
      const off = ['browser.aboutwelcome.enabled', 'browser.preonboarding.enabled', 'browser.shell.checkDefaultBrowser'];
      const preferences = off.map((name) => `user_pref("${name}", false);\n`).join('');
      writeFileSync(path.join(profile, 'user.js'), `${preferences}user_pref("browser.startup.homepage_override.mstone", "ignore");\n`);
      return ['--no-remote', '--profile', profile, address];
    },
  },
};

/** Copies the picture of a page by the menu of its right button, and returns the name of its file. */
async function savedName(t: TestContext, { program, words }: { program: string; words: Words }, tag: string): Promise<string> {
  const desk = await startHubDesk();
  t.after(() => desk[Symbol.asyncDispose]());
  const started: (number | undefined)[] = [];
  const home = temporaryHome(t, () => {
    for (const pid of started) spawnSync('kill', ['-KILL', '--', `-${pid}`]);
  });
  const env = { ...process.env, DISPLAY: desk.display.name, HOME: home, LC_ALL: 'C.UTF-8', XDG_RUNTIME_DIR: home };
  copyFileSync(picture, path.join(home, 'tide table.png'));
  const style = 'position: fixed; inset: 0; width: 100%; height: 100%';
  writeFileSync(path.join(home, 'page.html'), `<!doctype html><title>ready</title><img style="${style}" ${tag}>`);
  for (const [each, given] of [
    ['openbox', []],
    [program, words(path.join(home, 'profile'), `file://${home}/page.html`)],
  ] as const)
    started.push(spawn(each, given, { env, stdio: 'ignore', detached: true }).pid);
  const xdotool = (...given: string[]): string => {
    try {
      return execFileSync(xdotoolPath, given, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5_000 }).trim();
    } catch {
      return ''; // there is no active window yet
    }
  };
  await until('the page', () => xdotool('getactivewindow', 'getwindowname').startsWith('ready'), 60_000);
  let saved: string | null = null;
  await until(
    'the file of the picture',
    async () => {
      // "Copy image" has this key in both; the first menu may come before the picture is drawn.
      xdotool('mousemove', '512', '450', 'click', '3', 'sleep', '1', 'key', 'y', 'sleep', '1', 'key', 'Escape');
      saved = (await desk.hub.fragments()).find(({ kind, savedPath }) => kind === 'image' && savedPath !== null)?.savedPath ?? null;
      return saved !== null;
    },
    60_000,
  );
  return path.basename(saved ?? '');
}

describe('a picture that is copied in a browser', () => {
  for (const [name, browser] of Object.entries(browsers)) {
    const missing = [browser.program, '/usr/bin/openbox', xdotoolPath].find((each) => !existsSync(each));
    const skip = withoutXvfb() || (missing === undefined ? false : `there is no ${missing}`);
    it(`of ${name} is named by its alternative text`, { skip }, async (t) => {
      assert.equal(await savedName(t, browser, 'src="tide table.png" alt="The lock gate at Brest"'), 'the-lock-gate-at-brest.png');
    });
    it(`of ${name} is named by its file without one`, { skip }, async (t) => {
      assert.equal(await savedName(t, browser, 'src="tide%20table.png"'), 'tide-table.png');
    });
  }
});
