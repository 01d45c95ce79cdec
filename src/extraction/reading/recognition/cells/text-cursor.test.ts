import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { blank, withoutCursor, withoutCursorInColumns } from './text-cursor.ts';

const [width, from] = [120, 10];
const bands = [
  { top: 0, bottom: 30 },
  { top: 40, bottom: 70 },
];

/** A letter in each line, and a thin line before it in these. */
function drawn(...withLine: readonly number[]): GreyPicture {
  const pixels = new Uint8Array(width * 80).fill(255);
  const fill = (left: number, right: number, top: number, bottom: number): void => {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  };
  for (const [at, { top }] of bands.entries()) {
    fill(30, 44, top + 8, top + 24);
    if (withLine.includes(at)) fill(24, 26, top, top + 30);
  }
  return { width, height: 80, pixels };
}

test('a thin line before the first letter of one line, and higher than it, is a cursor', () => {
  const shown = withoutCursor(drawn(0), bands, from) ?? assert.fail('no cursor');
  assert.ok(Buffer.from(shown.pixels).equals(Buffer.from(drawn().pixels)));
});

test('such lines before several are bars, and one that is no higher than the others is a letter', () => {
  assert.ok(withoutCursor(drawn(), bands, from) === null);
  assert.ok(withoutCursor(drawn(0, 1), bands, from) === null);
  const letter = blank(drawn(0), { left: 24, right: 26, top: 0, bottom: 8 });
  assert.ok(withoutCursor(letter, [{ top: 8, bottom: 24 }], from) === null);
  assert.ok(withoutCursor({ width: 3, height: 3, pixels: new Uint8Array(9) }, [{ top: 0, bottom: 3 }], 0) === null);
});

test('one behind the first letter is looked for only where it may be anywhere', () => {
  const letters = drawn();
  const shown = letters.pixels.slice();
  for (let y = 0; y < 30; y += 1) shown.fill(0, y * width + 50, y * width + 52);
  const behind = { ...letters, pixels: shown };
  assert.ok(withoutCursor(behind, bands, from) === null);
  const without = withoutCursor(behind, bands, from, true) ?? assert.fail('no cursor');
  assert.ok(Buffer.from(without.pixels).equals(Buffer.from(letters.pixels)));
});

test('bars in a large picture are told apart from a cursor at once, without a copy of it for each', () => {
  const large = { width: 6_000, height: 2_000, pixels: new Uint8Array(6_000 * 2_000).fill(255) };
  for (let y = 100; y < 145; y += 1) for (let x = 4; x < 5_204; x += 4) large.pixels.fill(0, y * large.width + x, y * large.width + x + 2);
  const begun = process.cpuUsage();
  assert.ok(withoutCursor(large, [{ top: 100, bottom: 145 }], 0, true) === null);
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 1_000_000, `${user + system} microseconds`);
});

test('of several lines with such a line none is copied', () => {
  const [wide, high] = [4_000, 3_000];
  const pixels = new Uint8Array(wide * high).fill(255);
  const lines = Array.from({ length: 12 }, (_, at) => ({ top: 100 + at * 120, bottom: 145 + at * 120 }));
  for (const { top } of lines)
    for (let y = top; y < top + 45; y += 1) {
      pixels.fill(0, y * wide + 100, y * wide + 103);
      if (y > top + 14 && y < top + 34) pixels.fill(0, y * wide + 130, y * wide + 144);
    }
  const before = process.memoryUsage().arrayBuffers;
  assert.ok(withoutCursor({ width: wide, height: high, pixels }, lines, 0, true) === null);
  assert.ok(process.memoryUsage().arrayBuffers - before < pixels.length);
});

test('in columns, a cursor stands between two of them, and a bar in the middle of one', () => {
  const grid = { pitch: 15, origin: 0 };
  const lines = bands.map(
    ({ top, bottom }): ReadLine => ({
      top: top + 8,
      bottom: bottom - 6,
      words: [{ symbols: [{ text: 'n', left: 30, right: 44, certainty: 1 }], top: top + 8, bottom: bottom - 6, certainty: 1 }],
    }),
  );
  const withBar = (left: number, right: number, ...places: readonly number[]): GreyPicture => {
    const shown = drawn();
    for (const place of places)
      for (let y = bands[place]?.top ?? 0; y < (bands[place]?.bottom ?? 0); y += 1)
        shown.pixels.fill(0, y * width + left, y * width + right);
    return shown;
  };
  const read = (picture: GreyPicture): GreyPicture => withoutCursorInColumns(picture, lines, [grid, grid]);
  for (const left of [14, 46, 60]) assert.deepEqual(read(withBar(left, left + 2, 0)).pixels, drawn().pixels, `${left}`);
  for (const picture of [drawn(), withBar(52, 54, 1), withBar(57, 63, 1), withBar(60, 62, 0, 1)]) assert.equal(read(picture), picture);
  assert.equal(withoutCursorInColumns(drawn(0), lines, [null, null]).pixels[24], 0);
  const withRule = drawn();
  for (let y = 0; y < withRule.height; y += 1) withRule.pixels.fill(0, y * width + 46, y * width + 48);
  assert.equal(read(withRule), withRule, 'a rule of a table is higher than a cursor');
});
