import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { onOneGround } from './one-ground.ts';

type Box = readonly [grey: number, left: number, right: number, top: number, bottom: number];

const [width, height] = [240, 160];
const letters = 10;

/** Of boxes, the later ones above the others. */
function picture(ground: number, boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(ground);
  for (const [grey, left, right, top, bottom] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** Strokes as those of letters, 2 pixels thick. */
const strokes = (grey: number, left: number, top: number): readonly Box[] =>
  [0, 6, 12].map((x) => [grey, left + x, left + x + 2, top, top + letters]);

const desktop = 0;
const light: Box = [250, 20, 120, 20, 140];
const dark: Box = [50, 140, 220, 20, 140];

test('on each ground of a picture, text of any colour is black, and all grounds are white', () => {
  const shown = [...strokes(0, 30, 30), ...strokes(165, 30, 60), ...strokes(125, 160, 60), ...strokes(255, 160, 90)];
  const expected = shown.map(([, ...place]): Box => [0, ...place]);
  assert.deepEqual(onOneGround(picture(desktop, [light, dark, ...shown]), letters), picture(255, expected));
});

test('text that is as dark as a window beside it stays', () => {
  const beside = strokes(0, light[1] + 5, 60);
  const expected = beside.map(([, ...place]): Box => [0, ...place]);
  assert.deepEqual(onOneGround(picture(desktop, [light, dark, ...beside]), letters), picture(255, expected));
});

test('the frame of a window between two grounds is no ink', () => {
  const frame: Box = [180, light[1] - 1, light[2] + 1, light[3] - 1, light[4] + 1];
  assert.deepEqual(onOneGround(picture(desktop, [frame, light, dark]), letters), picture(255, []));
});

test('a picture with one ground, however it fades, or with none is left to one threshold', () => {
  assert.equal(onOneGround(picture(255, strokes(0, 30, 30)), letters), null);
  const fading = picture(0, []);
  assert.equal(onOneGround({ ...fading, pixels: fading.pixels.map((_, at) => 200 + ((at % width) >> 3)) }, letters), null);
  assert.equal(onOneGround({ ...fading, pixels: fading.pixels.map((_, at) => (at * 7919) % 256) }, letters), null);
});

test('thick strokes of a headline are no ground', () => {
  const headline: Box = [0, 60, 69, 30, 80];
  const found = onOneGround(picture(desktop, [light, [250, 130, 230, 20, 140], headline]), letters);
  const at = (x: number, y: number): number | undefined => found?.pixels[y * width + x];
  assert.deepEqual([at(64, 50), at(40, 50), at(5, 5)], [0, 255, 255]);
});

test('it takes time in proportion to the picture', () => {
  const msOf = (times: number): number => {
    const large = { width: 1_000, height: 300 * times, pixels: new Uint8Array(300_000 * times) };
    large.pixels.fill(255, 0, large.pixels.length / 2);
    // The worst: every pixel of one half is beside another ground.
    for (let at = 0; at < large.pixels.length / 4; at += 1) large.pixels[at] = (at & 8) * 31;
    const begunMs = performance.now();
    onOneGround(large, letters);
    return performance.now() - begunMs;
  };
  msOf(1);
  const [once, twice] = [msOf(2), msOf(4)];
  assert.ok(twice < once * 8 + 200, `${once} ms, ${twice} ms`);
});
