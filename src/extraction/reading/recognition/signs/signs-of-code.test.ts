import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadWord } from '../read-lines.ts';
import { withSignsOfCode } from './signs-of-code.ts';

const [cell, height] = [24, 30];
/** A pixel that is dark by less than a half. */
const half = 140;

const rowsOf = (...rows: readonly (readonly [count: number, row: string])[]): readonly string[] =>
  rows.flatMap(([count, row]) => Array.from({ length: count }, () => row));

const shapes = {
  /** As of DejaVu Sans Mono: a foot on the right alone, or on both sides. */
  bentL: rowsOf([2, '######....'], [20, '...###....'], [2, '...#######']),
  footed: rowsOf([1, '+++####....'], [2, '#######....'], [18, '....###....'], [3, '###########']),
  /** As of an `l` of Liberation Mono. */
  level: rowsOf([3, '#######....'], [18, '....###....'], [3, '###########']),
  /** Its foot is wider than its head on the left. */
  narrow: rowsOf([1, '....####....'], [2, '...#####....'], [18, '.....###....'], [3, '############']),
  /** As of Noto Mono: no foot. */
  bareOne: rowsOf([1, '......###'], [1, '....#####'], [2, '..#######'], [2, '####..###'], [18, '......###']),
  /** As of Liberation Mono, where an `l` is as high as an `h`, and a digit lower. */
  high: rowsOf([1, '+++####....'], [2, '#######....'], [21, '....###....'], [3, '###########']),
  h: rowsOf([12, '###......'], [2, '######...'], [13, '###...###']),
  seven: rowsOf([3, '#########'], [6, '......###'], [15, '...###...']),
  capital: rowsOf([3, '#########'], [18, '...###...'], [3, '#########']),
  dotted: rowsOf([3, '....###....'], [4, '...........'], [2, '#######....'], [13, '....###....'], [2, '###########']),
  /** The end of a letter of the line above. */
  tailed: rowsOf([1, '........###'], [4, '...........'], [2, '#######....'], [13, '....###....'], [2, '###########']),
  zero: rowsOf([3, '..########..'], [7, '###......###'], [4, '###.####.###'], [7, '###......###'], [3, '..########..']),
  o: rowsOf([3, '..########..'], [18, '###......###'], [3, '..########..']),
  at: rowsOf([3, '..########..'], [5, '###......###'], [6, '###..###.###'], [7, '###..#######'], [3, '..######....']),
  one: rowsOf([9, '###']),
  two: rowsOf([9, '###...###']),
  far: rowsOf([9, '###..................###']),
  grave: rowsOf([2, '###......'], [2, '..###....'], [2, '....###..'], [2, '......###']),
  ring: rowsOf([2, '..#####..'], [6, '##.....##'], [2, '..#####..']),
  stroke: rowsOf([24, '###']),
} as const;
type Shape = keyof typeof shapes;

type Read = readonly (readonly [shape: Shape, text: string])[];

/** Each shape in a cell of its own, read as this character: what they are then. */
function told(...read: Read): string {
  return toldInLines([read], 0);
}

/** Lines below each other. @param gap in pixels. */
function toldInLines(lines: readonly Read[], gap: number, ink = 0): string {
  const width = Math.max(...lines.map((read) => read.length)) * cell * 2;
  const pixels = new Uint8Array(width * lines.length * (height + gap)).fill(255);
  const read = lines.map((line, at) => lineOf(line, at * (height + gap), pixels, width, ink));
  const picture: GreyPicture = { width, height: lines.length * (height + gap), pixels };
  return withSignsOfCode(picture, read)
    .map((line) => line.words[0]?.symbols.map(({ text }) => text).join('') ?? '')
    .join(' ');
}

function lineOf(read: Read, top: number, pixels: Uint8Array, width: number, ink: number): ReadLine {
  const symbols = read.map(([shape, text], at) => {
    const left = at * cell * 2 + 6;
    for (const [y, row] of shapes[shape].entries())
      for (const [x, one] of [...row].entries()) if (one !== '.') pixels[(top + y + 3) * width + left + x] = one === '#' ? ink : half;
    return { text, left, right: left + (shapes[shape][0]?.length ?? 0), certainty: 1 };
  });
  const word: ReadWord = { symbols, top, bottom: top + height, certainty: 1 };
  return { top, bottom: top + height, words: [word] };
}

test('strokes are told by their heads and feet, and a foot on both sides by the font', () => {
  assert.equal(told(['bentL', '1'], ['footed', 'l']), 'l1');
  assert.equal(told(['bareOne', 'l'], ['footed', '1']), '1l');
  assert.equal(told(['capital', 'l'], ['dotted', '1'], ['tailed', 'l']), 'Iil');
});

test('a level head is that of an l, and a narrow one above a wide foot tells nothing', () => {
  for (const text of ['l', '1']) assert.deepEqual([told(['level', text]), told(['narrow', text])], ['l', text]);
});

test('grey strokes are told as black ones', () => {
  assert.equal(
    toldInLines(
      [
        [
          ['bentL', '1'],
          ['level', '1'],
          ['capital', 'l'],
        ],
      ],
      0,
      150,
    ),
    'llI',
  );
});

test('lines far apart are told by their own fonts, and where two fonts are close, a foot on both sides stays as it was read', () => {
  const lines: readonly Read[] = [
    [
      ['bentL', 'l'],
      ['footed', 'l'],
    ],
    [
      ['level', 'l'],
      ['footed', 'l'],
      ['footed', '1'],
    ],
  ];
  assert.equal(toldInLines(lines, 130), 'l1 ll1');
  assert.equal(toldInLines(lines, 10), 'll ll1');
});

test('a single stroke that is seen wrongly does not change a font', () => {
  const many = Array.from({ length: 9 }, () => ['bentL', 'l'] as const);
  assert.equal(told(...many, ['level', 'l'], ['footed', 'l']), `${'l'.repeat(9)}11`);
});

test('where nothing tells the font, and of a stroke alone, a character stays as it was read', () => {
  for (const text of ['l', '1']) assert.equal(told(['footed', text]), text);
  for (const text of ['l', '1', 'I']) assert.equal(told(['stroke', text]), text);
});

test('where letters are higher than digits, the height tells an l from a digit', () => {
  assert.equal(told(['high', '1'], ['footed', 'l'], ['h', 'h'], ['seven', '7']), 'l1h7');
  assert.equal(told(['footed', 'l'], ['seven', '7']), 'l7', 'no letter to tell by');
  assert.equal(told(['footed', 'l'], ['h', 'h']), 'lh', 'no digit to tell by');
});

test('a foot on both sides and a head on one is no capital, nor is a bent foot that of a T', () => {
  assert.equal(told(['footed', 'I'], ['bentL', 'T']), '1l');
  assert.equal(told(['footed', 'I']), 'l');
  assert.equal(told(['capital', 'T'], ['footed', 'T']), 'TT');
});

test('a backtick that was read as the sign of degrees is no ring', () => {
  assert.equal(told(['grave', '°'], ['ring', '°'], ['one', '°']), '`°°');
});

test('where zeros have a dot, they and the letter O are told apart; elsewhere nothing tells', () => {
  assert.equal(told(['zero', '0'], ['zero', 'O'], ['zero', '©'], ['o', '0']), '000O');
  assert.equal(told(['o', '0'], ['o', 'O']), '0O');
});

test('what has the shape of a zero with a dot is one, whatever it was read as, and a sign that is alike is none', () => {
  assert.equal(told(['zero', '0'], ['zero', '@'], ['zero', '?'], ['at', '@'], ['o', 'Q']), '000@Q');
  assert.equal(told(['zero', '@'], ['zero', '@'], ['o', '0']), '@@0', 'no zero of this font was read');
});

test('quotation marks have one stroke or two, and a steep one or not; two that are far apart are two marks', () => {
  assert.equal(told(['one', '"'], ['two', "'"], ['grave', "'"]), '\'"`');
  assert.equal(told(['far', "'"]), "'");
});
