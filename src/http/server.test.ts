import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import {
  assertGuarded,
  assertProblem,
  assertStillGood,
  canary,
  extensionOrigin,
  json,
  postWith,
  save,
  sharedHttpRig,
  startHttpRig,
  withBody,
  withHeaders,
} from '../../test/harness/http-rig.ts';
import { askRaw, RawConnection, requestBytes, sendRaw } from '../../test/harness/raw-http.ts';
import { until } from '../../test/harness/until.ts';
import { startLoopbackServer } from './server.ts';

const rig = await sharedHttpRig();
const { port } = rig;

test('answers under each of its own names, and only under these', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
    const answer = await askRaw(port, { target: '/source', host });
    assert.equal(answer.status, 200);
    assertGuarded(answer);
  }
});

test('answers no extension, whatever a browser calls its site, and sends no CORS headers', async () => {
  for (const site of ['cross-site', 'none'])
    assertProblem(await askRaw(port, withHeaders(['Origin', extensionOrigin], ['Sec-Fetch-Site', site])), 'foreign-origin');
});

/** The headers that every browser sends for an address that a person opens in a tab. */
const opened = [
  ['Sec-Fetch-Site', 'none'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Sec-Fetch-User', '?1'],
  ['Sec-Fetch-Dest', 'document'],
] as const;

test('a browser may open an address that is not private, and nothing else', async () => {
  const verdict = async (target: string, ...headers: readonly (readonly [string, string])[]): Promise<number> =>
    (await askRaw(port, { target, headers })).status;
  assert.equal(await verdict('/api/status', ...opened), 200);
  assert.equal(await verdict('/source', ...opened), 403);
  for (const changed of [
    ['Sec-Fetch-Mode', 'cors'],
    ['Sec-Fetch-Dest', 'iframe'],
    ['Sec-Fetch-Site', 'cross-site'],
  ] as const) {
    const headers = opened.map((header) => (header[0] === changed[0] ? changed : header));
    assert.equal(await verdict('/api/status', ...headers), 403, changed.join());
  }
});

test('a browser without revealing headers is refused because of its program', async () => {
  await using own = await startHttpRig();
  own.peerUser.verdict = 'browser';
  for (const target of ['/source', '/api/status', '/nothing', '/api/events'])
    assertProblem(await askRaw(own.port, { target }), 'browser-request');
  assertProblem(await askRaw(own.port, save), 'browser-request');
  assert.equal((await askRaw(own.port, { target: '/api/status', headers: opened })).status, 200);
});

test("a program in a sandbox is refused on every route, even with a browser's headers", async () => {
  await using own = await startHttpRig();
  own.peerUser.verdict = 'sandboxed';
  for (const target of ['/source', '/api/status', '/nothing'])
    for (const headers of [[], opened] as const) assertProblem(await askRaw(own.port, { target, headers }), 'sandboxed-program');
  assert.equal(own.handled(), 0);
});

test("answers a lone Referer, Node's fetch, and HTTP/1.0", async () => {
  assert.equal((await askRaw(port, withHeaders(['Referer', 'https://evil.com/']))).status, 200);
  assert.equal((await fetch(`http://127.0.0.1:${port}/source`)).status, 200);
  assert.equal((await askRaw(port, { target: '/source', version: 'HTTP/1.0' })).status, 200);
});

test('accepts JSON in the forms that clients write', async () => {
  for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"']) {
    assert.equal((await askRaw(port, postWith(['Content-Type', type]))).status, 200);
  }
  assert.equal((await askRaw(port, withBody(`\ufeff${save.body}`))).status, 200);
  assert.equal(
    (await askRaw(port, { ...save, headers: [json, ['Transfer-Encoding', 'chunked']], body: `22\r\n${save.body}\r\n0\r\n\r\n` })).status,
    200,
  );
  assert.equal((await askRaw(port, { ...save, headers: [json, ['Content-Encoding', 'identity']] })).status, 200);
});

test('sends 100 to a client that waits for it, and refuses without it', async () => {
  using connection = await RawConnection.open(port);
  connection.write(
    requestBytes(port, { ...save, headers: [json, ['Expect', '100-continue'], ['Content-Length', String(save.body.length)]], body: '' }),
  );
  await connection.received('100 Continue');
  connection.write(save.body);
  assert.equal((await connection.answer())?.status, 200);
  const waiting = { ...save, host: 'evil.com', headers: [json, ['Expect', '100-continue'], ['Content-Length', '9']], body: '' } as const;
  assertProblem(await askRaw(port, waiting), 'foreign-host');
});

test('names the field of an error and never its value', async () => {
  const answer = await askRaw(port, withBody(`{"content":"a","filename":["${canary}"]}`));
  assertProblem(answer, 'invalid-request');
  assert.match(answer.body.toString(), /body\.filename/);
});

test('HEAD is not a route', async () => {
  using connection = await RawConnection.open(port);
  connection.write(requestBytes(port, { method: 'HEAD', target: '/source' }));
  assert.match(await connection.received('\r\n\r\n'), /^HTTP\/1\.1 404 /);
});

test('parses queries and parameters by their schemas', async () => {
  assert.deepEqual(JSON.parse((await askRaw(port, { target: '/api/things?q=%C3%A4+b&limit=2' })).body.toString()), { q: 'ä b', limit: 2 });
  assert.deepEqual(JSON.parse((await askRaw(port, { target: '/api/things' })).body.toString()), { q: '', limit: 5 });
  assert.deepEqual(JSON.parse((await askRaw(port, { method: 'DELETE', target: '/api/things/7' })).body.toString()), { id: 7 });
  assertProblem(await askRaw(port, { method: 'DELETE', target: '/api/things/404' }), 'not-found');
});

test('answers 304 to the current tag, with its guard headers', async () => {
  const [first, same, other] = [
    await askRaw(port, { target: '/source' }),
    await askRaw(port, withHeaders(['If-None-Match', 'W/"v0", "v1"'])),
    await askRaw(port, withHeaders(['If-None-Match', '"v2"'])),
  ];
  assert.equal(first.headers.get('etag'), '"v1"');
  assert.deepEqual([same.status, same.body.length, same.headers.get('etag')], [304, 0, '"v1"']);
  assertGuarded(same);
  assert.equal(other.status, 200);
});

test('a handler that throws is answered 500 without its message, and the process continues', async () => {
  assertProblem(await askRaw(port, { target: '/broken' }), 'internal');
  await assertStillGood(port);
});

test('ignores requests that are pipelined behind a refusal', async () => {
  const handledBefore = rig.handled();
  using connection = await RawConnection.open(port);
  connection.write(Buffer.concat([requestBytes(port, { target: '/source', host: 'evil.com' }), requestBytes(port, save)]));
  assertProblem(await connection.answer(), 'foreign-host');
  assert.equal(await connection.answer(), null);
  assert.equal(rig.handled(), handledBefore);
});

test('answers pipelined good requests in order', async () => {
  using connection = await RawConnection.open(port);
  connection.write(Buffer.concat([1, 2, 3].map((limit) => requestBytes(port, { target: `/api/things?limit=${limit}` }))));
  for (const limit of [1, 2, 3]) assert.equal(JSON.parse((await connection.answer())?.body.toString() ?? '').limit, limit);
});

test('a truncated body reaches no handler', async () => {
  const handledBefore = rig.handled();
  using connection = await RawConnection.open(port);
  connection.write(requestBytes(port, { ...save, headers: [json, ['Content-Length', '100']], body: '{"con' }));
  connection.socket.end();
  await connection.closed();
  assert.equal(rig.handled(), handledBefore);
  await assertStillGood(port);
});

test('closes CONNECT without becoming a proxy', async () => {
  assert.equal(await sendRaw(port, `CONNECT evil.com:443 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), null);
  await assertStillGood(port);
});

test('identifies the other end once per connection', async () => {
  const askedBefore = rig.peerUser.asked;
  using connection = await RawConnection.open(port);
  for (let count = 0; count < 3; count += 1) {
    connection.write(requestBytes(port, { target: '/source' }));
    assert.equal((await connection.answer())?.status, 200);
  }
  assert.equal(rig.peerUser.asked, askedBefore + 1);
});

test("refuses another user and an unknown one, after Host and Origin; admits root, and everyone if the system can't be asked", async () => {
  await using own = await startHttpRig();
  for (const verdict of ['other', 'unknown'] as const) {
    own.peerUser.verdict = verdict;
    assertProblem(await askRaw(own.port, { target: '/source' }), 'foreign-user');
    assertProblem(await askRaw(own.port, { target: '/nothing' }), 'foreign-user');
    assertProblem(await askRaw(own.port, { target: '/source', host: 'evil.com' }), 'foreign-host');
  }
  assert.equal(own.handled(), 0);
  for (const verdict of ['root', 'unsupported'] as const) {
    own.peerUser.verdict = verdict;
    await assertStillGood(own.port);
  }
  assert.equal(own.server.counters().refused['foreign-user'], 4);
});

test('is bound to 127.0.0.1 and to no other address', { skip: process.platform !== 'linux' && 'reads /proc/net/tcp' }, async () => {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readFileSync(table, 'latin1').split('\n'))
    .map((line) => line.trim().split(/\s+/));
  assert.deepEqual(
    listening.filter(([, local, , state]) => local?.endsWith(suffix) && state === '0A').map(([, local]) => local),
    [`0100007F${suffix}`],
  );
  for (const address of Object.values(networkInterfaces()).flat()) {
    if (!address || address.internal || address.family !== 'IPv4') continue;
    const socket = net.connect({ port, host: address.address });
    const [error] = await once(socket, 'error');
    assert.equal(error.code, 'ECONNREFUSED');
  }
});

test('a port in use is a reason, not an exception', async () => {
  const second = await startLoopbackServer({ port, routes: [], peerUser: rig.peerUser });
  assert.deepEqual(second, { ok: false, reason: 'port-in-use' });
});

test('an event stream begins at once, and its handler is notified when the client leaves', async () => {
  await using own = await startHttpRig();
  {
    using connection = await RawConnection.open(own.port);
    connection.write(requestBytes(own.port, { target: '/api/events' }));
    const head = await connection.received('data: {"n":1}\n\n');
    assert.match(head, /content-type: text\/event-stream/i);
    assert.match(head, /event: source\n/);
    assert.equal(own.streaming(), 1);
  }
  await until('end of the stream', () => own.streaming() === 0);
});

test('a stream ends if its client requests another protocol on the same connection', async () => {
  await using own = await startHttpRig();
  using connection = await RawConnection.open(own.port);
  connection.write(requestBytes(own.port, { target: '/api/events' }));
  await connection.received('data: {"n":1}\n\n');
  connection.write(requestBytes(own.port, withHeaders(['Connection', 'Upgrade'], ['Upgrade', 'websocket'])));
  await connection.closed();
  await until('end of the stream', () => own.streaming() === 0 && own.server.counters().open === 0);
});

test('closing ends streams and idle connections at once, and accepts no new ones', async () => {
  const own = await startHttpRig();
  using stream = await RawConnection.open(own.port);
  stream.write(requestBytes(own.port, { target: '/api/events' }));
  await stream.received('data:');
  using idle = await RawConnection.open(own.port);
  idle.write(requestBytes(own.port, { target: '/source' }));
  await idle.answer();
  using silent = await RawConnection.open(own.port);
  await own.server.close(10_000);
  await Promise.all([stream.closed(), idle.closed(), silent.closed()]);
  assert.equal(await sendRaw(own.port, requestBytes(own.port, { target: '/source' })), null);
});

test('closing cuts unfinished requests at the deadline', async () => {
  const own = await startHttpRig();
  using slow = await RawConnection.open(own.port);
  slow.write(requestBytes(own.port, { ...save, headers: [json, ['Content-Length', '100']], body: '{' }));
  await until('request', () => own.server.counters().requests > 0);
  await own.server.close(50);
  await slow.closed();
});
