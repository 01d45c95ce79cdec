/** What the connection does once somebody has proved to be Hub, by a listener that holds its answers as long as a test wants. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { type LinkState, retryAfterMs } from '../../../extension/background/connection-rules.ts';
import { type LinkParts, openLink } from '../../../extension/background/link.ts';
import { type ExtensionMessage, extensionLimits, type ListenerMessage, proofWords } from '../../../src/contract/extension-messages.ts';
import { becomeExtension, closing } from '../../doubles/extension-globals.ts';
import { extensionOrigin } from '../../harness/http-rig.ts';
import { until } from '../../harness/until.ts';

const token = 'T'.repeat(43);

/** The right answer to a request for a proof. */
async function rightProof(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { nonce = '' } = JSON.parse(body) as { nonce?: string };
  const key = createHash('sha256').update(token).digest();
  const proof = createHmac('sha256', key).update(proofWords.proof).update(Buffer.from(nonce, 'base64url')).digest('base64url');
  return JSON.stringify({ proof });
}

interface Listener {
  readonly port: number;
  /** Each token that it was offered. */
  readonly offered: string[];
  readonly heard: ExtensionMessage[];
  say(message: ListenerMessage): void;
  /** Ends the connections. */
  cut(): void;
}

async function listener(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<Listener> {
  const upgrades = new WebSocketServer({ ...closing, noServer: true, handleProtocols: () => 'hub.v1' });
  const offered: string[] = [];
  const heard: ExtensionMessage[] = [];
  const say = (socket: WebSocket, message: ListenerMessage): void => socket.send(JSON.stringify(message));
  const server = createServer((request, response) => void answer(request, response)).on('upgrade', (request, stream, head) => {
    offered.push(request.headers['sec-websocket-protocol'] ?? '');
    upgrades.handleUpgrade(request, stream, head, (socket) => {
      say(socket, { welcome: { version: '9', name: 'x', excludedHosts: [] } });
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as ExtensionMessage;
        heard.push(message);
        say(socket, { ack: message.id });
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of upgrades.clients) socket.terminate();
  };
  t.after(() => {
    cut();
    server.close();
    server.closeAllConnections();
  });
  const sayAll = (message: ListenerMessage): void => {
    for (const socket of upgrades.clients) say(socket, message);
  };
  return { port: (server.address() as AddressInfo).port, offered, heard, say: sayAll, cut };
}

const provesAll = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => response.end(await rightProof(request));

function linkTo(t: TestContext, port: number, parts: Partial<LinkParts> = {}) {
  t.after(becomeExtension(extensionOrigin));
  const states: LinkState[] = [];
  const rig = { states, isPaired: true };
  const link = openLink({
    access: async () => (rig.isPaired ? { token, port } : null),
    isNeeded: async () => true,
    onState: (state) => states.push(state),
    onExcluded: () => {},
    onUpdate: () => {},
    onReceipt: async () => {},
    stayAlive: () => {},
    replacedAtMs: async () => null,
    keepReplaced: async () => {},
    ...parts,
  });
  t.after(async () => {
    rig.isPaired = false;
    await link.restart();
  });
  return Object.assign(rig, { link });
}

test('a proof that somebody else gives, to whom the request is passed on, is none', async (t) => {
  const { port, offered } = await listener(t, async (request, response) => {
    if (request.url === '/hub') return await provesAll(request, response);
    return response.writeHead(request.url === '/api/prove' ? 307 : 404, { location: '/hub' }).end();
  });
  const { link } = linkTo(t, port);
  await link.attempt();
  assert.deepEqual([link.state, offered], ['not-hub', []]);
});

test('a pairing that ends while its Hub proves itself gives its token to nobody', async (t) => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const { port, offered } = await listener(t, async (request, response) => {
    asked += 1;
    const proof = await rightProof(request);
    await held.promise;
    response.end(proof);
  });
  const rig = linkTo(t, port);
  await rig.link.review('now');
  await until('the question', () => asked === 1);
  rig.isPaired = false;
  await rig.link.restart();
  held.resolve();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual([offered, rig.link.state, rig.states.at(-1)], [[], 'not-paired', 'not-paired']);
});

test('a link that is left while its connection is being made is left without a word', async (t) => {
  const { port, reached } = await unansweredUpgrades(t);
  const rig = linkTo(t, port);
  void rig.link.attempt();
  const stream = await reached;
  const closed = once(stream, 'close');
  stream.resume();
  rig.isPaired = false;
  await rig.link.restart();
  await closed;
  // What is thrown outside of the test fails it, if it is still there by then.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([rig.link.state, rig.states], ['not-paired', ['connecting', 'idle', 'not-paired']]);
});

/** A listener that proves to be Hub, and never answers an upgrade; `reached`: the connection of the first one. */
async function unansweredUpgrades(t: TestContext) {
  const { promise: reached, resolve } = Promise.withResolvers<Duplex>();
  const server = createServer((request, response) => void provesAll(request, response)).on('upgrade', (_, stream) => {
    stream.on('error', () => {}).on('end', () => stream.destroy());
    resolve(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, reached };
}

test('beats name what is stored: each receipt until one was answered, at most so many, and none that tells of a wait', async (t) => {
  const { port, heard, say } = await listener(t, provesAll);
  const stored: string[] = [];
  const { link } = linkTo(t, port, { onReceipt: async ({ receipt }) => void stored.push(receipt) });
  await link.attempt();
  assert.equal(link.state, 'connected');
  const ids = Array.from({ length: extensionLimits.receipts + 5 }, (_, at) => `message-${at}`);
  say({ receipt: 'message-waits', outcome: 'waiting', text: '' });
  for (const receipt of ids) say({ receipt, outcome: 'saved', text: '' });
  await until('all receipts', () => stored.length === ids.length + 1);
  heard.length = 0;
  for (const _ of Array(3)) assert.ok((await link.roundTrip()) !== null);
  const named = heard.map((message) => (message.kind === 'beat' ? (message.receipts ?? []) : ['?']));
  assert.deepEqual(named, [ids.slice(0, extensionLimits.receipts), ids.slice(extensionLimits.receipts), []]);
});

test('a connection over which something was sent has not failed: the next one is made as soon as after the first failure', async (t) => {
  const { port, offered, cut } = await listener(t, provesAll);
  const { link } = linkTo(t, port);
  const pauses = quickPauses(t);
  await link.attempt();
  for (const isSent of [true, true, true, false, false]) {
    await until('a connection', () => link.state === 'connected');
    const id = `message-${pauses.length}`;
    const save = { id, kind: 'selection', atMs: 1, url: 'https://a.example/', title: '', text: 'x', form: 'markdown' } as const;
    if (isSent) assert.deepEqual(await link.send(save), { kind: 'ack' });
    const count = offered.length;
    cut();
    await until('the next one', () => offered.length > count);
  }
  assert.deepEqual(
    pauses,
    [1, 1, 1, 2, 3].map((failures) => retryAfterMs(failures)),
  );
});

test('a connection that stood for long has not failed either, also if nothing was sent over it', async (t) => {
  const { port, offered, cut } = await listener(t, provesAll);
  const { link } = linkTo(t, port);
  const pauses = quickPauses(t);
  const clock = performance.now;
  let laterMs = 0;
  performance.now = () => clock.call(performance) + laterMs;
  t.after(() => {
    performance.now = clock;
  });
  await link.attempt();
  for (const stoodMs of [0, 0, 31_000, 0]) {
    await until('a connection', () => link.state === 'connected');
    laterMs += stoodMs;
    const count = offered.length;
    cut();
    await until('the next one', () => offered.length > count);
  }
  const expected = [1, 2, 1, 2].map((failures) => retryAfterMs(failures));
  assert.deepEqual(pauses, expected);
});

test('what failed while a connection was needed does not count the next time that one is needed', async (t) => {
  const { port } = await listener(t, (_request, response) => response.end('{}'));
  let isNeeded = true;
  const { link } = linkTo(t, port, { isNeeded: async () => isNeeded });
  const pauses = quickPauses(t);
  await link.attempt();
  await until('three failures', () => pauses.length >= 3);
  isNeeded = false;
  await link.review();
  assert.equal(link.state, 'idle');
  const before = pauses.length;
  isNeeded = true;
  await link.attempt();
  assert.deepEqual([pauses[2], pauses[before]], [retryAfterMs(3), retryAfterMs(1)]);
});

/** The pauses between the attempts, which take no time while the test runs. */
function quickPauses(t: TestContext): readonly number[] {
  const known = new Set([1, 2, 3, 4, 5].map((failures) => retryAfterMs(failures)));
  const pauses: number[] = [];
  const usual = globalThis.setTimeout;
  t.after(() => {
    globalThis.setTimeout = usual;
  });
  // What fetches uses it too, and has words for its callbacks.
  globalThis.setTimeout = ((call: (...words: readonly unknown[]) => void, ms = 0, ...words: readonly unknown[]) => {
    if (known.has(ms)) pauses.push(ms);
    return usual(call, known.has(ms) ? 1 : ms, ...words);
  }) as typeof setTimeout;
  return pauses;
}
