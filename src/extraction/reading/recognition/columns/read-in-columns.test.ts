import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { partsOf } from './columns.ts';
import { readInColumns } from './read-in-columns.ts';

const [width, height] = [1_000, 460];

/** Lines 24 pixels high: from where to where they reach, and where they begin. */
function page(lines: readonly (readonly [left: number, right: number, top: number])[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top] of lines)
    for (let y = top; y < top + 24; y += 1)
      for (let x = left; x < right; x += 12) pixels.fill(0, y * width + x, y * width + Math.min(right, x + 8));
  return { width, height, pixels };
}

const column = (left: number, right: number, top: number): readonly (readonly [number, number, number])[] =>
  Array.from({ length: 9 }, (_, at) => [left, right, top + at * 40] as const);
const heading = [30, 970, 10] as const;

test('columns of prose, and lines that stand at different heights, are read one after the other, below what reaches across both', () => {
  for (const lines of [
    [heading, ...column(30, 460, 80), ...column(540, 970, 80)],
    [heading, ...column(30, 200, 80), ...column(540, 700, 98)],
  ]) {
    const parts = partsOf(page(lines));
    assert.equal(parts?.length, 3);
    const [above, left, right] = parts ?? [];
    assert.ok(above !== undefined && above.bottom > 34 && above.bottom <= 80, JSON.stringify(above));
    assert.ok(left !== undefined && right !== undefined && left.right >= 200 && left.right < 540 && right.left <= 540);
  }
});

test('rows of a table, and one column, are read across', () => {
  assert.equal(partsOf(page([...column(30, 200, 80), ...column(540, 700, 80)])), null);
  assert.equal(partsOf(page(column(30, 970, 80))), null);
});

test('numbers of lines stand at other heights than code with quotes and commas, and are read with it', () => {
  assert.notEqual(partsOf(page([heading, ...column(30, 200, 80), ...column(540, 970, 98)])), null);
  for (const right of [60, 110, 180]) assert.equal(partsOf(page([heading, ...column(30, right, 80), ...column(540, 970, 98)])), null);
});

test('what was read in a part is at its place in the picture', () => {
  const picture = page([heading, ...column(30, 460, 80), ...column(540, 970, 80)]);
  const shares: number[] = [];
  const lines = readInColumns(picture, (part, done, share) => {
    shares.push(done + share);
    const symbols = [{ text: String(part.width), left: 5, right: 9, certainty: 1 }];
    return [{ top: 1, bottom: 2, words: [{ symbols, top: 1, bottom: 2, certainty: 1 }] }];
  });
  const parts = partsOf(picture) ?? [];
  assert.deepEqual(
    lines.map((line) => [line.top, line.words[0]?.symbols[0]?.left]),
    parts.map(({ left, top }) => [top + 1, left + 5]),
  );
  assert.ok((shares.at(-1) ?? 2) <= 1);
});
