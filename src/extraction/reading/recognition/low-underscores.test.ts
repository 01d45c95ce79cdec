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
