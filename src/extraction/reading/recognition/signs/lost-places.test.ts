import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { withLostPlaces } from './lost-places.ts';

const [column, width, height] = [20, 200, 30];

/** Ink from and to these places. */
function picture(...inked: readonly (readonly [from: number, to: number])[]) {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [from, to] of inked) for (let y = 10; y < 20; y += 1) pixels.fill(0, y * width + from, y * width + to);
  return { width, height, pixels };
}

function line(...words: readonly (readonly (readonly [text: string, left: number, right: number])[])[]): ReadLine {
  const read = words.map((symbols) => ({
    symbols: symbols.map(([text, left, right]): ReadSymbol => ({ text, left, right, certainty: 0.9 })),
    top: 5,
    bottom: 25,
    certainty: 0.9,
  }));
  return { top: 5, bottom: 25, words: read };
}

const placesOf = (found: readonly ReadLine[]) =>
  found.flatMap(({ words }) => words.flatMap(({ symbols }) => symbols.map(({ text, left, right }) => [text, left, right])));

test('a sign with a box as wide as a pixel is where the ink is that nobody has', () => {
  const read = [
    line(
      [['l', 10, 26]],
      [
        ['=', 100, 101],
        ['a', 100, 118],
      ],
    ),
  ];
  assert.deepEqual(placesOf(withLostPlaces(picture([10, 26], [60, 76], [100, 118]), read, column)), [
    ['l', 10, 26],
    ['=', 60, 76],
    ['a', 100, 118],
  ]);
});

test('without such ink, with too much of it, or with a place of its own, a sign stays', () => {
  const read = [
    line(
      [['l', 10, 26]],
      [
        ['=', 100, 101],
        ['a', 100, 118],
      ],
    ),
  ];
  assert.deepEqual(withLostPlaces(picture([10, 26], [100, 118]), read, column), read);
  assert.deepEqual(withLostPlaces(picture([10, 26], [40, 90], [100, 118]), read, column), read);
  const own = [
    line(
      [['l', 10, 26]],
      [
        ['|', 80, 84],
        ['a', 100, 118],
      ],
    ),
  ];
  assert.deepEqual(withLostPlaces(picture([10, 26], [60, 76], [80, 84], [100, 118]), own, column), own);
});
