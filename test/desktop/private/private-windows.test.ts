/** What real browsers tell about a copy from a private window, and out of a password field: docs/platforms.md has what was observed. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { contentFilterDocument } from '../../../src/contract/documents/content-filter.ts';
import { judgeCopy } from '../../../src/domain/capture/content-filter.ts';
import { ClipboardRig, textsOf } from '../../harness/desktop/clipboard-rig.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';
import { chromiumPath } from '../../page/page-browser.ts';

const firefoxPath = process.env.HUB_TEST_FIREFOX ?? '/usr/bin/firefox-esr';
const xdotoolPath = '/usr/bin/xdotool';
const page = '<!doctype html><title>ready</title><input value="plain words"><input type="password" value="CANARY of a password">';

interface TestBrowser {
  readonly program: string;
  readonly words: (profile: string, isPrivate: boolean, address: string) => readonly string[];
}

const chromium: TestBrowser = {
  program: chromiumPath,
  words: (profile, isPrivate, address) => [
    ...['--no-first-run', '--password-store=basic', '--disable-gpu', `--user-data-dir=${profile}`],
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(isPrivate ? ['--incognito'] : []),
    address,
  ],
};

const quiet = ['browser.aboutwelcome.enabled', 'browser.preonboarding.enabled', 'browser.shell.checkDefaultBrowser'];

const firefox: TestBrowser = {
  program: firefoxPath,
  words: (profile, isPrivate, address) => {
    mkdirSync(profile);
    const preferences = quiet.map((name) => `user_pref("${name}", false);\n`).join('');
    writeFileSync(path.join(profile, 'user.js'), `${preferences}user_pref("browser.startup.homepage_override.mstone", "ignore");\n`);
    return ['--no-remote', '--profile', profile, ...(isPrivate ? ['--private-window'] : []), address];
  },
};

function without({ program }: TestBrowser): string | false {
  const missing = [program, '/usr/bin/openbox', xdotoolPath].find((each) => !existsSync(each));
  return withoutXvfb() || (missing === undefined ? false : `there is no ${missing}`);
}

/** A browser that shows the page, under a window manager. */
async function openPage(t: TestContext, browser: TestBrowser, isPrivate: boolean) {
  const rig = await ClipboardRig.open();
  t.after(() => rig[Symbol.asyncDispose]());
  const started: (number | undefined)[] = [];
  const home = temporaryHome(t, () => {
    for (const pid of started) spawnSync('kill', ['-KILL', '--', `-${pid}`]);
  });
  const env = { ...process.env, DISPLAY: rig.display.name, HOME: home, LC_ALL: 'C.UTF-8', XDG_RUNTIME_DIR: home };
  const file = path.join(home, 'page.html');
  writeFileSync(file, page);
  for (const [program, words] of [
    ['openbox', []],
    [browser.program, browser.words(path.join(home, 'profile'), isPrivate, `file://${file}`)],
  ] as const) {
    const child = spawn(program, words, { env, stdio: 'ignore', detached: true });
    started.push(child.pid);
  }
  const xdotool = (...words: string[]): string => {
    try {
      return execFileSync(xdotoolPath, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5_000 }).trim();
    } catch {
      return ''; // there is no active window yet
    }
  };
  const title = () => xdotool('getactivewindow', 'getwindowname');
  await until('the page', () => title().startsWith('ready'), 60_000);
  xdotool('mousemove', '512', '600', 'click', '1');
  return { rig, title, press: (...keys: string[]) => xdotool('key', '--delay', '100', ...keys) };
}

const copy = ['ctrl+a', 'ctrl+c'];

describe('a copy out of a browser', () => {
  for (const [name, browser] of Object.entries({ chromium, firefox })) {
    it(`in ${name} is read, and a password field gives nothing`, { skip: without(browser) }, async (t) => {
      const { rig, press } = await openPage(t, browser, false);
      press('Tab', ...copy);
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'plain words' });
      press('Tab', ...copy, 'shift+Tab', ...copy);
      const next = await rig.nextCopy();
      assert.deepEqual([next.ordinal, await textsOf(next)], [2, { 'text/plain': 'plain words' }]);
    });
  }

  it('in a private window of Firefox is concealed, by Firefox itself or because of its title', { skip: without(firefox) }, async (t) => {
    const { rig, press, title } = await openPage(t, firefox, true);
    assert.match(title(), /Private Browsing$/);
    press('Tab', ...copy);
    const event = await rig.next();
    if (event.kind !== 'copy') return assert.partialDeepStrictEqual(event, { kind: 'refused', because: 'concealed' });
    const { owner, isOwnerComplete, ownerMayBe } = event.copy;
    assert.equal(
      judgeCopy(owner, { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: false }, contentFilterDocument.parse({})),
      'concealed',
    );
  });

  it('in an incognito window of Chromium is like any other: neither a mark nor the title tells', { skip: without(chromium) }, async (t) => {
    const { rig, press, title } = await openPage(t, chromium, true);
    assert.equal(title(), 'ready - Chromium');
    press('Tab', ...copy);
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'plain words' });
  });
});
