import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leastCpuMs, runs } from '../../../test/harness/effort.ts';
import { type AskedWord, askedWords, hasAskedValue } from './log-search.ts';

/** A word as it is, a field as `name:value`, both in quotes if they were. */
const told = ({ field, text, isQuoted }: AskedWord): string => {
  const all = field === null ? text : `${field}:${text}`;
  return isQuoted ? `'${all}'` : all;
};

test('words, fields and quoted texts are told apart', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    [' \t\n', []],
    ['Saved  COPY', ['saved', 'copy']],
    ['captureId=12 saved', ['captureid:12', 'saved']],
    ['text="two words"', ["'text:two words'"]],
    ['"disk is full" saved', ["'disk is full'", 'saved']],
    ['text="two words"of=x', ["'text:two words'", 'of:x']],
    ['text="two wo', ["'text:two wo'"]],
    ['text="', ["'text:'"]],
    ['text="" ""', ["'text:'"]],
    ['text=', ['text=']],
    ['=12 a.b=12', ['=12', 'a.b=12']],
    ['a=b=c', ['a:b=c']],
    ['5"disk 12" of=5"x', ['5"disk', '12"', 'of:5"x']],
    ['"say \\"hi\\"" "a\\\\"', ['\'say "hi"\'', "'a\\'"]],
    ['odd="\\u202e" a\\b', ["'odd:\\u202e'", 'a\\b']],
    ['text="two\twords"', ["'text:two words'"]],
    ['İx', ['ix']],
  ];
  for (const [search, expected] of cases) assert.deepEqual(askedWords(search).map(told), expected, search);
});

test('a quoted value is the whole value, and one without quotes may be its first word', () => {
  const matches = (search: string, value: string): boolean => askedWords(search).every((asked) => hasAskedValue(value, asked));
  const found = (search: string): readonly boolean[] =>
    ['two words', 'two', 'two words more', 'twofold', ''].map((value) => matches(search, value));
  assert.deepEqual(found('a="two words"'), [true, false, false, false, false]);
  assert.deepEqual(found('a=two'), [true, true, true, false, false]);
  assert.deepEqual(found('a="two"'), [false, true, false, false, false]);
  assert.deepEqual(found('a=""'), [false, false, false, false, true]);
});

test('any value is found by its text in quotes, with its quotes and backslashes escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'B', ' ', '"', '\\', '=') }), fc.constantFrom('name=', ''), (value, name) => {
      const quoted = `x ${name}"${value.replaceAll(/["\\]/g, '\\$&')}" y`;
      const all = askedWords(quoted);
      const own = value === '' && name === '' ? [] : [{ field: name === '' ? null : 'name', text: value.toLowerCase(), isQuoted: true }];
      const word = (text: string): AskedWord => ({ field: null, text, isQuoted: false });
      assert.deepEqual(all, [word('x'), ...own, word('y')]);
    }),
    { numRuns: runs(1_000) },
  );
});

test('twice as much to read takes about twice as long, whatever it is', () => {
  for (const part of ['"', 'a="', 'aaaa', '\\', 'a=', '"" ', '" \\" ']) {
    const [short, long] = [20_000, 160_000].map((times) => {
      const search = part.repeat(times);
      return leastCpuMs(() => askedWords(search));
    }) as [number, number];
    // Eight times as much: a square would take 64 times as long.
    assert.ok(long < 24 * Math.max(short, 5), `${part}: ${short} ms, ${long} ms`);
  }
});
