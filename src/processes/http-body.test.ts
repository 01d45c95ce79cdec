import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { describeFault, jsonDepth, keysPerObject, parseBody, parseQuery } from './http-body.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

test('any JSON value of few levels comes out as it went in', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      if (text.includes('"__proto__":')) return;
      assert.deepEqual(parseBody(bytes(text)), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('32 levels are taken and 33 are not', () => {
  assert.equal(parseBody(bytes(nested(jsonDepth))).ok, true);
  assert.deepEqual(parseBody(bytes(nested(jsonDepth + 1))), { ok: false, reason: 'json-too-deep' });
  assert.deepEqual(parseBody(bytes(nested(40, '{"a":', '}'))), { ok: false, reason: 'json-too-deep' });
});

test('brackets, commas and quotes in strings are text', () => {
  const value = { '[{"': ['['.repeat(100), '\\', '\\"', ',', { '"a"': '"a"' }], a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] };
  assert.deepEqual(parseBody(bytes(JSON.stringify(value))), { ok: true, value });
});

test('a key twice in one object is refused, however it is written', () => {
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

test('what is not JSON has one answer', () => {
  for (const text of ['', ' ', '{', '"', '"\\"', '{"a"}', '[1,]', 'nul', '[}', ']', '{"a":1}x', '\ufeff\ufeff{}']) {
    assert.deepEqual(parseBody(bytes(text)), { ok: false, reason: 'malformed-json' }, JSON.stringify(text));
  }
});

test('a query is decoded once', () => {
  assert.deepEqual(parseQuery('q=a%2Bb+c%2525&empty&=x&&limit=3'), { ok: true, value: { q: 'a+b c%25', empty: '', '': 'x', limit: '3' } });
  for (const query of ['q=%', 'q=%ff', 'q=%e4', 'q=\xe4', 'a=1&%61=2']) assert.equal(parseQuery(query).ok, false, query);
});

test('a fault names its field, and repeats nothing that was sent', () => {
  const schema = z.strictObject({ a: z.object({ b: z.array(z.string()) }) });
  const fault = (value: unknown): string => describeFault('body', schema.safeParse(value).error ?? assert.fail());
  assert.match(fault({ a: { b: ['x', 1] } }), /^body\.a\.b\.1: /);
  assert.match(fault([]), /^body: /);
  assert.doesNotMatch(fault({ a: { b: [] }, CANARY: 1 }), /CANARY/);
});
