import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { withDarkLabels } from './light-labels.ts';

const [width, height] = [200, 100];
type Box = readonly [left: number, right: number, top: number, bottom: number, grey: number];

/** Boxes, one over the other. */
function picture(...boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top, bottom, grey] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

const button: Box = [40, 140, 20, 70, 60];
const letters: readonly Box[] = [
  [60, 64, 30, 58, 255],
  [80, 96, 36, 40, 255],
  [110, 114, 30, 58, 255],
];
const greyAt = ({ pixels }: GreyPicture, x: number, y: number): number | undefined => pixels[y * width + x];

test('light text on a dark label becomes dark text on paper', () => {
  const before = picture(button, ...letters);
  const copy = Uint8Array.from(before.pixels);
  const after = withDarkLabels(before);
  assert.deepEqual(
    [greyAt(after, 62, 40), greyAt(after, 90, 38), greyAt(after, 50, 40), greyAt(after, 40, 20), greyAt(after, 10, 10)],
    [0, 0, 255, 255, 255],
  );
  assert.deepEqual(before.pixels, copy, 'the picture itself is left as it is');
});

test('a block, a frame, a letter with a hole, and a label without an edge stay as they are', () => {
  const heavyD = [
    [40, 100, 20, 90, 0],
    [54, 86, 34, 76, 255],
  ] as const;
  const open = [button, [130, 140, 20, 70, 255], [120, 130, 20, 36, 255], [110, 120, 50, 70, 255], ...letters] as const;
  for (const whole of [picture(button), picture([40, 140, 20, 70, 60], [44, 136, 24, 66, 255]), picture(...heavyD), picture(...open)])
    assert.equal(withDarkLabels(whole), whole);
});

test('a digit alone in a label that is wide enough becomes dark', () => {
  const one = [92, 98, 32, 58, 255] as const;
  assert.notEqual(withDarkLabels(picture(button, one)), picture(button, one));
  assert.equal(greyAt(withDarkLabels(picture(button, one)), 95, 45), 0);
  const high = picture([40, 84, 20, 70, 60], [60, 66, 32, 58, 255]);
  assert.equal(withDarkLabels(high), high, 'a zero has such a hole');
  const aside = picture(button, [50, 56, 32, 58, 255]);
  assert.equal(withDarkLabels(aside), aside);
});

test('holes above each other, holes that reach outside, and holes that are as high as a letter has them, are none of a label', () => {
  const holesOfB: readonly Box[] = [
    [60, 90, 32, 45, 255],
    [60, 90, 49, 58, 255],
  ];
  const notch: Box = [100, 140, 40, 44, 255];
  const tall: readonly Box[] = [
    [60, 70, 26, 64, 255],
    [90, 100, 26, 64, 255],
  ];
  const marks: readonly Box[] = [60, 70, 80, 90].map((left): Box => [left, left + 4, 42, 48, 255]);
  for (const boxes of [holesOfB, [...letters, notch], tall, marks]) {
    const whole = picture(button, ...boxes);
    assert.equal(withDarkLabels(whole), whole);
  }
});

test('text without a label, and a picture that is all dark, stay as they are', () => {
  const text = picture(...letters.map(([left, right, top, bottom]): Box => [left, right, top, bottom, 0]));
  assert.equal(withDarkLabels(text), text);
  const dark = { width: 2_000, height: 2_000, pixels: new Uint8Array(4_000_000) };
  assert.equal(withDarkLabels(dark), dark);
});
