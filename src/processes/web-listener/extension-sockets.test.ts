import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import WebSocket from 'ws';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { ExtensionClient } from '../../../test/harness/extension-client.ts';
import { until } from '../../../test/harness/until.ts';
import { closeCodes, extensionProtocol, type ListenerMessage } from '../../contract/extension-messages.ts';
import { ExtensionSockets, type ExtensionSocketsParts } from './extension-sockets.ts';

const pairing = { id: 'aaaaaaaa', name: 'a', origin: 'o', browser: null, tokenSha256: '', pairedAtMs: 0, lastSeenAtMs: null };
const token = 'A'.repeat(43);

test('while a disk does not answer, an extension that connects again and again is owed one answer, and its frames are let go', async (t) => {
  const held: { readonly frame: string; readonly answer: (message: ListenerMessage) => void }[] = [];
  const { port } = await serve(t, {
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
  const { port } = await serve(t, {
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

test('whoever is being admitted when the listener ends does not get a connection', async (t) => {
  const opened: string[] = [];
  const { sockets, port } = await serve(t, {
    find: () => {
      sockets[Symbol.dispose](); // while the library is loaded
      return pairing;
    },
    opened: ({ id }) => opened.push(id),
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, [extensionProtocol, token], { origin: 'o' });
  t.after(() => socket.terminate());
  const how = await new Promise<string>((resolve) => socket.once('open', () => resolve('open')).once('error', () => resolve('refused')));
  assert.deepEqual([how, opened, sockets.connected], ['refused', [], 0]);
});

test('an extension that waits for an answer is not silent, however long that takes; afterwards it is', async (t) => {
  const slow = Promise.withResolvers<ListenerMessage>();
  const { port } = await serve(t, { answer: () => slow.promise, silentAfterMs: 100 });
  using client = await ExtensionClient.connect(port, { token, origin: 'o' });
  client.socket.send('a', { binary: false });
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.equal(client.closed, null);
  slow.resolve({ ack: 'message-0' });
  await client.until('its answer', (said) => 'ack' in said);
  assert.equal(await until('the end', () => client.closed ?? undefined), closeCodes.silent);
});

test('an extension that does not read what it is told is let go, and what waits for it is bounded', async (t) => {
  const { sockets, port } = await serve(t, {});
  using client = await ExtensionClient.connect(port, { token, origin: 'o' });
  client.socket.pause();
  const update = { update: { excludedHosts: ['x'.repeat(1024 * 1024)] } };
  let told = 0;
  while (told < 100 && sockets.send(pairing.id, update)) told += 1;
  assert.ok(told < 100, 'a hundred megabytes wait for it');
  await until('its end', () => !sockets.isConnected(pairing.id));
});

test('an extension that sends faster than it is answered is not read from meanwhile, and every frame is answered then', async (t) => {
  let isHeld = true;
  const held = Promise.withResolvers<void>();
  let answered = 0;
  const { port } = await serve(t, {
    answer: async () => {
      if (isHeld) await held.promise;
      answered += 1;
      return { ack: `message-${answered}` };
    },
  });
  using client = await ExtensionClient.connect(port, { token, origin: 'o' });
  const [frame, frames] = [Buffer.alloc(2 * 1024 * 1024, 'a'), 20];
  let taken = 0;
  const sendAll = async (): Promise<void> => {
    for (; taken < frames; taken += 1) await new Promise((resolve) => client.socket.send(frame, { binary: false }, resolve));
  };
  const sent = sendAll();
  let [before, sameFor] = [-1, 0];
  await until('nothing to be taken any more', () => {
    sameFor = taken === before ? sameFor + 1 : 0;
    before = taken;
    return sameFor > 15;
  });
  // Two frames, and what the system holds for both ends: not the sixteen that short frames may be.
  assert.ok(taken >= 2 && taken < 12, `${taken} frames were taken`);
  isHeld = false;
  held.resolve();
  await sent;
  await until('all answers', () => client.heard.filter((said) => 'ack' in said).length === frames);
});

/** Sockets that admit everybody, and their port. */
async function serve(t: TestContext, parts: Partial<ExtensionSocketsParts>) {
  const sockets: ExtensionSockets = new ExtensionSockets({
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
  return { sockets, port: (server.address() as AddressInfo).port };
}
