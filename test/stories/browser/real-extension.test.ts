/** An extension in a real Chromium pairs and connects, as the browser sends its requests. Others in the same browser get nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type ExtensionBrowser, openExtensionBrowser } from '../../harness/desktop/extension-browser.ts';
import { TestHub } from '../../harness/hub.ts';
import { noBrowser } from '../../page/page-browser.ts';

const skip = noBrowser || (process.platform !== 'linux' && 'only Linux tells which program connects');

/** Bodies of functions that run in the browser; `url` is the address of the web listener, with what else they need after `#`. */
const pairing = `const [address, code] = url.split('#');
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address + '/api/pair', { method: 'POST', headers, body: JSON.stringify({ code, name: 'Real' }) });
  return answer.status + ' ' + await answer.text();`;
const connecting = `const [address, token] = url.split('#');
  return new Promise((resolve) => {
    const socket = new WebSocket(address.replace('http:', 'ws:') + '/api/connect', ['hub.v1', token]);
    socket.onmessage = ({ data }) => {
      if (data.includes('welcome')) socket.send(JSON.stringify({ id: 'beat-0001', kind: 'beat' }));
      else { socket.close(); resolve(socket.protocol + ' ' + data); }
    };
    socket.onclose = ({ code }) => resolve('closed ' + code);
  });`;

describe('an extension in Chromium', { skip }, () => {
  const hub = new TestHub();
  let browser: ExtensionBrowser;
  let token = '';
  before(async () => {
    await hub.start();
    browser = await openExtensionBrowser();
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await hub[Symbol.asyncDispose]();
  });
  const address = (more = ''): string => `http://127.0.0.1:${hub.webPort}#${more}`;
  const newCode = async (): Promise<string> => JSON.parse((await hub.command(['pair', '--json'])).stdout).code;

  test('sees that Hub runs, and gets no token without the code', async () => {
    assert.match(await browser.runInWorker(pairing, address()), /^400 .*invalid-request/);
    assert.match(await browser.runInWorker(pairing, address('AAAA-AAAA')), /^403 .*wrong-code/);
    assert.equal(await browser.runInWorker(connecting, address('A'.repeat(43))), 'closed 1006');
  });

  test('pairs with the code and connects, in its background and in its pages', async () => {
    token = /^200 \{"token":"(.+)"\}$/.exec(await browser.runInWorker(pairing, address(await newCode())))?.[1] ?? '';
    assert.notEqual(token, '');
    for (const run of [browser.runInWorker, browser.run]) assert.equal(await run(connecting, address(token)), 'hub.v1 {"ack":"beat-0001"}');
    const { pairings } = JSON.parse((await hub.command(['pair', 'list', '--json'])).stdout);
    assert.match(pairings[0].browser, /chrom/);
  });

  test('gets nothing more for being paired: the bridge and the status stay closed to it', async () => {
    const fetched = `return await (await fetch(url)).text()`;
    assert.match(await browser.runInWorker(fetched, `http://127.0.0.1:${hub.bridgePort}/source`), /browser-request/);
    assert.match(await browser.runInWorker(fetched, `http://127.0.0.1:${hub.webPort}/api/status`), /browser-request/);
    const bridge = `return new Promise((resolve) => {
      const socket = new WebSocket(url.replace('http:', 'ws:'), ['hub.v1', ${JSON.stringify(token)}]);
      socket.onopen = () => resolve('open');
      socket.onclose = ({ code }) => resolve('closed ' + code);
    });`;
    assert.equal(await browser.runInWorker(bridge, `http://127.0.0.1:${hub.bridgePort}/api/connect`), 'closed 1006');
  });

  test('lends its token to no page: one with the token is refused by its origin, and gets nothing at either port', async () => {
    const inPage = `
      const [site, target, token, code] = url.split('#');
      const attempts = async (target, token, code) => {
        const socket = (address) => new Promise((resolve) => {
          const one = new WebSocket(address.replace('http:', 'ws:') + '/api/connect', ['hub.v1', token]);
          one.onopen = () => resolve('open');
          one.onclose = ({ code }) => resolve('closed ' + code);
        });
        const image = (address) => new Promise((resolve) => {
          const one = new Image();
          one.onload = () => resolve('loaded');
          one.onerror = () => resolve('not loaded');
          one.src = address;
        });
        const events = (address) => new Promise((resolve) => {
          const one = new EventSource(address);
          one.onopen = one.onmessage = () => resolve('open');
          one.onerror = () => { one.close(); resolve('refused'); };
        });
        const body = JSON.stringify({ code, name: 'page' });
        const read = (address, options) => fetch(address, options).then((answer) => answer.text(), () => 'failed');
        return JSON.stringify([
          await socket(target),
          await read(target + '/api/pair', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
          await read(target + '/api/pair', { method: 'POST', mode: 'no-cors', body }),
          await read(target + '/api/status'),
          await events(target + '/api/events'),
          await image(target + '/api/status'),
        ]);
      };
      return inTab({ tabId: await openTab(site) }, attempts, 'MAIN', [target, token, code]);`;
    const site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const here = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    const code = await newCode();
    for (const port of [hub.webPort, hub.bridgePort]) {
      const tried = await browser.run(inPage, `${here}#http://127.0.0.1:${port}#${token}#${code}`);
      // What is fetched blindly has no content, or fails.
      assert.match(tried, /^\["closed 1006","failed","(?:failed)?","failed","refused","not loaded"\]$/);
    }
    site.close();
    site.closeAllConnections();
    assert.match(await browser.runInWorker(pairing, address(code)), /^200 /, 'the code is still good: no page tried it');
  });

  test('is refused without its origin, whatever else it disguises itself as', async () => {
    await browser.disguise('without what tells a browser');
    assert.match(await browser.runInWorker(pairing, address(await newCode())), /foreign-origin|TypeError/);
  });
});
