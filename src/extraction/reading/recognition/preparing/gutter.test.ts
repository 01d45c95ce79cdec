import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { withoutGutter } from './gutter.ts';

type Box = readonly [grey: number, left: number, right: number, top: number, bottom: number];

const [width, height, edge] = [160, 120, 30];
const lineTops = [8, 26, 44, 62, 80, 98];

function picture(page: number, boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(page);
  for (const [grey, left, right, top, bottom] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** A stroke, and one of which each differs from the one above as digits do, as high as digits, which end at one place; and all that a row of the last line can hold. */
const numbers = (grey: number, tops: readonly number[] = lineTops): readonly Box[] =>
  tops.flatMap((top, at): readonly Box[] => [
    [grey, 12, 14, top, top + 10],
    [grey, at === 5 ? 6 : 14, 24, top + 8, top + 10],
    [grey, at % 2 === 0 ? 22 : 17, at % 2 === 0 ? 24 : 19, top, top + 10],
  ]);
const code = (grey: number): readonly Box[] => lineTops.flatMap((top) => [40, 46, 52].map((x): Box => [grey, x, x + 3, top, top + 10]));

test('a strip with numbers of lines on a ground of its own, or beside a rule, becomes a part of the page', () => {
  const even = picture(250, [...numbers(20), ...code(20)]);
  const rule: Box = [200, edge - 1, edge, 0, height];
  for (const strip of [
    [[225, 0, edge, 0, height], ...numbers(150)],
    [[30, 0, edge, 0, height], ...numbers(200)],
    [[225, 0, edge, 0, height], rule, ...numbers(150)],
    [rule, ...numbers(150)],
  ] satisfies readonly (readonly Box[])[])
    assert.deepEqual(withoutGutter(picture(250, [...strip, ...code(20)])), even);
  const dark = picture(40, [...numbers(220), ...code(220)]);
  assert.deepEqual(withoutGutter(picture(40, [[240, 0, edge, 0, height], ...numbers(130), ...code(220)])), dark);
});

test('numbers beside an empty page, or one with faint guides only, stay as they are', () => {
  const guide: Box = [240, 60, 61, 0, height];
  for (const [page, strip, ink, ...beside] of [
    [250, 225, 20],
    [250, 225, 20, guide],
    [30, 36, 130],
  ] satisfies readonly (readonly [number, number, number, ...Box[]])[]) {
    const one = picture(page, [[strip, 0, edge, 0, height], ...numbers(ink), ...beside]);
    assert.equal(withoutGutter(one), one);
  }
});

test('the line of the cursor may have a ground of its own there, and what is above the strip stays', () => {
  const bar: readonly Box[] = [
    [120, 0, width, 0, 6],
    [10, 4, 60, 2, 4],
  ];
  const strip: readonly Box[] = [
    [225, 0, edge, 6, height],
    [205, 0, edge, 42, 57],
  ];
  const shown = withoutGutter(picture(250, [...strip, ...bar, ...numbers(110), ...code(20)]));
  const expected = picture(250, [...bar, ...numbers(20), ...code(20)]);
  for (const at of [2, 4, 15, 30]) assert.equal(shown.pixels[3 * width + at], expected.pixels[3 * width + at]);
  for (const [, left, , top] of numbers(20)) assert.ok((shown.pixels[(top + 1) * width + left] ?? 255) < 80);
  for (const y of [22, 40, 43, 55, 58]) assert.equal(shown.pixels[y * width + 10], 250, `row ${y}`);
});

test('marks behind the numbers, as those of changed lines or of what can be folded, are none of it', () => {
  const ground: Box = [225, 0, edge, 0, height];
  const even = picture(250, [...numbers(20), ...code(20)]);
  assert.deepEqual(withoutGutter(picture(250, [ground, ...numbers(150), [90, 28, edge, 30, 70], ...code(20)])), even);
});

test('signs and letters behind the numbers stay; arrows and boxes of what can be folded go', () => {
  const ground: Box = [225, 0, 36, 0, height];
  const drawn = (grey: number, boxes: readonly (readonly [number, number, number, number])[]): readonly Box[] =>
    boxes.map(([left, right, top, bottom]) => [grey, left + 2, right + 2, top, bottom]);
  const minus = [25, 29, 31, 32] as const;
  const thick = [25, 29, 30, 33] as const;
  const plus = [[25, 30, 49, 50] as const, [27, 28, 47, 52] as const];
  const letter = [[25, 27, 62, 72] as const, [27, 29, 66, 67] as const];
  for (const sign of [[minus], [thick], plus, letter])
    assert.deepEqual(
      withoutGutter(picture(250, [ground, ...numbers(150), ...drawn(150, sign), ...code(20)])),
      picture(250, [...numbers(20), ...drawn(20, sign), ...code(20)]),
    );
  const down = [0, 1, 2].map((row) => [25 + row, 30 - row, 30 + row, 31 + row] as const);
  const right = [0, 1, 2].map((column) => [25 + column, 26 + column, 30 + column, 35 - column] as const);
  const box = [[25, 30, 48, 49] as const, [25, 30, 52, 53] as const, [25, 26, 48, 53] as const, [29, 30, 48, 53] as const];
  const even = picture(250, [...numbers(20), ...code(20)]);
  for (const sign of [down, right, box])
    assert.deepEqual(withoutGutter(picture(250, [ground, ...numbers(150), ...drawn(90, sign), ...code(20)])), even);
});

test('icons, one as the other, are no numbers', () => {
  const icons = (grey: number): readonly Box[] =>
    lineTops.flatMap((top): readonly Box[] => [
      [grey, 14, 24, top, top + 1],
      [grey, 14, 24, top + 9, top + 10],
      [grey, 14, 15, top, top + 10],
      [grey, 23, 24, top, top + 10],
    ]);
  for (const boxes of [icons(200), [[225, 0, edge, 0, height] as const, ...icons(150)]]) {
    const one = picture(250, [...boxes, ...code(20)]);
    assert.equal(withoutGutter(one), one);
  }
});

test('dim numbers on the ground of the page are as clear as the code, and others stay', () => {
  const even = picture(250, [...numbers(20), ...code(20)]);
  assert.deepEqual(withoutGutter(picture(250, [...numbers(200), ...code(20)])), even);
  const clear = picture(250, [...numbers(140), ...code(20)]);
  assert.equal(withoutGutter(clear), clear);
  // Most lines are indented, and the first one begins beside the strip.
  const indented = code(20).filter(([, left, , top]) => left > 45 || top === lineTops[0]);
  const beside = picture(250, [...numbers(200), [20, 34, 36, 8, 18], ...indented]);
  assert.deepEqual(withoutGutter(beside), picture(250, [...numbers(20), [20, 34, 36, 8, 18], ...indented]));
});

test('numbers in the first column of a table are left as they are, so that its rule tells it from the next one', () => {
  const rule = (left: number, top = 0, bottom = height): Box => [200, left, left + 1, top, bottom];
  const across = (y: number): Box => [200, 4, 150, y, y + 1];
  const cells = code(20);
  for (const boxes of [
    [rule(edge), rule(70)],
    [rule(edge, 4, 112), across(4)],
    [rule(edge, 4, 112), across(111), rule(4, 4, 112)],
  ]) {
    const one = picture(250, [...numbers(150), ...cells, ...boxes]);
    assert.equal(withoutGutter(one), one);
  }
  // A shorter line, as that of an indentation, is no other rule; nor is a panel beside the code.
  for (const beside of [rule(70, 30, 100), [225, 90, width, 0, height]] satisfies readonly Box[])
    assert.deepEqual(
      withoutGutter(picture(250, [...numbers(150), ...cells, rule(edge - 1), beside])),
      picture(250, [...numbers(20), ...cells, beside]),
    );
});

test('a strip with anything else is left as it is', () => {
  const ground: Box = [225, 0, edge, 0, height];
  const rules = lineTops.map((top): Box => [180, 0, width, top - 5, top - 4]);
  const unevenly = [8, 26, 51, 62, 85, 98];
  for (const boxes of [
    code(20),
    [ground, ...code(20)],
    [ground, ...numbers(150), ...rules, ...code(20)],
    [ground, ...numbers(150, unevenly), ...code(20)],
    [ground, ...lineTops.map((top, at): Box => [150, 4, 12 + at * 2, top, top + 10]), ...code(20)],
    [[225, 0, 78, 0, height], ...numbers(150)],
    [ground, ...numbers(150, [8, 44, 80]), ...code(20)],
  ] satisfies readonly (readonly Box[])[]) {
    const one = picture(250, boxes);
    assert.equal(withoutGutter(one), one);
  }
  const empty: GreyPicture = { width: 0, height: 0, pixels: new Uint8Array() };
  assert.equal(withoutGutter(empty), empty);
});

test('a tall picture with several rules is looked through at once', () => {
  const [wide, high] = [960, 12_000];
  const tall = { width: wide, height: high, pixels: new Uint8Array(wide * high).fill(255) };
  for (let y = 0; y < high; y += 1) {
    for (const x of [300, 330, 360, 390, 420, 450]) tall.pixels.fill(150, y * wide + x, y * wide + x + 3);
    for (const x of [310, 340, 370, 400, 430, 460]) if (y % 40 < 20) tall.pixels.fill(0, y * wide + x, y * wide + x + 4);
  }
  const begun = process.cpuUsage();
  assert.equal(withoutGutter(tall), tall);
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 2_000_000, `${user + system} microseconds`);
});
