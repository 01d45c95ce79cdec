import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from './grey-picture.ts';
import { withRaisedUnderscores } from './low-underscores.ts';

const width = 140;
const height = 80;

type Box = readonly [left: number, right: number, top: number, bottom: number];

/** White, with black boxes. */
function picture(boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top, bottom] of boxes) for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** Two letters whose last row is 49, with room for a character between them. */
const letters: readonly Box[] = [
  [30, 46, 30, 50],
  [74, 90, 30, 50],
];

test('an underscore far below the letters is raised to just below them', () => {
  const low = picture([...letters, [50, 70, 57, 59]]);
  const before = Uint8Array.from(low.pixels);
  assert.deepEqual(withRaisedUnderscores(low).picture.pixels, picture([...letters, [50, 70, 51, 55]]).pixels);
  assert.deepEqual(low.pixels, before, 'it is left as it is');
  assert.deepEqual(withRaisedUnderscores(low).underscores, [{ left: 50, right: 70, top: 57, bottom: 59 }]);
  const besideDescender = picture([...letters, [92, 104, 30, 66], [50, 70, 57, 59]]);
  assert.deepEqual(
    withRaisedUnderscores(besideDescender).picture.pixels,
    picture([...letters, [92, 104, 30, 66], [50, 70, 51, 55]]).pixels,
  );
});

test('an underscore that is not low, a dash, an underline, the lower line of an equals sign and a rule stay where they are', () => {
  const bars: readonly (readonly Box[])[] = [
    [[50, 70, 52, 55]],
    [[50, 70, 40, 42]],
    [[30, 46, 57, 59]],
    [
      [50, 70, 45, 47],
      [50, 70, 57, 59],
    ],
    [[10, 130, 57, 59]],
  ];
  for (const bar of bars) {
    const whole = picture([...letters, ...bar]);
    assert.equal(withRaisedUnderscores(whole).picture, whole);
  }
});

test('with nothing beside it, or with what reaches below it, there is nothing to tell that it is low', () => {
  for (const boxes of [[[50, 70, 57, 59]], [[50, 70, 57, 59], ...letters, [92, 110, 30, 66], [10, 28, 30, 66]]] as const) {
    const whole = picture(boxes);
    assert.equal(withRaisedUnderscores(whole).picture, whole);
  }
});

test('a dash between letters that stand on a line below it is no underscore, however far the nearest one is', () => {
  const dashed = picture([...letters, [50, 70, 42, 44], [96, 112, 42, 44], [10, 26, 30, 50]]);
  assert.deepEqual(withRaisedUnderscores(dashed).underscores, []);
  // What is around it reaches no further down than the dash, as the arm of an `r` and other dashes.
  const amongDashes = picture([
    [4, 20, 30, 50],
    [34, 48, 30, 40],
    [50, 70, 42, 44],
    [72, 90, 42, 44],
    [92, 106, 30, 40],
    [120, 136, 30, 50],
  ]);
  assert.deepEqual(withRaisedUnderscores(amongDashes).underscores, []);
});

test('the next line, however close, does not reach below an underscore', () => {
  const close = picture([...letters, [50, 70, 52, 55], [30, 90, 64, 80]]);
  assert.deepEqual(withRaisedUnderscores(close).underscores, [{ left: 50, right: 70, top: 52, bottom: 55 }]);
});

test('the bow of a round letter in the next line, and the bar of a digit, are no underscore', () => {
  const bow: readonly Box[] = [
    [54, 66, 57, 60],
    [50, 56, 59, 76],
    [64, 70, 59, 76],
  ];
  const bar: readonly Box[] = [
    [52, 68, 57, 60],
    [52, 55, 60, 68],
  ];
  for (const shape of [bow, bar]) {
    const whole = picture([...letters, ...shape]);
    assert.deepEqual(withRaisedUnderscores(whole), { picture: whole, underscores: [] });
  }
});

test('of a pattern of bars no more are looked at than tell that it is one', () => {
  const [wide, high] = [2_000, 4_000];
  const pixels = new Uint8Array(wide * high).fill(255);
  for (let y = 30; y + 3 < high; y += 30)
    for (let x = 4; x + 16 < wide; x += 20) for (let row = y; row < y + 3; row += 1) pixels.fill(0, row * wide + x, row * wide + x + 12);
  const half = (wide * high) / 2;
  let looks = 0;
  const watched = new Proxy(pixels, {
    get: (target, key) => {
      if (typeof key === 'string' && Number(key) >= half) looks += 1;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  assert.deepEqual(withRaisedUnderscores({ width: wide, height: high, pixels: watched }).underscores, []);
  // The colour of the ink is asked of all pixels, once.
  assert.ok(looks <= half, `${looks} looks at the ${half} pixels of the lower half`);
});
