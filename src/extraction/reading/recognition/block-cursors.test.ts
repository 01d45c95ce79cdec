import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutBlockCursors } from './block-cursors.ts';
import type { GreyPicture } from './grey-picture.ts';

const [width, height] = [200, 100];

type Box = readonly [left: number, right: number, top: number, bottom: number, grey?: number];

/** White, with boxes that are black if nothing else is said. */
function picture(boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top, bottom, grey = 0] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

const letter: Box = [30, 34, 40, 60];
const block: Box = [60, 84, 30, 76];

test('the block of a cursor is cleared, and the character under it stays', () => {
  const empty = picture([letter, block]);
  const before = Uint8Array.from(empty.pixels);
  assert.deepEqual(withoutBlockCursors(empty).pixels, picture([letter]).pixels);
  assert.deepEqual(empty.pixels, before, 'it is left as it is');
  const onLetter = picture([letter, block, [68, 74, 40, 66, 255]]);
  assert.deepEqual(withoutBlockCursors(onLetter).pixels, picture([letter, [68, 74, 40, 66]]).pixels);
});

test('letters, bars, frames and larger blocks are no cursor', () => {
  const others: readonly (readonly Box[])[] = [
    [letter],
    [[60, 160, 30, 76]],
    [[60, 84, 30, 50]],
    [[60, 64, 30, 76]],
    [block, [63, 81, 33, 73, 255]],
    [
      [60, 84, 30, 34],
      [70, 74, 30, 76],
      [60, 84, 72, 76],
    ],
    [
      [60, 90, 30, 34],
      [60, 64, 30, 76],
      [86, 90, 30, 76],
    ],
    // The upper half of a large H, and a heavy i.
    [
      [40, 60, 20, 100],
      [100, 120, 20, 100],
      [60, 100, 52, 64],
    ],
    [
      [60, 76, 30, 76],
      [60, 76, 10, 24],
    ],
  ];
  for (const boxes of others) assert.deepEqual(withoutBlockCursors(picture(boxes)).pixels, picture(boxes).pixels, JSON.stringify(boxes));
});
