import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { drawApart } from './drawn-apart.ts';
import { type Ligature, possibleLigatures } from './ligatures.ts';

const [width, height, middle] = [120, 60, 30];
/** Of the font, in pixels. */
const column = 23;

/** Bars from 40 to the right, around the middle, and strokes from one place to another. */
function picture(
  bars: readonly number[],
  wide: number,
  strokes: readonly (readonly [x: number, y: number, toX: number, toY: number])[] = [],
): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const y of bars) for (let row = y; row < y + 3; row += 1) pixels.fill(0, row * width + 40, row * width + 40 + wide);
  for (const [x, y, toX, toY] of strokes)
    for (let row = y; row <= toY; row += 1) {
      const at = Math.round(x + ((toX - x) * (row - y)) / Math.max(1, toY - y));
      pixels.fill(0, row * width + at - 1, row * width + at + 2);
    }
  return { width, height, pixels };
}

function ligaturesIn(before: GreyPicture, columns = column): readonly Ligature[] {
  const { stacks, signsOf } = possibleLigatures(before);
  return stacks.flatMap((bars) => {
    const signs = signsOf(bars, columns);
    return signs === null ? [] : [{ bars, signs }];
  });
}

/** How many pieces of ink there are from left to right, and whether something stands above and below the bars in the first one and the last one. */
function drawn(before: GreyPicture): string {
  const pixels = Uint8Array.from(before.pixels);
  for (const ligature of ligaturesIn(before)) drawApart({ ...before, pixels }, ligature);
  const isInk = (x: number, y: number): boolean => (pixels[y * width + x] ?? 255) < 128;
  const columns = Array.from({ length: width }, (_, x) => Array.from({ length: height }, (__, y) => y).filter((y) => isInk(x, y)));
  const pieces: number[][] = [];
  for (const [x, column] of columns.entries()) {
    if (column.length === 0) continue;
    const before = columns[x - 1]?.length ?? 0;
    if (before === 0) pieces.push([]);
    pieces.at(-1)?.push(...column);
  }
  return pieces
    .map((rows) => (Math.max(...rows) - Math.min(...rows) > 20 ? 'high' : Math.max(...rows) - Math.min(...rows) > 14 ? 'head' : 'low'))
    .join(' ');
}

const two = [24, 33];
const three = [20, 28, 36];
const slash = [70, 13, 50, 46] as const;
const head = [
  [72, 18, 81, middle],
  [81, middle, 72, 42],
] as const;

test('equals signs that are joined are drawn apart, and with a slash the first one is an exclamation mark', () => {
  assert.equal(drawn(picture(two, 40)), 'low low');
  assert.equal(drawn(picture(three, 60)), 'low low low');
  assert.equal(drawn(picture(two, 40, [slash])), 'high low');
  assert.equal(drawn(picture(three, 60, [[80, 10, 60, 48]])), 'high low low');
});

test('arrows are drawn as a dash or an equals sign, and a head', () => {
  assert.equal(
    drawn(
      picture([29], 42, [
        [70, 18, 81, 30],
        [81, 30, 70, 42],
      ]),
    ),
    'low head',
  );
  assert.equal(
    drawn(
      picture(
        [25, 34],
        42,
        head.map(([x, y, toX, toY]) => [x, y, toX, toY] as const),
      ),
    ),
    'low head',
  );
});

test('bars that do not tell, an underline, a frame and the strokes of a heading stay as they are', () => {
  for (const whole of [
    picture([29], 42),
    picture(two, 40, [[50, 12, 70, 48]]),
    picture(two, 40, [[60, 12, 60, 22]]),
    picture(three, 40),
    picture(two, 78),
    picture(two, 25),
    picture(two, 40, [[41, 24, 41, 36]]),
  ])
    assert.deepEqual(ligaturesIn(whole), []);
});

test('what does not fit two or three columns is none, nor is a stroke of a letter with others above and below it', () => {
  for (const columns of [18, 30]) assert.deepEqual(ligaturesIn(picture(two, 40), columns), []);
  assert.deepEqual(
    ligaturesIn(picture(two, 40)).map(({ signs }) => signs),
    ['=='],
  );
  const letterE = picture([4, 28, 53], 40, [[42, 4, 42, 55]]);
  const letterF = picture([8, 28], 40, [[42, 8, 42, 55]]);
  const hash = picture([22, 36], 40, [
    [52, 8, 52, 52],
    [68, 8, 68, 52],
  ]);
  for (const letter of [letterE, letterF, hash]) assert.deepEqual(ligaturesIn(letter), []);
});
