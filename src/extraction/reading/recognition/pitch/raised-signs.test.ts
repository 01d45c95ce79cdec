import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raisedSign } from './raised-signs.ts';

const size = 15;
const capital = 27;

/** Strokes of two pixels from the middle of a square to its edge, in these directions, in twelfths of a turn. */
function arms(directions: readonly number[]): number[][] {
  const shape = Array.from({ length: size }, () => Array<number>(size).fill(0));
  const ink = (x: number, y: number): void => {
    const row = shape[Math.min(size - 1, Math.max(0, Math.floor(y)))];
    if (row !== undefined) row[Math.min(size - 1, Math.max(0, Math.floor(x)))] = 1;
  };
  for (const direction of directions)
    for (let at = 0; at <= size / 2; at += 0.2) {
      const angle = (direction * Math.PI) / 6;
      const [x, y] = [size / 2 + at * Math.cos(angle), size / 2 + at * Math.sin(angle)];
      for (const [right, down] of [
        [-0.5, -0.5],
        [0.5, -0.5],
        [-0.5, 0.5],
        [0.5, 0.5],
      ] as const)
        ink(x + right, y + down);
    }
  return shape;
}

function roof(): number[][] {
  const shape = Array.from({ length: size }, () => Array<number>(size).fill(0));
  for (let y = 0; y < size; y += 1)
    for (const side of [-1, 1])
      shape[y]?.fill(1, Math.floor(size / 2) + side * Math.floor(y / 2), Math.floor(size / 2) + side * Math.floor(y / 2) + 1);
  return shape;
}

test('what is above the line with five or six arms is an asterisk, and a roof is a caret', () => {
  assert.equal(raisedSign(arms([1, 3, 5, 7, 9, 11]), 9, capital), '*');
  assert.equal(raisedSign(arms([0, 2, 4, 6, 8, 10]), 9, capital), '*');
  assert.equal(raisedSign(arms([9, 11.4, 1.8, 4.2, 6.6]), 9, capital), '*');
  assert.equal(raisedSign(roof(), 9, capital), '^');
});

test('nothing is told of what stands on the line, is as high as a capital or lower than a sign, or has other arms', () => {
  assert.equal(raisedSign(arms([1, 3, 5, 7, 9, 11]), 0, capital), null);
  assert.equal(raisedSign(roof(), 2, capital), null);
  assert.equal(raisedSign(roof(), 9, size), null);
  assert.equal(raisedSign(roof(), 30, size * 5), null);
  for (const directions of [
    [0, 3, 6, 9],
    [1.5, 4.5, 7.5, 10.5],
    [0, 6],
    [3, 7, 11],
  ])
    assert.equal(raisedSign(arms(directions), 9, capital), null);
  assert.equal(
    raisedSign(
      Array.from({ length: size }, () => Array<number>(size).fill(1)),
      9,
      capital,
    ),
    null,
  );
  assert.equal(raisedSign(roof().toReversed(), 9, capital), null);
});
