import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from './grey-picture.ts';
import { leftOutLines, withFound, withLeftOut } from './left-out-lines.ts';
import type { ReadLine } from './read-lines.ts';

const width = 100;

/** White, with black from column `left` to `right` in these rows. */
function picture(height: number, bands: readonly (readonly [top: number, bottom: number, left: number, right: number])[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [top, bottom, left, right] of bands) for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  return { width, height, pixels };
}

function line(top: number, bottom: number, text = 'a'): ReadLine {
  return { top, bottom, words: [{ top, bottom, certainty: 1, symbols: [{ text, left: 12, right: 20, certainty: 1 }] }] };
}

const three = picture(120, [
  [10, 30, 5, 95],
  [50, 70, 40, 46],
  [90, 110, 5, 95],
]);

test('ink between two lines that has the height of one is a part of its own, with white around it', () => {
  const [part, ...others] = leftOutLines(three, [line(10, 30), line(90, 110)]);
  assert.deepEqual(others, []);
  assert.ok(part);
  assert.deepEqual([part.left, part.top, part.picture.width, part.picture.height], [30, 40, 26, 40]);
  const black = part.picture.pixels.filter((pixel) => pixel === 0).length;
  assert.equal(black, 6 * 20);
  assert.equal(part.picture.pixels[10 * 26 + 10], 0);
  assert.equal(part.picture.pixels[9 * 26 + 10], 255);
});

test('nothing is left out where every ink is in a line, is too low or too high for one, or where there is no line', () => {
  assert.deepEqual(leftOutLines(three, [line(10, 30), line(45, 60), line(90, 110)]), []);
  assert.deepEqual(leftOutLines(three, []), []);
  const drawn = picture(200, [
    [10, 30, 5, 95],
    [50, 54, 5, 95],
    [70, 120, 5, 95],
    [150, 170, 5, 95],
  ]);
  assert.deepEqual(leftOutLines(drawn, [line(10, 30), line(150, 170)]), []);
});

test('many bands are a pattern', () => {
  const bands = Array.from({ length: 45 }, (_, at) => [at * 30, at * 30 + 20, 5, 95] as const);
  const lines = [line(0, 20), line(30, 50)];
  assert.deepEqual(leftOutLines(picture(1_400, bands), lines), []);
  assert.equal(leftOutLines(picture(1_400, bands.slice(0, 20)), lines).length, 18);
});

test('what is found in a part comes at its place among the lines', () => {
  const part = { left: 30, top: 40, picture: three };
  const all = withFound([line(10, 30, 'first'), line(90, 110, 'last')], [line(10, 30, 'found')], part);
  assert.deepEqual(
    all.map(({ top, words }) => [top, words[0]?.top, words[0]?.symbols[0]?.left, words[0]?.symbols[0]?.text]),
    [
      [10, 10, 12, 'first'],
      [50, 50, 42, 'found'],
      [90, 90, 12, 'last'],
    ],
  );
  assert.deepEqual(
    withFound([line(10, 30)], [line(10, 30, 'last')], part).map(({ top }) => top),
    [10, 50],
  );
});

test('a band of light text on dark is given dark on light, and may be higher than a line', () => {
  const height = 150;
  const [light, ground] = [220, 60];
  const { pixels } = picture(height, [
    [10, 30, 5, 95],
    [120, 140, 5, 95],
  ]);
  for (let y = 45; y < 105; y += 1) pixels.fill(ground, y * width, (y + 1) * width);
  for (let y = 65; y < 85; y += 1) pixels.fill(light, y * width + 20, y * width + 30);
  const lines = [line(10, 30), line(120, 140)];
  const [part, ...others] = leftOutLines({ width, height, pixels }, lines);
  assert.deepEqual([part?.top, part?.picture.height, others], [35, 80, []]);
  const at = (x: number, y: number): number | undefined => part?.picture.pixels[(y - 35) * (width + 20) + x + 10];
  assert.deepEqual([at(5, 50), at(25, 75), at(-5, 50)], [255, Math.floor((35 * 255) / 195), 255]);
  // As high, and without any text.
  assert.deepEqual(
    leftOutLines(
      picture(height, [
        [10, 30, 5, 95],
        [45, 105, 0, 100],
        [120, 140, 5, 95],
      ]),
      lines,
    ),
    [],
  );
});

test('a first line that was left out has the columns of the next one, if it is close to it', () => {
  const grid = { pitch: 12, origin: 0, edges: 20, crossed: 0 };
  const topsIn = (first: number): readonly number[] => {
    const lines = [line(90, 110), line(130, 150)].map((one) => ({ ...one, grid }));
    const shown = picture(160, [
      [first, first + 20, 5, 15],
      [90, 110, 5, 95],
      [130, 150, 5, 95],
    ]);
    return withLeftOut(shown, lines).map(({ top }) => top);
  };
  assert.deepEqual(topsIn(60), [60, 90, 130]);
  assert.deepEqual(topsIn(20), [90, 130]);
});
