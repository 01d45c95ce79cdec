import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import { hasNothingToRead } from './nothing-to-read.ts';

const [width, height] = [400, 300];
type Box = readonly [left: number, right: number, top: number, bottom: number, grey?: number];

function page(boxes: readonly Box[], paper = 255): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(paper);
  for (const [left, right, top, bottom, grey = 0] of boxes)
    for (let y = top; y < bottom; y += 1) pixels.fill(grey, y * width + left, y * width + right);
  return { width, height, pixels };
}

/** A table without a word: lines across, two pixels thick and soft at an edge, and down, one pixel thick. */
const form: readonly Box[] = [
  ...[20, 80, 140, 200].flatMap((y): readonly Box[] => [
    [20, 380, y, y + 2],
    [20, 380, y + 2, y + 3, 150],
  ]),
  ...[20, 140, 260, 379].map((x): Box => [x, x + 1, 20, 202]),
];

test('a page of one colour, with lines or with a few specks has nothing to read', () => {
  for (const paper of [255, 0, 128]) assert.equal(hasNothingToRead(page([], paper)), true);
  assert.equal(hasNothingToRead(page(form)), true);
  assert.equal(
    hasNothingToRead(
      page([
        [50, 52, 60, 62],
        [200, 203, 150, 152],
      ]),
    ),
    true,
  );
  assert.equal(hasNothingToRead(page([[10, 390, 10, 290, 251]])), true, 'nobody sees such a difference');
});

test('a letter, however small, light or near a line, is something to read', () => {
  for (const letter of [
    [200, 204, 150, 156],
    [200, 201, 150, 157],
    [200, 206, 150, 151],
    [200, 204, 150, 156, 240],
    [140, 150, 84, 96],
  ] as const)
    assert.equal(hasNothingToRead(page([...form, letter])), false, String(letter));
  assert.equal(hasNothingToRead(page([[100, 160, 100, 220]])), false, 'a block may have light letters');
  assert.equal(
    hasNothingToRead(
      page([
        [100, 114, 60, 200],
        [180, 194, 60, 200],
        [114, 180, 120, 134],
      ]),
    ),
    false,
    'a letter of a headline',
  );
});

test('a word of thin straight strokes is something to read, however large', () => {
  const tilt: readonly Box[] = [
    [20, 120, 30, 38],
    [66, 74, 30, 280],
    [150, 158, 30, 280],
    [190, 198, 30, 280],
    [190, 270, 272, 280],
    [290, 390, 30, 38],
    [336, 344, 30, 280],
  ];
  assert.equal(hasNothingToRead(page(tilt)), false);
  for (const stroke of tilt) assert.equal(hasNothingToRead(page([stroke])), false, String(stroke));
});

test('lines down are not taken for the paper, whatever the width', () => {
  for (const wide of [390, 391]) {
    const pixels = Uint8Array.from({ length: wide * height }, (_, at) => ((at % wide) % 13 === 0 ? 0 : 255));
    // A letter as dark as the lines, where there is none.
    for (let y = 100; y < 108; y += 1) pixels.fill(0, y * wide + 3, y * wide + 9);
    assert.equal(hasNothingToRead({ width: wide, height, pixels }), false, String(wide));
  }
});

test('a page full of specks is looked at, and the time that a page takes grows with its size', () => {
  const dots = Array.from(
    { length: 300 },
    (_, at): Box => [10 + (at % 20) * 18, 12 + (at % 20) * 18, 10 + Math.floor(at / 20) * 18, 12 + Math.floor(at / 20) * 18],
  );
  assert.equal(hasNothingToRead(page(dots)), false);
  const cpuMs = (times: number): number => {
    const large = { width, height: height * times, pixels: new Uint8Array(width * height * times).fill(255) };
    for (let x = 0; x < width; x += 7) for (let y = 0; y < large.height; y += 1) large.pixels[y * width + x] = 0;
    const before = process.threadCpuUsage().user;
    assert.equal(hasNothingToRead(large), true);
    return (process.threadCpuUsage().user - before) / 1_000;
  };
  cpuMs(4);
  const [once, twice] = [4, 8].map((times) => Math.min(...Array.from({ length: 5 }, () => cpuMs(times))));
  assert.ok((twice ?? 0) < (once ?? 0) * 3 + 10, `${once} ms, then ${twice} ms`);
});
