import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../../test/harness/any-text.ts';
import { featureBits, featuresOf as textFeatures } from './features.ts';

const featuresOf = (text: string): number[] => [...textFeatures(text)];

test('features have 24 bits, and the same text has the same ones, whatever was read before', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), anyText({ maxLength: 300 }), (text, other) => {
      const first = featuresOf(text);
      featuresOf(other);
      assert.deepEqual(featuresOf(text), first);
      for (const feature of first) assert.ok(Number.isInteger(feature) && feature >= 0 && feature < 2 ** featureBits);
    }),
  );
});

test('a NUL at the end of a text does not continue into the previous text', () => {
  const before = featuresOf('a\0');
  featuresOf('b\0\0\0\0');
  assert.deepEqual(featuresOf('a\0'), before);
});

test('Windows line ends, blanks at line ends and repeated blank lines make no difference', () => {
  const text = 'def f(x):\n    return x\n\nprint(f(2))';
  assert.deepEqual(featuresOf(text.replaceAll('\n', '\r\n')), featuresOf(text));
  assert.deepEqual(featuresOf(text.replaceAll('\n', '  \n')), featuresOf(text));
  assert.deepEqual(featuresOf(text.replace('\n\n', '\n\n\n\n')), featuresOf(text));
});

test('an unknown name is represented by its shape, a number by its form', () => {
  const common = (one: string, other: string): number => featuresOf(one).filter((feature) => featuresOf(other).includes(feature)).length;
  assert.ok(common('a = fooBar(x)', 'a = quxZap(x)') > common('a = fooBar(x)', 'a = FOO_BAR(x)'));
  assert.deepEqual(featuresOf('x = 17'), featuresOf('x = 42'));
  assert.notDeepEqual(featuresOf('x = 17'), featuresOf('x = 4.2'));
});

test('text behind the first tokens is never read', () => {
  const start = 'a b\n'.repeat(2_000);
  assert.deepEqual(featuresOf(`${start}one`), featuresOf(`${start}other ${'x '.repeat(1_000_000)}`));
});

test('rows with the same number of cells are recognized, whatever the cells contain', () => {
  const shared = (one: string, other: string): number[] => featuresOf(one).filter((feature) => featuresOf(other).includes(feature));
  assert.ok(shared('k,7,zz\nq,8,yy', 'pear,1.5,"a b"\nplum,,x').length > 0);
});
