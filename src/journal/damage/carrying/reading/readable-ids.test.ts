import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readableIds } from './readable-ids.ts';

const rowsOnPage = 20;

/** A table whose pages hold this many rows each; a step onto a damaged page fails. */
function table(
  rows: readonly number[],
  damaged: ReadonlySet<number>,
): { readonly nextBelow: (number: number) => number | null; readonly sound: readonly number[]; steps: number } {
  const sorted = rows.toSorted((one, other) => one - other);
  const pageAt = (index: number): number => Math.floor(index / rowsOnPage);
  const counted = {
    steps: 0,
    sound: sorted.filter((_, index) => !damaged.has(pageAt(index))),
    nextBelow: (number: number): number | null => {
      counted.steps += 1;
      const after = sorted.findIndex((row) => row >= number);
      const index = (after < 0 ? sorted.length : after) - 1;
      const looked = after < 0 ? [index] : [index, after];
      if (looked.some((at) => at >= 0 && damaged.has(pageAt(at)))) throw new Error('damaged');
      return sorted[index] ?? null;
    },
  };
  return counted;
}

test('all rows on undamaged pages are found, whichever pages are damaged', () => {
  const rows = fc.uniqueArray(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(rows, fc.array(fc.nat(20)), fc.integer({ min: 700, max: 50_000_000 }), (all, pages, highest) => {
      const { nextBelow, sound } = table(all, new Set(pages));
      const found = new Set(readableIds(highest, nextBelow));
      assert.deepEqual(
        sound.filter((row) => !found.has(row)),
        [],
      );
    }),
  );
});

test('the rows of a sound table are found from the highest id down, one step for each, even if one id is far above the others', () => {
  const rows = [40_000_000, 900, 899, 17, 3, 1];
  const walked = table(rows, new Set());
  assert.deepEqual([...readableIds(50_000_000, walked.nextBelow)], rows);
  assert.equal(walked.steps, rows.length, 'there is none below 1');
});

test('the search in a table that is entirely unreadable ends', () => {
  let steps = 0;
  const numbers = readableIds(50_000_000, () => {
    steps += 1;
    throw new Error('damaged');
  });
  const [unread, ...tried] = numbers;
  assert.deepEqual(unread, [1, 50_000_000], 'it is told which they may be');
  assert.ok(tried.length <= 4_096);
  assert.ok(steps < 100);
});

test('the ids around each of many damaged pages are tried', () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => index + 1);
  const damaged = new Set(Array.from({ length: 500 }, (_, index) => index * 10 + 3));
  const isDamaged = (id: number): boolean => damaged.has(Math.floor((id - 1) / rowsOnPage));
  const tried = new Set(
    readableIds(rows.length, (number) => {
      if (number > 1 && isDamaged(number - 1)) throw new Error('damaged');
      return number > 1 ? number - 1 : null;
    }),
  );
  assert.deepEqual(
    rows.filter((id) => !tried.has(id)),
    [],
  );
});

test('the reads of a step and the ids tried around damaged pages are bounded, however many pages are damaged', () => {
  const span = 10_000;
  let reads = 0;
  const numbers = readableIds(50_000_000, (number) => {
    reads += 1;
    if (Math.floor((number - 1) / span) % 2 === 1) throw new Error('damaged');
    const below = Math.floor((number - 1) / span) * span;
    return below > 0 ? below : null;
  });
  let [most, found, passedBy] = [0, 0, 0];
  for (const number of numbers) {
    most = Math.max(most, reads);
    reads = 0;
    if (typeof number !== 'number') passedBy += 1;
    else found += 1;
  }
  assert.ok(most <= 60, `${most} reads for one step`);
  assert.ok(passedBy >= 2_400, `${passedBy} damaged pages`);
  assert.ok(found <= 2_500 + 1_000_000, `${found} numbers`);
});
