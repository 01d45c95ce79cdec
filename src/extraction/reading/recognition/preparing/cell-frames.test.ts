import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { withoutCellFrames } from './cell-frames.ts';

const [width, height] = [120, 60];
const [line, frame] = [192, 122];

type Box = readonly [left: number, right: number, top: number, bottom: number, grey: number];

function picture(boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top, bottom, grey] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

const down = (x: number): Box => [x, x + 1, 0, height, line];
const across = (y: number): Box => [0, width, y, y + 1, line];
const letter: Box = [36, 38, 18, 28, 0];
/** Of which the outermost column and row are over those of the lines. */
const framed = (left: number, right: number, top: number, bottom: number, grey = frame): readonly Box[] => [
  [left, right, top, bottom, grey],
  [left + 1, right - 3, top + 1, bottom - 3, 255],
];

test('the frame of a cell becomes as thin as the lines between cells, and the square at its corner goes', () => {
  const square: readonly Box[] = [[79, 84, 32, 37, frame]];
  const shown = withoutCellFrames(picture([down(32), down(81), across(14), across(34), ...framed(33, 82, 15, 35), ...square, letter]));
  const ink = [...shown.pixels.keys()].filter((at) => (shown.pixels[at] ?? 0) === frame).map((at) => [at % width, Math.floor(at / width)]);
  assert.ok(ink.length > 0 && ink.every(([x, y]) => x === 81 || y === 34), 'only its right side and its lower one are left');
  assert.equal(shown.pixels[20 * width + 36], 0);
});

test('at the edge of the picture it has no other sides', () => {
  const shown = withoutCellFrames(picture([...framed(0, 40, 0, 20), [0, 1, 0, 17, 255], [0, 37, 0, 1, 255], [10, 12, 4, 12, 0]]));
  assert.equal(shown.pixels[5 * width + 37], 255);
  assert.equal(shown.pixels[5 * width + 39], frame);
});

test('thin frames, dark blocks and letters in them stay', () => {
  const drawings: readonly (readonly Box[])[] = [
    [[33, 82, 15, 35, frame], [34, 81, 16, 34, 255], letter],
    [[33, 82, 15, 35, frame], letter],
    [...framed(33, 82, 15, 35), [33, 36, 20, 24, 0]],
    [...framed(33, 82, 15, 35), [34, 40, 16, 26, 0]],
    [...framed(33, 82, 15, 35), [34, 35, 22, 30, 0]],
    [...framed(33, 45, 15, 25)],
    [...framed(33, 82, 15, 35, 240)],
  ];
  for (const boxes of drawings) assert.deepEqual(withoutCellFrames(picture(boxes)).pixels, picture(boxes).pixels, JSON.stringify(boxes));
});
