import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOpenRounds } from './open-rounds.ts';

const [width, height] = [40, 40];
const [left, right, top, bottom] = [10, 24, 6, 34];

/** A ring with a bar across, at this part of its height. */
function told(read: string, bar: number | null, grey = 0): string {
  const pixels = new Uint8Array(width * height).fill(255);
  const ink = (x: number, y: number): void => {
    pixels[y * width + x] = 0;
  };
  for (let x = left; x < right; x += 1) for (const y of [top, top + 1, bottom - 2, bottom - 1]) ink(x, y);
  for (let y = top; y < bottom; y += 1) for (const x of [left, left + 1, right - 2, right - 1]) ink(x, y);
  const row = bar === null ? null : Math.round(top + bar * (bottom - top));
  if (row !== null) for (let x = left; x < right; x += 1) for (const y of [row, row + 1]) pixels[y * width + x] = grey;
  const symbol = { text: read, left, right, certainty: 1 };
  const [line] = withOpenRounds({ width, height, pixels }, [{ top, bottom, words: [{ symbols: [symbol], top, bottom, certainty: 1 }] }]);
  return line?.words[0]?.symbols[0]?.text ?? '';
}

test('with the top of a loop above its middle it is a 6, and with a bar in its middle a G, whichever was read', () => {
  for (const read of ['6', 'G']) {
    assert.equal(told(read, 0.37), '6');
    assert.equal(told(read, 0.52), 'G');
  }
});

test('what is neither dark nor light there stays as it was read, and so does any other character', () => {
  assert.equal(told('6', 0.37, 150), '6');
  assert.equal(told('G', 0.37, 150), 'G');
  assert.equal(told('8', 0.52), '8');
});
