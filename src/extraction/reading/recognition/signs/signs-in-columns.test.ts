import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { withoutInklessQuotes } from './inkless-quotes.ts';
import { withJoinedAmpersands } from './joined-ampersands.ts';
import { withLetterCase } from './letter-case.ts';
import { withLoneBraces } from './lone-braces.ts';
import { withLostQuotes } from './quotation-marks.ts';
import { withSlantedEquals } from './slanted-equals.ts';

const [column, height] = [20, 30];

interface Read {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A line of `columns` characters with this ink (rows of `#`, by their left end and top), read as these. */
function line(
  columns: number,
  ink: readonly (readonly [left: number, top: number, rows: readonly string[]])[],
  read: readonly Read[],
): { readonly picture: GreyPicture; readonly lines: readonly ReadLine[] } {
  const width = columns * column;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, rows] of ink)
    for (const [y, row] of rows.entries())
      for (const [x, one] of [...row].entries()) if (one === '#') pixels[(top + y) * width + left + x] = 0;
  const words = read.map((one) => ({ top: 0, bottom: height, certainty: 1, symbols: [{ ...one, certainty: 1 }] }));
  return { picture: { width, height, pixels }, lines: [{ top: 0, bottom: height, words }] };
}

const block = (wide: number, high: number): readonly string[] => Array.from({ length: high }, () => '#'.repeat(wide));
const textOf = (lines: readonly ReadLine[]): string =>
  lines.flatMap(({ words }) => words.flatMap(({ symbols }) => symbols.map(({ text }) => text))).join('');
const at = (text: string, place: number, wide = 16): Read => ({ text, left: place * column + 2, right: place * column + 2 + wide });

test('a slanted equals sign is told by three strokes at its open end', () => {
  const less = Array.from({ length: 22 }, (_, y) =>
    Array.from({ length: 26 }, (__, x) => ([8 - x / 4, 8 + x / 4, 14 + x / 4].some((where) => Math.abs(y - where) < 1.5) ? '#' : '.')).join(
      '',
    ),
  );
  const greater = less.map((row) => [...row].toReversed().join(''));
  for (const [rows, wanted] of [
    [less, 'a<=b'],
    [greater, 'a>=b'],
  ] as const) {
    const ink = [
      [2, 4, block(16, 22)],
      [47, 4, rows],
      [102, 4, block(16, 22)],
    ] as const;
    const read = [at('a', 0), { text: '<', left: 52, right: 68 }, at('b', 5)];
    const { picture, lines } = line(6, ink, read);
    assert.equal(textOf(withSlantedEquals(picture, lines, column)), wanted);
  }
  const plain = less.map((row, y) => (y > 14 ? row.replaceAll('#', '.') : row.slice(0, 18)));
  const { picture, lines } = line(6, [[52, 4, plain]], [at('a', 0), { text: '<', left: 52, right: 68 }, at('b', 5)]);
  assert.equal(textOf(withSlantedEquals(picture, lines, column)), 'a<b');
  const hash = line(6, [[47, 4, less]], [at('a', 0), { text: '#', left: 52, right: 68 }, at('b', 5)]);
  assert.equal(textOf(withSlantedEquals(hash.picture, hash.lines, column)), 'a#b', 'it has as many strokes');
});

test('two equals signs that touch are two, and one that is as wide as a column is one', () => {
  const bars = (wide: number): readonly string[] => [...block(wide, 3), ...Array.from({ length: 6 }, () => ''), ...block(wide, 3)];
  for (const [wide, wanted] of [
    [38, 'a==b'],
    [16, 'a=b'],
  ] as const) {
    const { picture, lines } = line(
      6,
      [
        [2, 4, block(16, 22)],
        [60 - wide / 2, 10, bars(wide)],
        [102, 4, block(16, 22)],
      ],
      [at('a', 0), { text: '=', left: 60 - wide / 2, right: 60 + wide / 2 }, at('b', 5)],
    );
    assert.equal(textOf(withSlantedEquals(picture, lines, column)), wanted);
  }
});

test('a brace alone in its line is told by its height and its points', () => {
  const closing = Array.from({ length: 29 }, (_, y) => {
    const left = y < 3 || y > 25 ? 0 : y > 12 && y < 16 ? 8 : 4;
    return `${'.'.repeat(left)}${'#'.repeat(5)}`.padEnd(13, '.');
  });
  const opening = closing.map((row) => [...row].toReversed().join(''));
  const three = closing.slice(0, 22);
  const straight = Array.from({ length: 29 }, () => '....#####....');
  for (const [rows, read, wanted] of [
    [closing, '3', '}'],
    [opening, 'f', 'f'],
    [opening, 'C', '{'],
    [three, '3', '3'],
    [straight, '1', '1'],
    [closing, ')', ')'],
  ] as const) {
    const { picture, lines } = line(4, [[22, 0, rows]], [{ text: read, left: 22, right: 35 }]);
    assert.equal(textOf(withLoneBraces(picture, lines, column)), wanted, read);
  }
  const beside = line(4, [[22, 0, closing]], [{ text: '3', left: 22, right: 35 }, at(';', 2)]);
  assert.equal(textOf(withLoneBraces(beside.picture, beside.lines, column)), '3;');
});

test('a quotation mark without ink beside the character that it was read from is none', () => {
  const mark = { text: "'", left: 46, right: 58 };
  const { picture, lines } = line(
    5,
    [
      [42, 4, block(4, 20)],
      [62, 4, block(16, 20)],
    ],
    [{ text: '!', left: 42, right: 46 }, mark, at('=', 3)],
  );
  const [one] = lines;
  assert.ok(one);
  const word = { top: 0, bottom: height, certainty: 1, symbols: one.words.flatMap(({ symbols }) => symbols) };
  const joined = [{ ...one, words: [word] }];
  assert.equal(textOf(withoutInklessQuotes(picture, joined, column)), '!=');
  const inked = {
    ...picture,
    pixels: picture.pixels.map((grey, place) => (place % picture.width >= 50 && place % picture.width < 54 ? 0 : grey)),
  };
  assert.equal(textOf(withoutInklessQuotes(inked, joined, column)), "!'=");
  // Where the places of its neighbours leave it no room, its ink is theirs.
  const covered = joined.map((all) => ({
    ...all,
    words: all.words.map((one) => ({
      ...one,
      symbols: one.symbols.map((symbol, place) => (place === 0 ? { ...symbol, right: 60 } : symbol)),
    })),
  }));
  assert.equal(textOf(withoutInklessQuotes(inked, covered, column)), "!'=");
});

test('a quotation mark that was left out is put back where an empty column has its ink', () => {
  const grave = ['###......', '###......', '..###....', '..###....', '....###..', '....###..'];
  const letters = [
    [2, 4, block(16, 22)],
    [42, 4, block(16, 22)],
  ] as const;
  for (const [rows, top, wanted] of [
    [grave, 4, 'a`b'],
    [block(3, 9), 4, "a'b"],
    [block(3, 4), 22, 'ab'],
    [block(9, 22), 4, 'ab'],
  ] as const) {
    const { picture, lines } = line(3, [...letters, [26, top, rows]], [at('a', 0), at('b', 2)]);
    assert.equal(textOf(withLostQuotes(picture, lines, column)), wanted);
  }
});

test('two ampersands that touch are two, whatever the other one was read as', () => {
  const sign = [
    ...Array.from({ length: 8 }, () => '...####.........'),
    ...Array.from({ length: 8 }, () => '..##..##........'),
    ...block(18, 6),
  ];
  const both = [
    [22, 4, sign],
    [40, 4, sign],
  ] as const;
  const { picture, lines } = line(6, both, [at('a', 0), { text: '&', left: 40, right: 58 }, at('b', 4)]);
  assert.equal(textOf(withJoinedAmpersands(picture, lines, column)), 'a&&b');
  const single = line(6, [[40, 4, sign]], [at('a', 0), { text: '&', left: 40, right: 58 }, at('b', 4)]);
  assert.equal(textOf(withJoinedAmpersands(single.picture, single.lines, column)), 'a&b');
  const read = line(6, both, [
    { text: '&', left: 22, right: 40 },
    { text: '&', left: 40, right: 58 },
  ]);
  assert.equal(textOf(withJoinedAmpersands(read.picture, read.lines, column)), '&&');
});

test('letters of one shape are small or capital as their ink is high', () => {
  const small = ['a', 'e', 'n', 'm'];
  const capitals = ['A', 'D', 'F', 'H'];
  const ink = [...small, 'x', 'x'].map((_, place) => [place * column + 2, 10, block(16, 16)] as const);
  const high = [...capitals, 'X'].map((_, place) => [(place + 6) * column + 2, 4, block(16, 22)] as const);
  const read = [...small, 'X', 'x', ...capitals, 'x'].map((text, place) => at(text, place));
  const { picture, lines } = line(11, [...ink, ...high], read);
  assert.equal(textOf(withLetterCase(picture, lines)), 'aenmxxADFHX');
  // Its place has the tail of the letter before it.
  const tailed = line(11, [...ink, ...high, [4 * column, 8, block(6, 22)]], read);
  const tail = tailed.lines.map((one) => ({
    ...one,
    words: one.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol) => (symbol.left === 4 * column + 2 ? { ...symbol, text: 'x' } : symbol)),
    })),
  }));
  assert.equal(textOf(withLetterCase(tailed.picture, tail)), 'aenmxxADFHX');
  const { picture: few, lines: fewLines } = line(11, [...ink, ...high], read.slice(4));
  assert.equal(textOf(withLetterCase(few, fewLines)), 'XxADFHx', 'nothing tells how high small letters are');
});
