import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stacksOfBars } from './stacks-of-bars.ts';

/** Blocks of this height in the first rows, and below them two bars above each other. */
function stacksBelow(blocks: number, high: number): number {
  const [wide, across, apart] = [4_000, 80, 30];
  const rows = Math.ceil(blocks / across) * apart;
  const [width, height] = [wide, rows + 40];
  const pixels = new Uint8Array(width * height).fill(255);
  const fill = (left: number, top: number, right: number, bottom: number): void => {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  };
  for (let n = 0; n < blocks; n += 1) {
    const [left, top] = [(n % across) * 50 + 4, Math.floor(n / across) * apart];
    fill(left, top, left + 36, top + high);
  }
  for (const top of [rows + 10, rows + 18]) fill(100, top, 136, top + 3);
  const isInk = (x: number, y: number): boolean => x >= 0 && x < width && y >= 0 && y < height && pixels[y * width + x] === 0;
  return stacksOfBars({ width, height, pixels }, isInk).filter((bars) => bars.length === 2 && (bars[0]?.top ?? 0) >= rows).length;
}

test('thick blocks are no bars, however many there are, and a pattern of bars is none', () => {
  assert.deepEqual([stacksBelow(0, 3), stacksBelow(5_000, 20), stacksBelow(5_000, 3)], [1, 1, 0]);
});
