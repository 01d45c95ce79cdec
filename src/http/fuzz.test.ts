import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '../../test/harness/effort.ts';
import { assertGuarded, assertStillGood, canary, startHttpRig } from '../../test/harness/http-rig.ts';
import { RawConnection, requestBytes } from '../../test/harness/raw-http.ts';
import { problemMediaType } from '../contract/problem.ts';

const rounds = runs(500);

test('whatever bytes arrive, each answer is complete and has its guard headers, and the server stays alive', async (context) => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  context.diagnostic(`seed ${seed}`);
  const random = mulberry32(seed);
  await using rig = await startHttpRig({ limits: { headersMs: 500, requestMs: 500, checkMs: 50 } });
  const json = ['Content-Type', 'application/json'] as const;
  const originals = [
    requestBytes(rig.port, {
      target: '/source',
      headers: [
        ['If-None-Match', '"v0"'],
        ['Sec-Fetch-Mode', 'cors'],
      ],
    }),
    requestBytes(rig.port, { target: '/api/things?q=a%20b&limit=3' }),
    requestBytes(rig.port, { method: 'DELETE', target: '/api/things/7' }),
    requestBytes(rig.port, { method: 'POST', target: '/api/save/test', headers: [json], body: `{"content":"${canary}","filename":"a"}` }),
    requestBytes(rig.port, {
      method: 'POST',
      target: '/api/save/test',
      headers: [json, ['Transfer-Encoding', 'chunked']],
      body: '22\r\n{"content":"a","filename":"a.txt"}\r\n0\r\n\r\n',
    }),
  ];
  const send = async (bytes: Buffer): Promise<void> => {
    using connection = await RawConnection.open(rig.port);
    connection.write(bytes);
    connection.socket.end();
    const answer = await connection.answer(10_000);
    if (answer === null) return;
    assertGuarded(answer);
    assert.ok(
      answer.status === 200 || answer.status === 304 || answer.headers.get('content-type') === problemMediaType,
      `${answer.status}`,
    );
    assert.notEqual(answer.status, 500);
    assert.ok(!answer.body.includes(canary));
  };
  for (let round = 0; round < rounds; round += 10) {
    await Promise.all(Array.from({ length: 10 }, async () => await send(mutate(originals, random))));
    if (round % 100 === 0) await assertStillGood(rig.port);
  }
  await assertStillGood(rig.port);
  assert.ok(
    Object.values(rig.server.counters().refused).reduce((sum, count) => sum + count, 0) > rounds / 4,
    'the mutations are not what they were',
  );
});

/** One to four changes to one of the requests. */
function mutate(originals: readonly Buffer[], random: () => number): Buffer {
  const below = (limit: number): number => Math.trunc(random() * limit);
  const splices = [
    '\r\n',
    '\n',
    '\0',
    ' ',
    '//',
    '%2e',
    '\xff',
    'Host: evil.com\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Upgrade: h2c\r\nConnection: Upgrade\r\n',
    '['.repeat(100),
    'Expect: 100-continue\r\n',
    'Content-Length: 3\r\n',
  ];
  let bytes = Buffer.from(originals[below(originals.length)] ?? '');
  for (let change = below(4); change >= 0; change -= 1) {
    const at = below(bytes.length);
    const until = Math.min(bytes.length, at + 1 + below(8));
    const middle = [
      () => Buffer.from([below(256)]),
      () => Buffer.alloc(0),
      () => Buffer.concat([bytes.subarray(at, until), bytes.subarray(at, until)]),
      () => Buffer.from(splices[below(splices.length)] ?? '', 'latin1'),
    ][below(4)]?.();
    bytes = Buffer.concat([bytes.subarray(0, at), middle ?? Buffer.alloc(0), bytes.subarray(until)]);
  }
  return bytes;
}

/** A small seeded generator (Tommy Ettinger's mulberry32): numbers in 0..1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
