import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import WebSocket from 'ws';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { ExtensionClient } from '../../../test/harness/extension-client.ts';
import { until } from '../../../test/harness/until.ts';
import { extensionProtocol, type ListenerMessage } from '../../contract/extension-messages.ts';
import { ExtensionSockets, type ExtensionSocketsParts } from './extension-sockets.ts';

const pairing = { id: 'aaaaaaaa', name: 'a', origin: 'o', browser: null, tokenSha256: '', pairedAtMs: 0, lastSeenAtMs: null };
const token = 'A'.repeat(43);

test('while a disk does not answer, an extension that connects again and again is owed one answer, and its frames are let go', async (t) => {
  const held: { readonly frame: string; readonly answer: (message: ListenerMessage) => void }[] = [];
  const port = await serve(t, {
    answer: (_pairing, _program, frame) =>
      new Promise((answer) => {
        held.push({ frame: Buffer.from(frame).toString(), answer });
      }),
  });
  const connect = async (): Promise<ExtensionClient> => await ExtensionClient.connect(port, { token, origin: 'o' });
  for (let time = 0; time < 5; time += 1) {
    const client = await connect();
    for (const frame of ['a', 'b']) client.socket.send(`${frame}${time}`, { binary: false });
    await new Promise((resolve) => client.socket.ping(undefined, undefined, resolve));
    await until('the frames', () => held.length > 0);
    client[Symbol.dispose]();
  }
  using last = await connect();
  last.socket.send('the last', { binary: false });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(
    held.map(({ frame }) => frame),
    ['a0'],
  );
  held[0]?.answer({ ack: 'message-0' });
  await until('the next one', () => held.length > 1);
  assert.equal(held[1]?.frame, 'the last');
  held[1]?.answer({ ack: 'message-1' });
  await last.until('its answer', (said) => 'ack' in said && said.ack === 'message-1');
  assert.equal(held.length, 2);
});

test('a pairing that is revoked while the library is loaded does not get its connection', async (t) => {
  let isRevoked = false;
  const opened: string[] = [];
  const port = await serve(t, {
    find: () => {
      const found = isRevoked ? null : pairing;
      isRevoked = true; // right after the request was looked at
      return found;
    },
    opened: ({ id }) => opened.push(id),
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, [extensionProtocol, token], { origin: 'o' });
  let wasOpen = false;
  let failed = false;
  socket.on('open', () => {
    wasOpen = true;
  });
  socket.on('error', () => {
    failed = true;
  });
  t.after(() => socket.terminate());
  await until('the end of the connection', () => failed || wasOpen);
  assert.equal(wasOpen, false);
  assert.deepEqual(opened, []);
});

/** The port of sockets that admit everybody. */
async function serve(t: TestContext, parts: Partial<ExtensionSocketsParts>): Promise<number> {
  const sockets = new ExtensionSockets({
    log: rememberingLog(() => {}),
    find: () => pairing,
    programOf: async () => null,
    welcome: () => ({ welcome: { version: '1', name: 'a' } }),
    answer: async () => ({ ack: 'any' }),
    opened: () => {},
    closed: () => {},
    ...parts,
  });
  const server = createServer().on('upgrade', (request, _socket, head) => void sockets.upgrade(request, head));
  t.after(() => {
    sockets[Symbol.dispose]();
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
