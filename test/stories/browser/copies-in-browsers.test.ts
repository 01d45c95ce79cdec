/** What is copied in a real browser has the page that its extension reports, and the program and window that the desktop tells. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { SourceSnapshot } from '../../../src/contract/source-snapshot.ts';
import { openExtensionBrowser } from '../../harness/desktop/extension-browser.ts';
import { openFirefox, withoutFirefox } from '../../harness/desktop/firefox.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { until } from '../../harness/until.ts';
import { noBrowser } from '../../page/page-browser.ts';

const skip = withoutXvfb() || (!existsSync('/usr/bin/openbox') && 'there is no openbox');

/** Pairs, connects, and reports the active tab; the body of a function in the extension's background. */
const reporting = `const [address, code] = url.split('#');
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address + '/api/pair', { method: 'POST', headers, body: JSON.stringify({ code, name: 'Real' }) });
  const { token } = await answer.json();
  const socket = new WebSocket(address.replace('http:', 'ws:') + '/api/connect', ['hub.v1', token]);
  globalThis.kept = socket;
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const page = { url: tab.url, title: tab.title };
  socket.onopen = () => socket.send(JSON.stringify({ id: 'tab-00001', kind: 'tab', atMs: Date.now(), page }));
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => { if (!data.includes('welcome')) resolve(data); };
  });`;

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
  const manager = spawn('openbox', [], { env: { ...process.env, DISPLAY: desk.display.name }, stdio: 'ignore' });
  t.after(async () => {
    manager.kill();
    site.close();
    site.closeAllConnections();
    await desk[Symbol.asyncDispose]();
  });
  const { code } = JSON.parse((await desk.hub.command(['pair', '--json'])).stdout);
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/tea?cup=1`;
  const copied = (): Promise<SourceSnapshot> =>
    // The page may be told a moment after the copy.
    desk.hub.source(({ clipboardFragments, lblPath }) => clipboardFragments[0]?.text?.includes('two minutes') === true && lblPath === url);
  return { display: desk.display.name, hub: desk.hub, url, listener: `http://127.0.0.1:${desk.hub.webPort}#${code}`, copied };
}

test('a copy in Chromium has its page', { skip: skip || noBrowser }, async (t) => {
  const { display, url, listener, copied } = await startScene(t);
  await using browser = await openExtensionBrowser({ display });
  const page = await browser.show(url);
  assert.equal(await browser.runInWorker(reporting, listener), '{"ack":"tab-00001"}');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+C');
  const { appIdentity, ...snapshot } = await copied();
  assert.match(appIdentity.windowTitle ?? '', /^How tea is made - /);
  assert.match(appIdentity.executable ?? '', /chrom/);
  assert.deepEqual([snapshot.sourceType, snapshot.lblSourceName, snapshot.lblPath], ['web', title, url]);
});

test('a copy in Firefox, which names no more than the origin, has its page', { skip: skip || withoutFirefox }, async (t) => {
  const { display, hub, url, listener, copied } = await startScene(t);
  await using browser = await openFirefox(display);
  await browser.show(url);
  await browser.install(`(async (url) => { ${reporting} })(${JSON.stringify(listener)});`);
  await until('the extension', async () => {
    const { pairings } = JSON.parse((await hub.command(['pair', 'list', '--json'])).stdout);
    return pairings[0]?.connected === true && /^moz-extension:/.test(pairings[0].origin);
  });
  await browser.control('ac');
  const { appIdentity, ...snapshot } = await copied();
  assert.match(appIdentity.windowTitle ?? '', /^How tea is made — /);
  assert.match(appIdentity.executable ?? '', /firefox/);
  assert.deepEqual([snapshot.sourceType, snapshot.lblSourceName, snapshot.lblPath], ['web', title, url]);
});
