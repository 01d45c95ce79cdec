import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine, ReadWord } from '../read-lines.ts';
import { bullet, withBullets } from './bullets.ts';

const [width, height] = [200, 30];
/** Its box is the line's: 24 pixels high. */
const [top, bottom] = [3, 27];
const disc = ['..####..', '.######.', '########', '########', '########', '########', '.######.', '..####..'];

/** Puts rows of `#` into the picture. */
function drawn(
  ...inks: readonly { readonly rows: readonly string[]; readonly left: number; readonly above: number }[]
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { rows, left, above } of inks)
    for (const [y, row] of rows.entries())
      for (const [x, sign] of [...row].entries()) if (sign === '#') pixels[(above + y) * width + left + x] = 0;
  return pixels;
}

/** A letter is a block of the line's height. */
const letter = (left: number) => ({ rows: Array.from({ length: 20 }, () => '########'), left, above: 5 });

function word(text: string, left: number): ReadWord {
  return {
    top,
    bottom,
    certainty: 1,
    symbols: [...text].map((one, at) => ({ text: one, left: left + at * 10, right: left + at * 10 + 8, certainty: 1 })),
  };
}

function read(pixels: Uint8Array<ArrayBuffer>, ...words: readonly ReadWord[]): string {
  const line: ReadLine = { top, bottom, words };
  const [seen] = withBullets({ width, height, pixels }, [line]);
  return seen?.words.map(({ symbols }) => symbols.map(({ text }) => text).join('')).join(' ') ?? '';
}

test('a spot before the first word is a bullet, whatever was read there', () => {
  const pixels = drawn({ rows: disc, left: 20, above: 12 }, letter(50), letter(60));
  for (const sign of ['«', '+', 'e', '*', '•']) assert.equal(read(pixels, word(sign, 20), word('Ab', 50)), `${bullet} Ab`);
  assert.equal(read(pixels, word('Ab', 50)), `${bullet} Ab`, 'also if nothing was');
  const reaching = {
    ...word('eA', 20),
    symbols: [
      { text: 'e', left: 19, right: 40, certainty: 1 },
      { text: 'A', left: 50, right: 58, certainty: 1 },
    ],
  };
  assert.equal(read(pixels, reaching, word('b', 60)), `${bullet} A b`, 'also as a part of the word');
  const both = { ...word('A', 20), symbols: [{ text: 'A', left: 19, right: 58, certainty: 1 }] };
  assert.equal(read(pixels, both, word('b', 60)), `${bullet} A b`, 'also within the box of the first letter');
});

test('what is no bullet stays as it was read', () => {
  const ring = disc.map((row, at) => (at > 1 && at < 6 ? row.replace('####', '....') : row));
  const others = {
    ring: drawn({ rows: ring, left: 20, above: 12 }, letter(50)),
    'full stop': drawn({ rows: ['###', '###', '###'], left: 20, above: 20 }, letter(50)),
    'low spot': drawn({ rows: disc, left: 20, above: 19 }, letter(50)),
    dash: drawn({ rows: ['############', '############', '############'], left: 20, above: 14 }, letter(50)),
    letter: drawn(letter(20), letter(50)),
    'spot close to a letter': drawn({ rows: disc, left: 20, above: 12 }, letter(30), letter(50)),
    'end of something': drawn({ rows: disc.map((row) => row.repeat(4)), left: 0, above: 12 }, letter(50)),
  };
  for (const [name, pixels] of Object.entries(others)) assert.equal(read(pixels, word('e', 20), word('A', 50)), 'e A', name);
});

test('a letter that is nearly filled, as of a bold font, is none', () => {
  const bold = ['.#######', '########', '.....###', '.#######', '########', '###..###', '########', '.####.##'];
  assert.equal(read(drawn({ rows: bold, left: 20, above: 12 }, letter(50)), word('a', 20), word('Ab', 50)), 'a Ab');
  const ring = ['.######.', '########', '########', '###..###', '###..###', '########', '########', '.######.'];
  assert.equal(read(drawn({ rows: ring, left: 20, above: 12 }, letter(50)), word('o', 20), word('Ab', 50)), 'o Ab');
});

test('a line of a bullet alone stays', () => {
  assert.equal(read(drawn({ rows: disc, left: 20, above: 12 }), word('e', 20)), 'e');
});

test('a place at the edge of the picture is cut', () => {
  const pixels = drawn({ rows: disc, left: 2, above: 12 }, letter(30));
  const line: ReadLine = { top: -5, bottom: height + 5, words: [word('e', 2), word('A', 30)] };
  const [seen] = withBullets({ width, height, pixels }, [line]);
  assert.equal(seen?.words[0]?.symbols[0]?.text, bullet);
});
