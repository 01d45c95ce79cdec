import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { toldApart } from './told-apart.ts';

const height = 24;
const rowsOf = (rows: readonly (readonly [count: number, row: string])[]): readonly string[] =>
  rows.flatMap(([count, row]) => Array.from({ length: count }, () => row));

const shapes = {
  closing: rowsOf([
    [3, '########'],
    [18, '.....###'],
    [3, '########'],
  ]),
  opening: rowsOf([
    [3, '########'],
    [18, '###.....'],
    [3, '########'],
  ]),
  exclamation: rowsOf([
    [16, '.####.'],
    [3, '......'],
    [5, '.####.'],
  ]),
  /** A digit, and below it an underscore. */
  underscored: rowsOf([
    [16, '..###..'],
    [4, '.......'],
    [4, '#######'],
  ]),
  stroke: rowsOf([[24, '.####.']]),
  /** As in a font of code: a flag on the left, a foot on both sides. */
  l: rowsOf([
    [3, '######....'],
    [18, '...###....'],
    [3, '##########'],
  ]),
  /** As of a `1` of C059 in 15 pixels. */
  footed: rowsOf([
    [3, '.########.....'],
    [18, '.....####.....'],
    [3, '##############'],
  ]),
  /** As of DejaVu Sans Mono: a foot on the right alone. */
  bent: rowsOf([
    [3, '######....'],
    [18, '...###....'],
    [3, '...#######'],
  ]),
  /** As without serifs: no foot. */
  one: rowsOf([
    [3, '..######'],
    [3, '########'],
    [18, '.....###'],
  ]),
  /** Of a letter that is wide, and has a gap above its foot, as `g`: half of one may be taken for the letter behind it. */
  g: rowsOf([
    [16, '############'],
    [3, '.##.........'],
    [5, '############'],
  ]),
  quote: rowsOf([
    [8, '.####.'],
    [16, '......'],
  ]),
  ring: rowsOf([
    [3, '..########..'],
    [18, '###......###'],
    [3, '..########..'],
  ]),
  copyright: rowsOf([
    [3, '..########..'],
    [18, '###.####.###'],
    [3, '..########..'],
  ]),
  low: ['####', '..##', '..##', '####'],
};

/** The shape with `beside` columns of paper, then black: what tesseract would take for a character read as `text`. */
function told(
  shape: readonly string[],
  text: string,
  beside = 4,
  word?: { readonly before: string; readonly next: string },
): string | undefined {
  const width = (shape[0]?.length ?? 0) + 2 * (beside + 3);
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1) for (const x of [0, 1, 2, width - 3, width - 2, width - 1]) pixels[y * width + x] = 0;
  for (const [y, row] of shape.entries())
    for (const [x, one] of [...row].entries()) if (one === '#') pixels[y * width + beside + 3 + x] = 0;
  const picture: GreyPicture = { width, height, pixels };
  const symbol = { text, left: beside + 3, right: width - beside - 3, certainty: 1 };
  const around = (one: string, left: number): ReadSymbol => ({ text: one, left, right: left + 3, certainty: 1 });
  const symbols = word === undefined ? [symbol] : [around(word.before, 0), symbol, around(word.next, width - 3)];
  const lines: readonly ReadLine[] = [{ top: 0, bottom: height, words: [{ top: 0, bottom: height, certainty: 1, symbols }] }];
  return toldApart(picture, lines)[0]?.words[0]?.symbols[word === undefined ? 0 : 1]?.text;
}

test('brackets and an exclamation mark that were taken for a stroke are what their ink shows', () => {
  for (const text of ['l', '1', 'I', '|'])
    assert.deepEqual([told(shapes.closing, text), told(shapes.opening, text), told(shapes.exclamation, text)], [']', '[', '!']);
});

test('an exclamation mark is also told where it was taken for a quotation mark, which is as high as the line nowhere', () => {
  for (const text of ["'", '’', '"']) assert.deepEqual([told(shapes.exclamation, text), told(shapes.closing, text)], ['!', text]);
  assert.equal(told(shapes.quote, "'"), "'");
});

test('what is as wide as a letter is no exclamation mark, nor is what stands between two letters', () => {
  assert.equal(told(shapes.g, 'l'), 'l');
  const within = { before: 'g', next: 'i' };
  assert.deepEqual([told(shapes.exclamation, 'l', 4, within), told(shapes.exclamation, 'l', 4, { ...within, before: '(' })], ['l', '!']);
});

test('an empty narrow ring is a zero and no mark of copyright', () => {
  assert.deepEqual([told(shapes.ring, '©'), told(shapes.copyright, '©'), told(shapes.ring, 'e')], ['0', '©', 'e']);
});

test('a digit above an underscore is no exclamation mark', () => {
  for (const text of ['1', 'l']) assert.equal(told(shapes.underscored, text), text);
});

test('a stroke, and letters and digits with a foot or a flag, stay what they were read as', () => {
  for (const shape of [shapes.stroke, shapes.l, shapes.one]) for (const text of ['l', '1', 'I', '|']) assert.equal(told(shape, text), text);
});

test('what was read as a digit and has a foot on the right alone is an l', () => {
  assert.deepEqual([told(shapes.bent, '1'), told(shapes.bent, 'I'), told(shapes.bent, '1', 0)], ['l', 'I', '1']);
});

test('a digit with a level head and a foot on both sides, as in a font with serifs, stays one beside letters', () => {
  for (const word of [
    { before: 'A', next: '.' },
    { before: '(', next: 'x' },
    { before: 'v', next: 'y' },
  ])
    assert.deepEqual([told(shapes.footed, '1', 4, word), told(shapes.bent, '1', 4, word)], ['1', 'l']);
});

test('nothing is told apart that was read as something else, is too low, or touches what is beside it', () => {
  assert.equal(told(shapes.closing, 'J'), 'J');
  assert.equal(told(shapes.low, '1'), '1');
  assert.equal(told(shapes.closing, '1', 0), '1');
});

const [roof, letterA] = [
  ['.....##.....', '....####....', '...##..##...', '..##....##..', '.##......##.', '##........##', '##........##', '##........##'],
  ['.....##.....', '....####....', '...##..##...', '..##....##..', '.##......##.', '.##########.', '##........##', '##........##'],
];

test('an A that ends in the upper half of its line and is open below is a caret', () => {
  const [wide, high] = [40, 30];
  const read = (shape: readonly string[], top: number): string | undefined => {
    const pixels = new Uint8Array(wide * high).fill(255);
    for (const [y, row] of shape.entries())
      for (const [x, one] of [...row].entries()) if (one === '#') pixels[(top + y) * wide + 14 + x] = 0;
    const symbol: ReadSymbol = { text: 'A', left: 13, right: 27, certainty: 1 };
    const words = [{ top, bottom: top + shape.length, certainty: 1, symbols: [symbol] }];
    return toldApart({ width: wide, height: high, pixels }, [{ top: 2, bottom: 28, words }])[0]?.words[0]?.symbols[0]?.text;
  };
  const tall = roof.flatMap((row) => [row, row, row]);
  assert.deepEqual([read(roof, 3), read(letterA, 3), read(letterA, 12), read(tall, 3)], ['^', 'A', 'A', 'A']);
});
