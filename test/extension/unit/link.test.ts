/** The connection of the extension, with the real web listener, and with what else may have its port. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LinkState } from '../../../extension/background/connection-rules.ts';
import { type Link, type LinkParts, openLink } from '../../../extension/background/link.ts';
import type { ExtensionMessage } from '../../../src/contract/extension-messages.ts';
import { recordJudgement, recordSaved } from '../../../src/journal/fragments/fragment-states.ts';
import { becomeExtension, closing } from '../../doubles/extension-globals.ts';
import { listenerInProcess } from '../../doubles/listener-in-process.ts';
import { judged } from '../../doubles/temporary-journal.ts';
import { extensionOrigin } from '../../harness/http-rig.ts';
import { until } from '../../harness/until.ts';

const secretWords = 'the words of a private page';
const save = (id: string): ExtensionMessage => ({
  ...{ id, kind: 'selection', atMs: Date.now(), url: 'https://a.example/', title: 'A page', text: secretWords, form: 'markdown' },
});

interface LinkRig {
  readonly link: Link;
  readonly states: LinkState[];
  readonly receipts: string[];
  access: { readonly token: string; readonly port: number } | null;
  isNeeded: boolean;
}

function linkTo(t: TestContext, access: LinkRig['access'], parts: Partial<LinkParts> = {}): LinkRig {
  t.after(becomeExtension(extensionOrigin));
  const states: LinkState[] = [];
  const receipts: string[] = [];
  const link = openLink({
    access: async () => rig.access,
    isNeeded: async () => rig.isNeeded,
    onState: (state) => {
      states.push(state);
      // As the outbox does.
      if (state === 'connected') void link.send(save('message-1'));
    },
    onExcluded: () => {},
    onUpdate: () => {},
    onReceipt: async ({ receipt }) => void receipts.push(receipt),
    replacedAtMs: async () => null,
    keepReplaced: async () => {},
    stayAlive: () => {},
    ...parts,
  });
  const rig: LinkRig = { link, states, receipts, access, isNeeded: true };
  t.after(async () => {
    rig.access = null;
    await link.restart();
  });
  return rig;
}

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const token = 'T'.repeat(43);
const problem = (response: ServerResponse, status: number, reason: string): unknown =>
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(`{"type":"urn:hub:problem:${reason}","status":${status}}`);

/** A program that is not Hub, lets everybody in, and remembers every byte that it gets. */
async function stranger(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => unknown,
  heard: (socket: WebSocket, data: string) => void = (socket, data) =>
    socket.send(JSON.stringify({ ack: (JSON.parse(data) as { id: string }).id })),
) {
  const got: string[] = [];
  const sockets = new WebSocketServer({ ...closing, noServer: true, handleProtocols: () => 'hub.v1' });
  const server = createServer(async (request, response) => {
    got.push(JSON.stringify([request.url, request.rawHeaders]));
    let body = '';
    for await (const chunk of request) body += String(chunk);
    got.push(body);
    answer(request, response, body);
  }).on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    got.push(JSON.stringify([request.url, request.rawHeaders]));
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.send(JSON.stringify({ welcome: { version: '9', name: 'x' } }));
      socket.on('message', (data) => {
        got.push(String(data));
        heard(socket, String(data));
      });
    });
  });
  // `closeAllConnections` closes none that was upgraded.
  t.after(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return { port: await listen(t, server), got };
}

/** A proof that does not need the token: any bytes of its length, or one for another token. */
const keyOf = (of: string): Buffer => createHash('sha256').update(of).digest();
const proofFor = (of: string, body: string): string =>
  createHmac('sha256', keyOf(of))
    .update('hub proof')
    .update(Buffer.from((JSON.parse(body) as { nonce?: string }).nonce ?? '', 'base64url'))
    .digest('base64url');
const strangers: readonly (readonly [string, LinkState, Parameters<typeof stranger>[1]])[] = [
  [
    'a proof for another token',
    'not-hub',
    (_request, response, body) => response.end(JSON.stringify({ proof: proofFor('another', body) })),
  ],
  [
    'the nonce',
    'not-hub',
    (_request, response, body) => response.end(JSON.stringify({ proof: (JSON.parse(body) as { nonce?: string }).nonce })),
  ],
  ['an empty proof', 'not-hub', (_request, response) => response.end('{"proof":""}')],
  ['no JSON', 'not-hub', (_request, response) => response.end('<!doctype html>')],
  ['nothing at all', 'not-hub', () => {}],
  ['something else', 'not-hub', (_request, response) => response.end('{"ok":true}')],
  ['not found, as Hub says it', 'refused', (_request, response) => problem(response, 404, 'not-found')],
  ['too many, as Hub says it', 'connecting', (_request, response) => problem(response, 429, 'too-many-requests')],
  [
    'another address',
    'not-hub',
    (request, response) => response.writeHead(request.method === 'POST' ? 302 : 200, { location: '/elsewhere' }).end(),
  ],
];
for (const [name, state, answer] of strangers) {
  test(`a stranger at the port that answers ${name} gets neither the token nor a save`, async (t) => {
    const { port, got } = await stranger(t, answer);
    const { link, states } = linkTo(t, { token, port });
    const startedAtMs = performance.now();
    await link.attempt();
    assert.equal(link.state, state);
    assert.deepEqual(await link.send(save('message-2')), { kind: 'none', how: 'unsent' });
    assert.ok(performance.now() - startedAtMs < 6_000, 'it is not waited for longer');
    assert.ok(got.length >= 2 && !states.includes('connected'));
    const all = got.join('\n');
    for (const secret of [token, keyOf(token).toString('hex'), keyOf(token).toString('base64url'), secretWords])
      assert.ok(!all.includes(secret));
    assert.ok(!all.includes('/api/connect'), 'it was asked for nothing more');
  });
}

test('nobody at the port is told from a stranger', async (t) => {
  const { link } = linkTo(t, { token, port: 1 });
  await link.attempt();
  assert.equal(link.state, 'not-running');
});

test('it is connected to its own Hub, which is told by its beats what it has stored', async (t) => {
  const hub = await listenerInProcess(t);
  const rig = linkTo(t, { ...(await hub.pair()), port: hub.port }, { beatsEveryMs: 50 });
  await rig.link.attempt();
  assert.equal(rig.link.state, 'connected');
  assert.deepEqual(rig.link.hub, { name: 'Test browser', version: rig.link.hub?.version });
  await until('the save', () => hub.journal.statement('SELECT 1 FROM extension_messages').get());
  recordJudgement(hub.journal, 1, judged({ kind: 'save' }));
  recordSaved(hub.journal, 1, { workspace: '/w', sha256: '1', path: '/w/1.md', duplicate: false, atMs: 1 });
  await until('a receipt', () => rig.receipts.includes('message-1'));
  await until('its name in a beat', () => hub.journal.statement('SELECT told FROM extension_messages').get()?.told === 1);
});

test('a receipt is named also when the connection is left at once', async (t) => {
  const hub = await listenerInProcess(t);
  const rig = linkTo(t, { ...(await hub.pair()), port: hub.port });
  await rig.link.attempt();
  await until('the save', () => hub.journal.statement('SELECT 1 FROM extension_messages').get());
  recordJudgement(hub.journal, 1, judged({ kind: 'save' }));
  recordSaved(hub.journal, 1, { workspace: '/w', sha256: '1', path: '/w/1.md', duplicate: false, atMs: 1 });
  await until('a receipt', () => rig.receipts.includes('message-1'));
  rig.isNeeded = false;
  await rig.link.review();
  assert.equal(rig.link.state, 'idle');
  await until('its name in a beat', () => hub.journal.statement('SELECT told FROM extension_messages').get()?.told === 1);
});

test('a pairing that was revoked is told as that, while others of the same extension stand and without any', async (t) => {
  const hub = await listenerInProcess(t);
  const paired = await hub.pair({ name: 'One' });
  await hub.pair({ name: 'Two' });
  const { link } = linkTo(t, { ...paired, port: hub.port });
  for (const name of ['One', 'Two']) {
    await hub.listener().pairings.answer({ op: 'revoke', pairing: name });
    await link.restart();
    await link.attempt();
    assert.equal(link.state, 'refused', name);
  }
});

/** A listener that knows the token, and answers beats until it hangs: it neither reads nor closes then. */
async function hangingListener(t: TestContext) {
  const hanging = { isHanging: false, connections: 0, frames: [] as string[] };
  const right: Parameters<typeof stranger>[1] = (request, response, body) =>
    request.url === '/api/prove'
      ? response.end(JSON.stringify({ proof: proofFor(token, body) }))
      : problem(response, 400, 'invalid-request');
  const { port } = await stranger(t, right, (socket, data) => {
    hanging.frames.push(data);
    if (hanging.isHanging) socket.pause();
    else socket.send(JSON.stringify({ ack: (JSON.parse(data) as { id: string }).id }));
  });
  return Object.assign(hanging, { port });
}

test('a connection on which nothing moves any more is over as soon as a beat has waited for long', async (t) => {
  const listener = await hangingListener(t);
  const rig = linkTo(t, { token, port: listener.port }, { beatsEveryMs: 100, beatWithinMs: 500 });
  await rig.link.attempt();
  assert.equal(rig.link.state, 'connected');
  await until('the save', () => listener.frames.some((frame) => frame.includes('message-1')));
  const startedAtMs = performance.now();
  listener.isHanging = true;
  await until('its end', () => rig.link.state !== 'connected');
  assert.ok(performance.now() - startedAtMs < 5_000, 'the browser would tell it after a minute');
});

test('a pairing that ends while its connection is being looked into stays ended', async (t) => {
  const held = Promise.withResolvers<void>();
  const { port } = await stranger(t, async (_request, response) => {
    await held.promise;
    problem(response, 404, 'not-found');
  });
  const rig = linkTo(t, { token, port });
  await rig.link.review('now');
  rig.access = null;
  await rig.link.restart();
  assert.equal(rig.link.state, 'not-paired');
  held.resolve();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(rig.states.slice(-1), ['not-paired']);
});

test('a review that began before a restart connects with nothing of what was valid before', async (t) => {
  const first = await stranger(t, (_request, response) => response.end('{}'));
  const second = await stranger(t, (_request, response) => response.end('{}'));
  const accesses = [Promise.withResolvers<LinkRig['access']>(), Promise.withResolvers<LinkRig['access']>()];
  let asked = 0;
  const { link } = linkTo(t, null, { access: async () => (await accesses[asked++]?.promise) ?? null });
  const early = link.review('now');
  await until('its beginning', () => asked === 1);
  const restarted = link.restart();
  accesses[0]?.resolve({ token, port: first.port });
  accesses[1]?.resolve({ token, port: second.port });
  await Promise.all([early, restarted]);
  await until('a request', () => second.got.length > 0);
  assert.deepEqual(first.got, []);
});

test('two browsers with one pairing do not replace each other without end, and the one that was replaced says so', async (t) => {
  const hub = await listenerInProcess(t);
  const access = { ...(await hub.pair()), port: hub.port };
  const [one, other] = [linkTo(t, access), linkTo(t, access)];
  await one.link.attempt();
  await other.link.attempt();
  await until('the end of the first', () => one.link.state === 'replaced');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  assert.deepEqual([one.link.state, other.link.state], ['replaced', 'connected']);
});

test('a message that is too long for the listener, or that ends its connection, is told from one that was not sent', async (t) => {
  const hub = await listenerInProcess(t);
  const rig = linkTo(t, { ...(await hub.pair()), port: hub.port });
  await rig.link.attempt();
  const tooLong = { ...save('message-2'), text: '\u0001'.repeat(8 * 1024 * 1024) } as ExtensionMessage;
  assert.deepEqual(await rig.link.send(tooLong), { kind: 'none', how: 'too-large' });
  await until('another connection', () => rig.link.state === 'connected');
  const listener = await hangingListener(t);
  const hanging = linkTo(t, { token, port: listener.port }, { beatWithinMs: 300 });
  await hanging.link.attempt();
  await until('the save', () => listener.frames.some((frame) => frame.includes('message-1')));
  const sent = hanging.link.send(save('message-3'));
  hanging.isNeeded = false;
  listener.isHanging = true;
  await hanging.link.review();
  assert.deepEqual(await sent, { kind: 'none', how: 'unsent' }, 'it was left, and nothing was lost');
});

test('a background that starts after another browser has taken its place leaves it there for a while, unless a person asks', async (t) => {
  const hub = await listenerInProcess(t);
  const { token } = await hub.pair();
  // What outlives the background.
  let replacedAtMs: number | null = null;
  const kept: Partial<LinkParts> = {
    replacedAtMs: async () => replacedAtMs,
    keepReplaced: async (atMs) => {
      replacedAtMs = atMs;
    },
  };
  const first = linkTo(t, { token, port: hub.port }, kept);
  await first.link.attempt();
  const copy = linkTo(t, { token, port: hub.port });
  await copy.link.attempt();
  await until('the end of the first one', () => first.link.state === 'replaced');
  assert.ok(replacedAtMs !== null);
  const fresh = linkTo(t, { token, port: hub.port }, kept);
  await fresh.link.review();
  assert.deepEqual([fresh.link.state, copy.link.state], ['replaced', 'connected']);
  await fresh.link.attempt();
  assert.equal(fresh.link.state, 'connected');
  assert.equal(replacedAtMs, null);
});
