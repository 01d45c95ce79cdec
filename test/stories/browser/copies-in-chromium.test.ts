/** What is copied in a real Chromium has the page that its extension reports, and the program and window that the desktop tells. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openExtensionBrowser } from '../../harness/desktop/extension-browser.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { noBrowser } from '../../page/page-browser.ts';

const skip = noBrowser || withoutXvfb() || (!existsSync('/usr/bin/openbox') && 'there is no openbox');

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

test('a copy in Chromium has its page', { skip }, async (t) => {
  const title = 'How tea is made';
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>${title}</title><p>Green tea is steeped for two minutes.`);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => {
    site.close();
    site.closeAllConnections();
  });
  await using desk = await startHubDesk();
  const manager = spawn('openbox', [], { env: { ...process.env, DISPLAY: desk.display.name }, stdio: 'ignore' });
  t.after(() => manager.kill());
  await using browser = await openExtensionBrowser({ display: desk.display.name });
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/tea?cup=1`;
  const page = await browser.show(url);
  const { code } = JSON.parse((await desk.hub.command(['pair', '--json'])).stdout);
  assert.equal(await browser.runInWorker(reporting, `http://127.0.0.1:${desk.hub.webPort}#${code}`), '{"ack":"tab-00001"}');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+C');
  const snapshot = await desk.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text?.includes('two minutes') === true);
  assert.match(snapshot.appIdentity.windowTitle ?? '', /^How tea is made - /);
  assert.match(snapshot.appIdentity.executable ?? '', /chrom/);
  assert.deepEqual([snapshot.sourceType, snapshot.lblSourceName, snapshot.lblPath], ['web', title, url]);
});
