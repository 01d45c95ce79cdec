import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { BodyRoom, collectBody, describeFault, jsonDepth, keysPerObject, parseBody, parseQuery } from './body.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

test('any JSON value with few levels is parsed unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('"__proto__":')) return;
      assert.deepEqual(parseBody(bytes(text)), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('32 levels are accepted and 33 are refused', () => {
  assert.equal(parseBody(bytes(nested(jsonDepth))).ok, true);
  assert.deepEqual(parseBody(bytes(nested(jsonDepth + 1))), { ok: false, reason: 'json-too-deep' });
  assert.deepEqual(parseBody(bytes(nested(40, '{"a":', '}'))), { ok: false, reason: 'json-too-deep' });
});

test('brackets, commas and quotes in strings are text', () => {
  const value = { '[{"': ['['.repeat(100), '\\', '\\"', ',', { '"a"': '"a"' }], a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] };
  assert.deepEqual(parseBody(bytes(JSON.stringify(value))), { ok: true, value });
});

test('a repeated key in an object is refused, however it is written', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"b":{"c":1},"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"b":0,"a":1,"c":[{}],"c":2}',
    '[{"x":{"":1,"":2}}]',
    '{ "a" : 1 , "a" : 2 }',
  ]) {
    assert.deepEqual(parseBody(bytes(text)), { ok: false, reason: 'repeated-key' }, text);
  }
});

test('an object has at most 1,000 keys', () => {
  const keys = (count: number): Buffer =>
    bytes(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))));
  assert.equal(parseBody(keys(keysPerObject)).ok, true);
  assert.deepEqual(parseBody(keys(keysPerObject + 1)), { ok: false, reason: 'too-many-keys' });
});

test('no key can reach a prototype', () => {
  assert.deepEqual(parseBody(bytes('{"__proto__":{"filename":"x"}}')), { ok: false, reason: 'repeated-key' });
  assert.deepEqual(parseQuery('__proto__=x&constructor=y').ok, true);
  assert.equal('filename' in {}, false);
});

test('anything that is not JSON gets the same answer', () => {
  for (const text of ['', ' ', '{', '"', '"\\"', '{"a"}', '[1,]', 'nul', '[}', ']', '{"a":1}x', '\ufeff\ufeff{}']) {
    assert.deepEqual(parseBody(bytes(text)), { ok: false, reason: 'malformed-json' }, JSON.stringify(text));
  }
});

test('a query is decoded once', () => {
  assert.deepEqual(parseQuery('q=a%2Bb+c%2525&empty&=x&&limit=3'), { ok: true, value: { q: 'a+b c%25', empty: '', '': 'x', limit: '3' } });
  for (const query of ['q=%', 'q=%ff', 'q=%e4', 'q=\xe4', 'a=1&%61=2']) assert.equal(parseQuery(query).ok, false, query);
});

test('an error names its field, and quotes nothing of the request', () => {
  const schema = z.strictObject({ a: z.object({ b: z.array(z.string()) }) });
  const fault = (value: unknown): string => describeFault('body', schema.safeParse(value).error ?? assert.fail());
  assert.match(fault({ a: { b: ['x', 1] } }), /^body\.a\.b\.1: /);
  assert.match(fault([]), /^body: /);
  assert.doesNotMatch(fault({ a: { b: [] }, CANARY: 1 }), /CANARY/);
});

test('a body that arrives byte by byte is complete, and takes little more memory than its bytes', async () => {
  const request = new EventEmitter();
  const place = new BodyRoom({ heldBodyBytes: 0, smallBodyBytes: 1_000_000 }).place();
  const body = collectBody(request as IncomingMessage, 1_000_000, place);
  const received = Buffer.from('abcdefghij');
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1_000_000; at += 1) request.emit('data', received.subarray(at % 10, (at % 10) + 1));
  const grownBytes = process.memoryUsage().heapUsed - before;
  request.emit('end');
  assert.deepEqual(await body, { ok: true, value: Buffer.from('abcdefghij'.repeat(100_000)) });
  assert.ok(grownBytes < 70_000_000, `${grownBytes} bytes`);
});

test('a body that is refused for lack of memory stays refused, and frees what it took', async () => {
  const room = new BodyRoom({ heldBodyBytes: 100, smallBodyBytes: 10 });
  const collect = (place: ReturnType<BodyRoom['place']>, ...pieces: readonly number[]) => {
    const request = new EventEmitter();
    const body = collectBody(request as IncomingMessage, 1_000, place);
    for (const piece of pieces) request.emit('data', Buffer.alloc(piece));
    request.emit('end');
    return body;
  };
  const first = room.place();
  assert.equal((await collect(first, 60, 30)).ok, true);
  const second = room.place();
  assert.deepEqual(await collect(second, 5, 60, 1), { ok: false, reason: 'unavailable' });
  assert.equal((await collect(room.place(), 6, 4)).ok, true, 'a small body is accepted in any case');
  for (const place of [first, second]) place[Symbol.dispose]();
  assert.equal((await collect(room.place(), 90)).ok, true);
});
