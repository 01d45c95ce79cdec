import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { withoutHighlights } from './highlights.ts';

const [width, height] = [240, 60];
const [page, ink] = [250, 10];

type Box = readonly [left: number, right: number, top: number, bottom: number, grey: number];

function picture(boxes: readonly Box[], ground = page): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(ground);
  for (const [left, right, top, bottom, grey] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** A row of letters, which are bars, and the one that is highlighted. */
const letters = (grey: number): readonly Box[] => [20, 30, 60, 70, 80].map((left) => [left, left + 4, 24, 34, grey]);
const own = (grey: number): Box => [43, 47, 24, 34, grey];
const rows = [20, 38] as const;

test('a character on a ground of its own becomes a part of its line', () => {
  const plain = picture([...letters(ink), own(ink)]);
  const marks: readonly (readonly Box[])[] = [
    [[40, 50, ...rows, 60], own(page)],
    [[40, 50, ...rows, 200], own(ink)],
    [[40, 50, ...rows, 130], own(30)],
  ];
  for (const mark of marks) assert.deepEqual(withoutHighlights(picture([...letters(ink), ...mark])).pixels, plain.pixels);
  const dark = picture([...letters(240), own(240)], 20);
  assert.deepEqual(withoutHighlights(picture([...letters(240), [40, 50, ...rows, 230], own(20)], 20)).pixels, dark.pixels);
});

test('also where the character reaches both sides of it, beside a thin cursor, and in a line that is one too', () => {
  const wide: Box = [40, 50, 28, 31, ink];
  const cursor: Box = [39, 40, ...rows, 0];
  const line: Box = [0, width, ...rows, 225];
  const shown = withoutHighlights(picture([line, ...letters(ink), cursor, [40, 50, ...rows, 150], wide]));
  const at = (x: number, y: number): number | undefined => shown.pixels[y * width + x];
  assert.deepEqual([at(45, 29), at(45, 22), at(45, 36)], [0, 225, 225]);
  assert.deepEqual(
    [at(22, 30), at(26, 22)].map((grey) => grey === page),
    [false, true],
  );
});

test('letters with holes, frames and empty blocks stay', () => {
  const asHigh = [20, 60, 80].map((left): Box => [left, left + 14, ...rows, ink]);
  const hole: Box = [43, 47, 26, 32, page];
  const drawings: readonly (readonly Box[])[] = [
    [...asHigh, [40, 50, ...rows, ink], hole],
    [...letters(ink), [40, 60, ...rows, ink], [43, 57, 22, 36, page]],
    [...letters(ink), [40, 50, ...rows, 60]],
    [...letters(ink), [40, 50, ...rows, 60], [43, 47, 24, 34, 80]],
    [...letters(ink), [40, 50, ...rows, 60], hole, [50, 60, 22, 36, 60]],
  ];
  for (const boxes of drawings) assert.deepEqual(withoutHighlights(picture(boxes)).pixels, picture(boxes).pixels, JSON.stringify(boxes));
});
