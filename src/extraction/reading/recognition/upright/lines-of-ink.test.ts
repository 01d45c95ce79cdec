import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { levelled } from './levelled.ts';
import { clearnessOfLines, slopeOfLines } from './lines-of-ink.ts';

const [width, height] = [600, 300];

/** Lines of letters: bars of 12 × 16 pixels. */
function page(): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (let line = 0; line < 6; line += 1)
    for (let letter = 0; letter < 24; letter += 1)
      for (let y = 0; y < 16; y += 1) {
        const at = (60 + line * 32 + y) * width + 60 + letter * 20;
        pixels.fill(0, at, at + 12);
      }
  return { width, height, pixels };
}

test('the slope of lines is found, and the picture that is turned by it has level ones', () => {
  assert.equal(slopeOfLines(page()), 0);
  for (const slope of [-0.05, -0.02, 0.02, 0.05]) {
    const askew = levelled(page(), -slope).picture;
    assert.ok(Math.abs(slopeOfLines(askew) - slope) < 0.005, `${slope}: ${slopeOfLines(askew)}`);
    assert.equal(slopeOfLines(levelled(askew, slopeOfLines(askew)).picture), 0);
  }
});

test('a picture without lines has no slope, and none is clear', () => {
  let seed = 3;
  const noise = Uint8Array.from({ length: width * height }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2 ** 23;
  });
  for (const pixels of [new Uint8Array(width * height).fill(255), noise]) {
    assert.equal(slopeOfLines({ width, height, pixels }), 0);
    assert.ok(clearnessOfLines({ width, height, pixels }) < 0.04);
  }
  assert.ok(clearnessOfLines(page()) > 0.04);
});

test('a place in a turned picture is told where it was', () => {
  const { picture, before } = levelled(page(), 0.05);
  const [x, y] = before(picture.width / 2, picture.height / 2);
  assert.deepEqual([Math.round(x), Math.round(y)], [width / 2, height / 2]);
  const [left, top] = before(picture.width / 2 - 100, picture.height / 2);
  assert.ok(Math.abs(left - 200) < 1 && Math.abs(top - 145) < 1, `${left},${top}`);
});
