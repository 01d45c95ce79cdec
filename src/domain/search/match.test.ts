import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { foldedText } from './folding.ts';
import { matchedLine } from './match.ts';

const line = (text: string, ...wanted: readonly string[]) => matchedLine(text, foldedText(text), wanted.map(foldedText));

test('the line of the first match is shown, with everything in it that matches', () => {
  assert.deepEqual(line('one\r\n\tTwo CAFÉ two\nthree two', 'two', 'cafe'), {
    text: 'Two CAFÉ two',
    marks: [
      [0, 3],
      [4, 8],
      [9, 12],
    ],
  });
  assert.deepEqual(line('ab', 'ab', 'b'), { text: 'ab', marks: [[0, 2]] });
  assert.equal(line('one', 'two'), null);
});

test('of a long line the part around its first match is shown', () => {
  const found = line(`${'x'.repeat(100_000)} needle ${'y'.repeat(100_000)}`, 'needle');
  assert.ok(found !== null && found.text.length <= 240);
  assert.deepEqual(
    found.marks.map(([from, to]) => found.text.slice(from, to)),
    ['needle'],
  );
});

test('the marks of any text are in order, inside the line, and on what matches', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 60 }), fc.nat(50), fc.integer({ min: 1, max: 9 }), (text, from, length) => {
      const folded = foldedText(text);
      const wanted = folded.slice(from, from + length);
      if (wanted.trim() === '') return;
      const found = matchedLine(text, folded, [wanted]);
      assert.ok(found !== null);
      let end = -1;
      for (const [start, to] of found.marks) {
        assert.ok(start > end && to > start && to <= found.text.length);
        end = to;
      }
    }),
  );
});
