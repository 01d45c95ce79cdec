import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOpenRounds } from './open-rounds.ts';

const [width, height] = [40, 40];
const [left, right, top, bottom] = [10, 24, 6, 34];

/** A ring with a bar in its middle: from the left side on, or from the middle on, with a gap in the right side above it. */
function told(read: string, kind: '6' | 'G' | 'blurred G', high = height, faint = 0): string {
  const pixels = new Uint8Array(width * height).fill(255);
  const end = Math.min(bottom, high);
  const ink = (x: number, y: number, grey = 0): void => {
    pixels[y * width + x] = grey;
  };
  for (let x = left; x < right; x += 1) for (const y of [top, top + 1, end - 2, end - 1]) ink(x, y);
  for (let y = top; y < end; y += 1) for (const x of [left, left + 1, right - 2, right - 1]) ink(x, y);
  const middle = Math.round((top + end) / 2);
  for (let x = kind === '6' ? left : Math.round((left + right) / 2); x < right; x += 1) for (const y of [middle, middle + 1]) ink(x, y);
  for (let y = middle - 4; y < middle; y += 1) for (const x of [right - 2, right - 1]) ink(x, y, kind === 'blurred G' ? 150 : 255);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = 255 - ((255 - (pixels[at] ?? 255)) * (255 - faint)) / 255;
  const symbol = { text: read, left, right, certainty: 1 };
  const [line] = withOpenRounds({ width, height, pixels }, [
    { top, bottom: end, words: [{ symbols: [symbol], top, bottom: end, certainty: 1 }] },
  ]);
  return line?.words[0]?.symbols[0]?.text ?? '';
}

test('a 6 whose loop is open is a G', () => {
  assert.equal(told('6', 'G'), 'G');
});

test('a 6 with a loop stays one, and so does what is blurred or small, and any other character', () => {
  assert.equal(told('6', '6'), '6');
  assert.equal(told('6', '6', height, 200), '6', 'also a faint one');
  assert.equal(told('6', 'blurred G'), '6');
  assert.equal(told('6', 'G', top + 15), '6');
  for (const one of ['G', '8', 'b']) for (const kind of ['6', 'G'] as const) assert.equal(told(one, kind), one);
});
