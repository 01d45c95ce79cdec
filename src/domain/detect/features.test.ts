import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { featureBits, featuresOf as textFeatures } from './features.ts';

const featuresOf = (text: string): number[] => [...textFeatures(text)];

test('features are of 24 bits, and the same for the same text, whatever was looked at before', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 }), (text, other) => {
      const first = featuresOf(text);
      featuresOf(other);
      assert.deepEqual(featuresOf(text), first);
      for (const feature of first) assert.ok(Number.isInteger(feature) && feature >= 0 && feature < 2 ** featureBits);
    }),
  );
});

test('a NUL at the end of a text is not read on into the text of before', () => {
  const before = featuresOf('a\0');
  featuresOf('b\0\0\0\0');
  assert.deepEqual(featuresOf('a\0'), before);
});

test('line ends of Windows, blanks at the end of lines and several blank lines make no difference', () => {
  const text = 'def f(x):\n    return x\n\nprint(f(2))';
  assert.deepEqual(featuresOf(text.replaceAll('\n', '\r\n')), featuresOf(text));
  assert.deepEqual(featuresOf(text.replaceAll('\n', '  \n')), featuresOf(text));
  assert.deepEqual(featuresOf(text.replace('\n\n', '\n\n\n\n')), featuresOf(text));
});

test('a name nobody has seen is told by its shape, a number by its form', () => {
  const common = (one: string, other: string): number => featuresOf(one).filter((feature) => featuresOf(other).includes(feature)).length;
  assert.ok(common('a = fooBar(x)', 'a = quxZap(x)') > common('a = fooBar(x)', 'a = FOO_BAR(x)'));
  assert.deepEqual(featuresOf('x = 17'), featuresOf('x = 42'));
  assert.notDeepEqual(featuresOf('x = 17'), featuresOf('x = 4.2'));
});

test('what is behind the first tokens is never looked at', () => {
  const start = 'a b\n'.repeat(2_000);
  assert.deepEqual(featuresOf(`${start}one`), featuresOf(`${start}other ${'x '.repeat(1_000_000)}`));
});

test('rows of as many cells are seen, whatever the cells hold', () => {
  const shared = (one: string, other: string): number[] => featuresOf(one).filter((feature) => featuresOf(other).includes(feature));
  assert.ok(shared('k,7,zz\nq,8,yy', 'pear,1.5,"a b"\nplum,,x').length > 0);
});
