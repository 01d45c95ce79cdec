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

test('the letters beside it may touch it, if they are lower', () => {
  const beside: readonly Box[] = [
    [50, 60, 44, 64],
    [84, 94, 44, 76],
  ];
  const cleared = withoutBlockCursors(picture([...beside.slice(0, 1), block])).pixels;
  assert.equal(cleared[50 * width + 70], 255);
  assert.equal(cleared[50 * width + 54], 0);
  const asHigh: readonly Box[] = [...beside.slice(0, 1), block, [120, 126, 30, 76]];
  for (const boxes of [[...beside, block], asHigh])
    assert.deepEqual(withoutBlockCursors(picture(boxes)).pixels, picture(boxes).pixels, JSON.stringify(boxes));
});

test('a wide letter on it reaches its sides, and a dot is one', () => {
  const shown = withoutBlockCursors(picture([letter, block, [60, 82, 44, 50, 255], [64, 84, 58, 64, 255]])).pixels;
  assert.deepEqual([shown[47 * width + 70], shown[54 * width + 70], shown[61 * width + 70]], [0, 255, 0]);
  const dot = withoutBlockCursors(picture([letter, block, [69, 74, 60, 65, 255]])).pixels;
  assert.deepEqual([dot[62 * width + 71], dot[50 * width + 71]], [0, 255]);
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
    // A heavy E, the upper half of a large H, and a heavy i.
    [block, [72, 84, 38, 48, 255], [72, 84, 56, 68, 255]],
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
