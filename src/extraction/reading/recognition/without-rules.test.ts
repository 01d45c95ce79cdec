import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from './grey-picture.ts';
import { withoutRules } from './without-rules.ts';

const [width, height] = [300, 200];

type Box = readonly [left: number, right: number, top: number, bottom: number];

/** White, with black boxes. */
function picture(boxes: readonly Box[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right, top, bottom] of boxes) for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  return { width, height, pixels };
}

const letter: Box = [40, 56, 40, 60];
const across: readonly Box[] = [20, 70, 120].map((top) => [20, 280, top, top + 2]);
const down: readonly Box[] = [20, 150, 278].map((left) => [left, left + 2, 20, 122]);

test('the lines between cells are cleared, and the letters in them stay', () => {
  const table = picture([...across, ...down, letter]);
  const before = table.pixels.slice();
  for (const rules of ['cells', 'any'] as const)
    assert.deepEqual(withoutRules(table, rules).picture.pixels, picture([letter]).pixels, rules);
  assert.deepEqual(
    withoutRules(table, 'cells').sides.map(({ x }) => x),
    [20, 150, 278],
    'each line down once',
  );
  assert.deepEqual(table.pixels, before, 'it is left as it is');
});

test('lines without cells, as a row of underscores or the branch of a tree, are cleared only where all are', () => {
  const branch: Box = [100, 102, 80, 190];
  for (const lines of [across, [branch], [...across, branch]]) {
    const whole = picture([...lines, letter]);
    assert.equal(withoutRules(whole, 'cells').picture, whole);
    assert.deepEqual(withoutRules(whole, 'any').picture.pixels, picture([letter]).pixels);
  }
});

test('a line down reaches as far as any part of it, where its edge is broken', () => {
  const broken: readonly Box[] = [
    [150, 151, 20, 90],
    [151, 153, 20, 122],
  ];
  const { sides } = withoutRules(picture([...across, ...down.filter(([left]) => left !== 150), ...broken]), 'cells');
  assert.deepEqual(
    sides.filter(({ x }) => x > 100 && x < 200),
    [{ x: 150, top: 20, bottom: 122 }],
  );
});
