/**
 * A real extension in a real Chromium, which may reach 127.0.0.1, tries to read the history in every possible way and with every disguise.
 * The same is tried on a server without checks, where each way succeeds: so if one fails with Hub, Hub prevented it.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type ExtensionBrowser, openExtensionBrowser } from '../harness/desktop/extension-browser.ts';
import { changingRequests, disguises, waysToRequest } from '../harness/desktop/extension-ways.ts';
import { TestHub } from '../harness/hub.ts';
import { noBrowser } from '../page/page-browser.ts';

const secret = 'the-harbour-at-noon';
const skip = noBrowser || (process.platform !== 'linux' && 'only Linux tells which program connects');

/** Answers everybody, in every form that one of the ways reads. */
async function startOpenServer(): Promise<Server> {
  const server = createServer((request, response) => {
    const isStream = request.url === '/api/events';
    response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json');
    response.end(isStream ? `event: source\ndata: ${secret}\n\n` : JSON.stringify(secret));
  });
  server.on('upgrade', (request, socket) => {
    const accepted = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.on('error', () => {});
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    );
    socket.write(Buffer.concat([Buffer.from([0x81, secret.length]), Buffer.from(secret)]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('an extension that may reach 127.0.0.1', { skip }, () => {
  const hub = new TestHub();
  let browser: ExtensionBrowser;
  let openServer: Server;
  before(async () => {
    await hub.start();
    const saved = await hub.request('POST', '/api/save/test', { content: secret, filename: 'kept.txt' });
    assert.equal(saved.status, 200);
    openServer = await startOpenServer();
    browser = await openExtensionBrowser();
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    openServer?.close();
    openServer?.closeAllConnections();
    await hub[Symbol.asyncDispose]();
  });

  const addressOn = (port: number, way: string): string => `http://127.0.0.1:${port}${way === 'EventSource' ? '/api/events' : '/source'}`;
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;

  for (const disguise of Object.keys(disguises)) {
    it(`reads a server without checks in every way, ${disguise}, and nothing of Hub`, async () => {
      await browser.disguise(disguise);
      for (const [name, way] of Object.entries(waysToRequest)) {
        assert.ok((await browser.run(way, addressOn(portOf(openServer), name))).includes(secret), `${name} reads nothing at all`);
        const read = await browser.run(way, addressOn(hub.bridgePort, name));
        assert.ok(!read.includes(secret) && !/snapshotId|mediaTypes/.test(read), `${name} read ${read}`);
      }
    });

    it(`is told that private data are not for browsers, ${disguise}`, async () => {
      await browser.disguise(disguise);
      const { id } = (await hub.fragments())[0] ?? { id: '' };
      const paths = [
        '/source',
        '/api/events',
        '/api/fragments',
        `/api/fragments/${id}`,
        `/api/fragments/${id}/content`,
        '/metrics',
        '/nothing',
      ];
      for (const path of paths)
        for (const run of [browser.run, browser.runInWorker])
          for (const host of ['127.0.0.1', 'localhost'])
            assert.match(
              await run(waysToRequest.fetch ?? '', `http://${host}:${hub.bridgePort}${path}`),
              /urn:hub:problem:browser-request/,
              path,
            );
    });

    it(`changes nothing, ${disguise}`, async () => {
      await browser.disguise(disguise);
      const before = await hub.fragments();
      for (const [name, deed] of Object.entries(changingRequests)) {
        const answer = await browser.run(deed, `http://127.0.0.1:${hub.bridgePort}/`);
        assert.match(answer, /urn:hub:problem:(browser-request|foreign-origin)|^sent$/, name);
      }
      assert.deepEqual(await hub.fragments(), before);
    });
  }

  it('may open public addresses in a tab, as a person may', async () => {
    await browser.disguise('as the browser sends it');
    const read = (port: number, path: string): Promise<string> =>
      browser.run(waysToRequest['a tab that a script is put into'] ?? '', `http://127.0.0.1:${port}${path}`);
    assert.match(await read(hub.bridgePort, '/api/health/status'), /"component":"python_core"/);
    assert.match(await read(hub.webPort, '/api/status'), /"component":"web_listener"/);
    assert.match(await read(hub.bridgePort, '/source'), /Not for browsers/);
  });
});
