/** What is copied in a real browser has the page that Hub's extension tells, and the program and window that the desktop tells. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { SourceSnapshot } from '../../../src/contract/source-snapshot.ts';
import { pairFirefox } from '../../extension/firefox-rig.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { openHubExtension } from '../../harness/desktop/hub-extension.ts';
import { firefoxExtensionAddress, noFirefox, openHubExtensionFirefox } from '../../harness/desktop/hub-extension-firefox.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { until } from '../../harness/until.ts';
import { noBrowser } from '../../page/page-browser.ts';

const skip = withoutXvfb() || (!existsSync('/usr/bin/openbox') && 'there is no openbox');
const run = promisify(execFile);
const title = 'How tea is made';

/** A desktop with a Hub, a window manager and a page, and a code for an extension. */
async function startScene(t: TestContext) {
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>${title}</title><p>Green tea is steeped for two minutes.`);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const desk = await startHubDesk();
  const display = desk.display.name;
  const manager = spawn('openbox', [], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
  t.after(async () => {
    manager.kill();
    site.close();
    site.closeAllConnections();
    await desk[Symbol.asyncDispose]();
  });
  const { code } = JSON.parse((await desk.hub.command(['pair', '--json'])).stdout) as { readonly code: string };
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/tea?cup=1`;
  return {
    display,
    hub: desk.hub,
    url,
    code,
    keys: async (...keys: readonly string[]) =>
      void (await run('xdotool', ['key', '--delay', '100', ...keys], { env: { DISPLAY: display } })),
    copied: (): Promise<SourceSnapshot> =>
      // The page may be told a moment after the copy.
      desk.hub.source(
        ({ clipboardFragments, lblPath }) => clipboardFragments[0]?.text?.includes('two minutes') === true && lblPath === url,
      ),
    /** The page in front is known, so that a copy from now on has it. */
    told: async (): Promise<void> => {
      using journal = new DatabaseSync(desk.hub.places.journal, { readOnly: true });
      const report = journal.prepare("SELECT 1 FROM page_reports WHERE kind = 'tab' AND url = ?");
      await until('report of the page', () => report.get(url) !== undefined || undefined);
    },
  };
}

test('a copy in Chromium has its page', { skip: skip || noBrowser }, async (t) => {
  const { display, hub, url, code, copied, told } = await startScene(t);
  await using extension = await openHubExtension({ display, isAllowedAll: true });
  const options = await extension.open('options.html');
  await options.fill('#port', String(hub.webPort));
  await options.press('#port', 'Tab');
  await options.fill('#code', code);
  await options.press('#code', 'Enter');
  await options.locator('.status[data-link="connected"]').waitFor();
  await options.click('#tell-tabs');
  const page = await extension.context.newPage();
  await page.goto(url);
  await page.bringToFront();
  await told();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+C');
  const { appIdentity, ...snapshot } = await copied();
  assert.match(appIdentity.windowTitle ?? '', /^How tea is made - /);
  assert.match(appIdentity.executable ?? '', /chrom/);
  assert.deepEqual([snapshot.sourceType, snapshot.lblSourceName, snapshot.lblPath], ['web', title, url]);
});

test('a copy in Firefox, which names no more than the origin, has its page', { skip: skip || noFirefox }, async (t) => {
  const { display, hub, url, code, copied, told, keys } = await startScene(t);
  await using firefox = await openHubExtensionFirefox(30_000, display);
  const options = await firefox.open(`${firefoxExtensionAddress}options.html`);
  await pairFirefox(options, hub.webPort, code);
  await options.click('#tell-tabs');
  const page = await firefox.open(url);
  await page.front();
  await page.click('p');
  await told();
  await keys('ctrl+a', 'ctrl+c');
  const { appIdentity, ...snapshot } = await copied();
  assert.match(appIdentity.windowTitle ?? '', /^How tea is made — /);
  assert.match(appIdentity.executable ?? '', /firefox/);
  assert.deepEqual([snapshot.sourceType, snapshot.lblSourceName, snapshot.lblPath], ['web', title, url]);
});
