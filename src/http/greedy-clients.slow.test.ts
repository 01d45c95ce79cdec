/** Greedy clients: each is limited to its share, the others are served meanwhile, and memory does not grow with what they send. */
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertProblem, assertStillGood, type HttpRig, rigRoutes, save, startHttpRig } from '../../test/harness/http-rig.ts';
import { askRaw, RawConnection, requestBytes } from '../../test/harness/raw-http.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { until } from '../../test/harness/until.ts';
import { type ServedRoute, serveRoute } from './handler.ts';

const mebibyte = 1024 * 1024;
const source = serveRoute(rigRoutes.source, () => ({ kind: 'json' as const, value: {} }));

/** Saves that are answered when the test decides. */
function heldSaves(): { readonly route: ServedRoute; readonly begun: () => number; readonly end: () => void } {
  const end = Promise.withResolvers<void>();
  let begun = 0;
  const route = serveRoute(rigRoutes.save, async () => {
    begun += 1;
    await end.promise;
    return { kind: 'json', value: { ok: true, bytes: 1 } };
  });
  return { route, begun: () => begun, end: () => end.resolve() };
}

async function openMany(count: number, { port }: HttpRig, bytes: string | Buffer): Promise<RawConnection[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await RawConnection.open(port);
      connection.socket.pause();
      connection.write(bytes);
      return connection;
    }),
  );
}

/** A sparse file of 256 MiB, at `/api/things`. */
function largeFile(t: TestContext): ServedRoute {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'content');
  const bytes = 256 * mebibyte;
  writeFileSync(file, '');
  truncateSync(file, bytes);
  return serveRoute(rigRoutes.search, () => ({ kind: 'file', file, bytes, mediaType: 'text/plain' }));
}

test('a client that sends requests without end before it has an answer is disconnected', async () => {
  const saves = heldSaves();
  await using rig = await startHttpRig({ routes: [source, saves.route], limits: { waitingRequests: 10 } });
  using connection = await RawConnection.open(rig.port);
  connection.write(Buffer.concat(Array.from({ length: 5_000 }, () => requestBytes(rig.port, save))));
  await connection.closed();
  assert.ok(saves.begun() <= 11, `${saves.begun()} were begun`);
  await assertStillGood(rig.port);
  saves.end();
});

test('the allowed number of pending requests are answered, one after the other', async () => {
  const saves = heldSaves();
  await using rig = await startHttpRig({ routes: [source, saves.route], limits: { waitingRequests: 10 } });
  using connection = await RawConnection.open(rig.port);
  for (let round = 0; round < 3; round += 1) {
    connection.write(Buffer.concat(Array.from({ length: 10 }, () => requestBytes(rig.port, save))));
    await until('all of them', () => rig.server.counters().requests === 10 * (round + 1));
    if (round === 0) assert.equal(saves.begun(), 1);
    saves.end();
    for (let count = 0; count < 10; count += 1) assert.equal((await connection.answer())?.status, 200);
  }
});

test('for a client that does not read, no more answers are made than it could take, and it gets the others when it reads', async () => {
  const answerBytes = 4 * mebibyte;
  let made = 0;
  const large = serveRoute(rigRoutes.search, () => {
    made += 1;
    return { kind: 'bytes' as const, bytes: Buffer.alloc(answerBytes), mediaType: 'text/plain' };
  });
  await using rig = await startHttpRig({ routes: [source, large] });
  const question = requestBytes(rig.port, { target: '/api/things' });
  const [connection] = (await openMany(1, rig, Buffer.concat(Array.from({ length: 40 }, () => question)))) as [RawConnection];
  try {
    await until('all of the questions', () => rig.server.counters().requests === 40);
    for (let count = 0; count < 20; count += 1) await assertStillGood(rig.port);
    // The system's buffers on both sides take some megabytes.
    assert.ok(made < 10, `${made} answers`);
    let bytes = 0;
    connection.socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    connection.socket.resume();
    await until('all of the answers', () => bytes > 40 * answerBytes);
    assert.equal(made, 40);
  } finally {
    connection.socket.destroy();
  }
});

test('of the requests that clients send at once, one begins in each turn of the event loop', async () => {
  let turn = 0;
  const begun: number[] = [];
  const search = serveRoute(rigRoutes.search, ({ query }) => {
    if (query.limit > 1) begun.push(turn);
    return { kind: 'json', value: query };
  });
  await using rig = await startHttpRig({ routes: [source, search] });
  const first = requestBytes(rig.port, { target: '/api/things?limit=1' });
  const more = requestBytes(rig.port, { target: '/api/things?limit=2' });
  let counting = setImmediate(function count() {
    turn += 1;
    counting = setImmediate(count);
  });
  const crowd = await Promise.all(Array.from({ length: 3 }, async () => await RawConnection.open(rig.port)));
  try {
    for (const connection of crowd) connection.write(Buffer.concat([first, ...Array.from({ length: 20 }, () => more)]));
    for (const connection of crowd) for (let count = 0; count < 21; count += 1) assert.equal((await connection.answer())?.status, 200);
    assert.equal(begun.length, 60);
    assert.equal(new Set(begun).size, 60, 'two began in the same turn');
  } finally {
    clearImmediate(counting);
    for (const connection of crowd) connection.socket.destroy();
  }
});

test('behind an answer that closes the connection, nothing more is done', async () => {
  await using rig = await startHttpRig();
  using connection = await RawConnection.open(rig.port);
  connection.write(Buffer.concat([requestBytes(rig.port, { target: '/broken' }), requestBytes(rig.port, save)]));
  assertProblem(await connection.answer(), 'internal');
  await connection.closed();
  await assertStillGood(rig.port);
  assert.equal(rig.handled(), 2, 'the broken one and the good one');
});

test('a client whose save is in progress stays connected, even if all its later requests are answered', async () => {
  const saves = heldSaves();
  await using rig = await startHttpRig({ routes: [source, saves.route], limits: { connections: 2 } });
  using first = await RawConnection.open(rig.port);
  first.write(Buffer.concat([requestBytes(rig.port, save), requestBytes(rig.port, { target: '/source' })]));
  using second = await RawConnection.open(rig.port);
  second.write(requestBytes(rig.port, save));
  await until('both saves at work, and the other question', () => saves.begun() === 2 && rig.server.counters().requests === 3);
  assertProblem(await askRaw(rig.port, { target: '/source' }), 'unavailable');
  saves.end();
  for (const connection of [first, first, second]) assert.equal((await connection.answer())?.status, 200);
});

test('clients that send a request and leave cannot exceed the limit of handlers, and reads continue', async () => {
  const saves = heldSaves();
  await using rig = await startHttpRig({ routes: [source, saves.route], limits: { workingHandlers: 8 } });
  for (let count = 1; count <= 8; count += 1) {
    using connection = await RawConnection.open(rig.port);
    connection.write(requestBytes(rig.port, save));
    await until('save at work', () => saves.begun() === count);
  }
  assertProblem(await askRaw(rig.port, save), 'unavailable');
  await assertStillGood(rig.port);
  saves.end();
  await until('room', async () => (await askRaw(rig.port, save)).status === 200);
});

test('large bodies share a limit, and short ones are always accepted', async () => {
  const saves = heldSaves();
  await using rig = await startHttpRig({ routes: [source, saves.route], limits: { heldBodyBytes: 3 * mebibyte } });
  const large = { ...save, body: JSON.stringify({ content: 'x'.repeat(mebibyte), filename: 'a' }) };
  const holding = await openMany(2, rig, requestBytes(rig.port, large));
  await until('two of them', () => saves.begun() === 2);
  assertProblem(await askRaw(rig.port, large), 'unavailable');
  const short = await openMany(1, rig, requestBytes(rig.port, save));
  await until('a short one', () => saves.begun() === 3);
  saves.end();
  await until('room', async () => (await askRaw(rig.port, large)).status === 200);
  for (const connection of [...holding, ...short]) connection.socket.destroy();
});

test('clients that read a large file as slowly as allowed leave room for others', async (t) => {
  await using rig = await startHttpRig({ routes: [source, largeFile(t)], limits: { connections: 8, lastingAnswers: 6 } });
  const crowd = await openMany(8, rig, requestBytes(rig.port, { target: '/api/things' }));
  try {
    await until('all of the questions', () => rig.server.counters().requests === 8);
    for (let count = 0; count < 5; count += 1)
      await until('room', async () => (await askRaw(rig.port, { target: '/source' })).status === 200);
    assert.equal(rig.server.counters().open >= 6, true, 'and keep their own');
  } finally {
    for (const connection of crowd) connection.socket.destroy();
  }
});

test('256 MiB for each of twenty slow clients use no memory', async (t) => {
  await using rig = await startHttpRig({ routes: [source, largeFile(t)] });
  // Memory that was used and is not collected yet counts too; all of it together would be 5 GiB.
  const held = (): number => process.memoryUsage().arrayBuffers;
  const before = held();
  const crowd = await openMany(20, rig, requestBytes(rig.port, { target: '/api/things' }));
  let most = 0;
  try {
    for (let round = 0; round < 20; round += 1) {
      for (const { socket } of crowd) socket.removeAllListeners('data').read(65_536);
      await assertStillGood(rig.port);
      most = Math.max(most, held() - before);
    }
    assert.equal(rig.server.counters().open >= 20, true);
    assert.ok(most < 256 * mebibyte, `${most} bytes`);
  } finally {
    for (const connection of crowd) connection.socket.destroy();
  }
});

test('a client that only has to read its answer is disconnected before new ones are refused', async () => {
  const huge = serveRoute(rigRoutes.search, () => ({
    kind: 'bytes' as const,
    bytes: Buffer.alloc(64 * mebibyte),
    mediaType: 'text/plain',
  }));
  await using rig = await startHttpRig({ routes: [source, huge], limits: { connections: 4 } });
  const crowd = await openMany(4, rig, requestBytes(rig.port, { target: '/api/things' }));
  try {
    await until('all of the questions', () => rig.server.counters().requests === 4);
    await assertStillGood(rig.port);
    assert.equal(rig.server.counters().dropped, 0);
  } finally {
    for (const connection of crowd) connection.socket.destroy();
  }
});

test('a Range, however many, gets the complete file', async () => {
  const text = 'x'.repeat(1_000);
  const bytes = serveRoute(rigRoutes.search, () => ({ kind: 'bytes' as const, bytes: Buffer.from(text), mediaType: 'text/plain' }));
  await using rig = await startHttpRig({ routes: [bytes] });
  for (const range of ['bytes=0-0', 'bytes=-1', `bytes=${'0-,'.repeat(1_000)}0-`, 'bytes=999999999999-', 'lines=1-2']) {
    const answer = await askRaw(rig.port, { target: '/api/things', headers: [['Range', range]] });
    assert.deepEqual([answer.status, answer.body.toString(), answer.headers.get('content-range')], [200, text, undefined]);
  }
});

test('a client that has closed its side gets its answer, and its stream ends', async () => {
  await using rig = await startHttpRig();
  using asked = await RawConnection.open(rig.port);
  asked.socket.end(requestBytes(rig.port, { target: '/source' }));
  assert.equal((await asked.answer())?.status, 200);
  await asked.closed();
  using silent = await RawConnection.open(rig.port);
  silent.socket.end();
  await silent.closed();
  using stream = await RawConnection.open(rig.port);
  stream.write(requestBytes(rig.port, { target: '/api/events' }));
  await stream.received('data:');
  stream.socket.end();
  await stream.closed();
  await until('end of the stream', () => rig.streaming() === 0 && rig.server.counters().open === 0);
});

test('two thousand simultaneous connections leave room for a good request', async () => {
  await using rig = await startHttpRig();
  const crowd = await openMany(2_000, rig, requestBytes(rig.port, { target: '/source', host: 'evil.com' }));
  try {
    await until('room', async () => (await askRaw(rig.port, { target: '/source' }).catch(() => null))?.status === 200);
    assert.ok(rig.server.counters().open <= 64);
    assert.equal(rig.handled(), 1);
  } finally {
    for (const connection of crowd) connection.socket.destroy();
  }
});
