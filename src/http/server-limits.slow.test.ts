import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem, assertStillGood, type HttpRig, json, startHttpRig } from '../../test/harness/http-rig.ts';
import { askRaw, RawConnection, requestBytes, sendRaw } from '../../test/harness/raw-http.ts';
import { until } from '../../test/harness/until.ts';
import type { PeerVerdict } from '../platform/peer-user/index.ts';

const save = { method: 'POST', target: '/api/save/test', headers: [json] } as const;
const quick = { headersMs: 100, requestMs: 300, checkMs: 20 } as const;

/** A save whose body has exactly this many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ content: '', filename: 'a' }).length;
  return JSON.stringify({ content: 'x'.repeat(bytes - empty), filename: 'a' });
}

test('a body of exactly the limit is accepted, and one byte more is refused, however it is framed', async () => {
  await using rig = await startHttpRig({ limits: { bodyBytes: 50_000 } });
  const chunked = (body: string): Parameters<typeof askRaw>[1] => ({
    ...save,
    headers: [json, ['Transfer-Encoding', 'chunked']],
    body: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  });
  assert.equal((await askRaw(rig.port, { ...save, body: bodyOf(50_000) })).status, 200);
  assert.equal((await askRaw(rig.port, chunked(bodyOf(50_000)))).status, 200);
  assertProblem(await askRaw(rig.port, { ...save, body: bodyOf(50_001) }), 'body-too-large');
  assertProblem(await askRaw(rig.port, chunked(bodyOf(50_001))), 'body-too-large');
  assert.equal(rig.handled(), 2);
  await assertStillGood(rig.port);
});

test('a body with a declared length over 8 MiB is refused before it is read', async () => {
  await using rig = await startHttpRig();
  assertProblem(
    await askRaw(rig.port, { ...save, headers: [json, ['Content-Length', String(10 * 1024 * 1024)]], body: '' }),
    'body-too-large',
  );
  assertProblem(await askRaw(rig.port, { ...save, body: 'x'.repeat(10 * 1024 * 1024) }), 'body-too-large');
  await assertStillGood(rig.port);
});

test('a chunked body without an end is refused at the limit, and cut off', async () => {
  await using rig = await startHttpRig({ limits: { lingerMs: 50 } });
  using connection = await RawConnection.open(rig.port);
  connection.write(requestBytes(rig.port, { ...save, headers: [json, ['Transfer-Encoding', 'chunked']], body: '' }));
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  const pour = (): void => {
    while (!connection.isClosed && connection.socket.writable && connection.socket.write(chunk));
  };
  connection.socket.on('drain', pour);
  pour();
  assertProblem(await connection.answer(), 'body-too-large');
  await connection.closed();
  assert.equal(rig.handled(), 0);
  await assertStillGood(rig.port);
});

test('headers or a target over 8 KiB are refused', async () => {
  await using rig = await startHttpRig();
  assertProblem(await askRaw(rig.port, { target: '/source', headers: [['X', 'x'.repeat(17 * 1024)]] }), 'headers-too-large');
  assertProblem(await askRaw(rig.port, { target: `/api/things?q=${'x'.repeat(17 * 1024)}` }), 'headers-too-large');
  assert.equal((await askRaw(rig.port, { target: '/source', headers: [['X', 'x'.repeat(7 * 1024)]] })).status, 200);
});

test('a client that is too slow gets 408 and is disconnected: in silence, in its headers, in its body', async () => {
  await using rig = await startHttpRig({ limits: quick });
  const beginnings = [
    '',
    `GET /source HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\n`,
    requestBytes(rig.port, { ...save, headers: [json, ['Content-Length', '50']], body: '{' }),
  ];
  for (const beginning of beginnings) {
    using connection = await RawConnection.open(rig.port);
    connection.write(beginning);
    assertProblem(await connection.answer(), 'too-slow');
    await connection.closed();
  }
  assert.equal(rig.handled(), 0);
  await assertStillGood(rig.port);
});

test('an occasional byte does not extend the deadline of a slow client', async () => {
  await using rig = await startHttpRig({ limits: quick });
  using connection = await RawConnection.open(rig.port);
  connection.write(`GET /source HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\nX: `);
  const dripping = setInterval(() => connection.write('x'), 20);
  try {
    assertProblem(await connection.answer(), 'too-slow');
  } finally {
    clearInterval(dripping);
  }
});

test('a client that does not read its answers is disconnected, and one with a quiet stream is not', async () => {
  await using rig = await startHttpRig({ limits: { stillMs: 300, eventKeepAliveMs: 50, waitingRequests: 4_000 } });
  using quiet = await RawConnection.open(rig.port);
  quiet.write(requestBytes(rig.port, { target: '/api/events' }));
  await quiet.received('data:');
  using deaf = await RawConnection.open(rig.port);
  const question = requestBytes(rig.port, { target: '/source' });
  deaf.write(question);
  await deaf.answer();
  deaf.socket.pause();
  for (let count = 0; count < 3_000; count += 1) deaf.write(question);
  await until('end of the one that does not read', () => rig.server.counters().requests > 10 && rig.server.counters().open === 1);
  assert.deepEqual(rig.server.counters().refused, {}, 'it was let go for its silence');
  const asChunk = '8\r\n: here\n\n\r\n';
  await quiet.received(asChunk.repeat(10));
  assert.equal(rig.streaming(), 1);
});

const idlers: readonly [name: string, bytes: (port: number) => string | Buffer][] = [
  ['say nothing', () => ''],
  ['stop in their headers', () => 'GET /source HTTP/1.1\r\nX: '],
  ['stop in their body', (port) => requestBytes(port, { ...save, headers: [json, ['Content-Length', '50']], body: '{' })],
  ['were answered and stay', (port) => requestBytes(port, { target: '/source' })],
];
for (const [name, bytes] of idlers) {
  test(`300 connections that ${name} leave room for a good request`, async () => {
    await using rig = await startHttpRig();
    const crowd = await openMany(300, rig, bytes(rig.port));
    try {
      for (let count = 0; count < 5; count += 1) await assertStillGood(rig.port);
      assert.ok(rig.server.counters().open <= 64);
      assert.ok(rig.server.counters().evicted >= 300 - 64);
    } finally {
      for (const connection of crowd) connection.socket.destroy();
    }
  });
}

async function openMany(count: number, rig: HttpRig, bytes: string | Buffer): Promise<RawConnection[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await RawConnection.open(rig.port);
      connection.write(bytes);
      return connection;
    }),
  );
}

test('a server full of streams keeps them, and answers 503 to new clients', async () => {
  await using rig = await startHttpRig({ limits: { connections: 4, eventStreams: 3 } });
  const streams = await openMany(4, rig, requestBytes(rig.port, { target: '/api/events' }));
  try {
    const heads = await Promise.all(streams.map(async (stream) => await stream.received('\r\n\r\n')));
    assert.deepEqual(heads.map((head) => head.slice(9, 12)).sort(), ['200', '200', '200', '503']);
    await assertStillGood(rig.port);
    assert.equal(rig.streaming(), 3);
  } finally {
    for (const stream of streams) stream.socket.destroy();
  }
});

test('a connection with an answer in progress is never the one that is closed', async () => {
  await using rig = await startHttpRig({ limits: { connections: 2, eventStreams: 2 } });
  const streams = await openMany(2, rig, requestBytes(rig.port, { target: '/api/events' }));
  try {
    await Promise.all(streams.map(async (stream) => await stream.received('data:')));
    assertProblem(await sendRaw(rig.port, ''), 'unavailable');
    assert.equal(rig.server.counters().dropped, 1);
    assert.equal(rig.streaming(), 2);
  } finally {
    for (const stream of streams) stream.socket.destroy();
  }
});

test('a client that leaves before it is identified has no effect, and is not counted as refused', async () => {
  const known = Promise.withResolvers<PeerVerdict>();
  await using rig = await startHttpRig({ peerUser: { judge: () => known.promise } });
  using connection = await RawConnection.open(rig.port);
  connection.write(requestBytes(rig.port, { target: '/source' }));
  await until('the question', () => rig.server.counters().requests === 1);
  connection.socket.destroy();
  await until('its end', () => rig.server.counters().open === 0);
  known.resolve('unknown');
  assertProblem(await askRaw(rig.port, { target: '/source' }), 'foreign-user');
  assert.deepEqual([rig.handled(), rig.server.counters().refused], [0, { 'foreign-user': 1 }]);
});
