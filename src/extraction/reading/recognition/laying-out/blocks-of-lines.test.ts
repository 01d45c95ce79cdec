import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine, ReadWord } from '../read-lines.ts';
import { blocksOf } from './blocks-of-lines.ts';
import { laidOut } from './text-of-lines.ts';

const [high, column] = [20, 12];

/** @param widthOf how far one character goes on. */
function line(text: string, top: number, widthOf: (character: string) => number): ReadLine {
  const words: ReadWord[] = [];
  let at = 10;
  for (const piece of text.split(' ')) {
    const symbols = Array.from(piece, (one) => {
      const symbol = { text: one, left: at + 1, right: at + widthOf(one) - 1, certainty: 1 };
      at += widthOf(one);
      return symbol;
    });
    if (symbols.length > 0) words.push({ symbols, top, bottom: top + high, certainty: 1 });
    at += widthOf(' ');
  }
  return { top, bottom: top + high, words };
}

const code = (text: string, top: number): ReadLine => line(text, top, () => column);
const prose = (text: string, top: number): ReadLine => line(text, top, (one) => (/[ilt.,1 ]/.test(one) ? 6 : /\d/.test(one) ? 11 : 15));

const heading = 'Deploying a little article';
const loop = ['for (const item of list) {', '    if (item === null) {', '        continue;', '    }', '}'];
const after = 'The article that follows';

test('code among prose keeps its indentation, with the lines that have nothing but a brace', () => {
  const lines = [prose(heading, 0), ...loop.map((text, at) => code(text, 60 + 30 * at)), prose(after, 240)];
  assert.equal(laidOut(lines).text, [heading, '', ...loop, '', after].join('\n'));
});

test('a menu in a terminal is prose, and short lines of it are not', () => {
  const lines = [prose('File Edit View Terminal Tabs Help', 0), ...loop.map((text, at) => code(text, 30 + 30 * at))];
  assert.deepEqual(
    blocksOf(lines).map((block) => [block.lines.length, block.column]),
    [
      [1, null],
      [5, column],
    ],
  );
});

test('a short heading in the same font is not laid out in the columns of its text', () => {
  const large = line('the letter', 0, () => column * 2.6);
  const lines = [large, ...loop.map((text, at) => code(text, 60 + 30 * at))];
  assert.deepEqual(
    blocksOf(lines).map((block) => block.column),
    [null, column],
  );
});

test('underscores that touch across the edge of two columns, and were read as one, cross none', () => {
  const grid = { pitch: column, origin: 10, edges: 20, crossed: 5 };
  const touching = (text: string, wide: string): ReadLine => ({
    ...line(text, 30, (one) => (one === wide ? 2 * column : column + 3)),
    grid,
  });
  const columnOf = (one: ReadLine): number | null | undefined => blocksOf([one])[0]?.column;
  assert.equal(columnOf(touching('if _name_ = "_main_":', '_')), column);
  assert.equal(columnOf(touching('if oname! o "omain.":', 'o')), null);
});

test('rows of digits, which have one width in any font, are prose, and so is a line alone', () => {
  const rows = [0, 30, 60].map((top) => prose('00023456 98765432', top));
  assert.deepEqual(
    blocksOf([prose(heading, 0), ...rows, prose(after, 120)]).map((block) => block.column),
    [null],
  );
  assert.deepEqual(
    blocksOf([prose(heading, 0), code('for (const item of list) {', 30), prose(after, 60), prose(heading, 90)]).map(
      (block) => block.column,
    ),
    [null],
  );
});

test('lines some of whose characters are not where they are said to be stay in the block of the others, which has one margin', () => {
  const moved = (text: string, top: number): ReadLine => {
    const whole = code(text, top);
    const words = whole.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol, at) => (at % 8 === 3 ? { ...symbol, left: symbol.left + 4, right: symbol.right + 4 } : symbol)),
    }));
    return { ...whole, words };
  };
  const texts = [
    'function waiting(firstTide) {',
    ...loop.slice(0, 2),
    '    const otherTides = waiting(listed);',
    '        turned.push(otherTides);',
    '        return(firstTide);',
    '}',
  ];
  const lines = texts.map((text, at) => (at === 0 || at === 3 ? moved : code)(text, 30 + 30 * at));
  const blocks = blocksOf([prose('File Edit Search View Document Help', 0), ...lines]);
  assert.deepEqual(
    blocks.map((block) => [block.lines.length, block.column]),
    [
      [1, null],
      [texts.length, column],
    ],
  );
  assert.equal(laidOut(lines).text, texts.join('\n'));
  for (const text of [after, 'Will it do?', 'Now build it']) {
    const other = blocksOf([...lines.slice(0, 3), prose(text, 140), ...lines.slice(4)]);
    assert.equal(other.length, 3, `${text}: a line of another font parts them`);
  }
});

test('a line in columns has the blanks that these have, and loses no character, however close its ink is', () => {
  const text = 'a = (10 - 1);';
  const grid = { pitch: column, origin: 10, edges: 20, crossed: 0 };
  const placed = code(text, 30);
  const words = placed.words.map((word) => ({
    ...word,
    // The ink of `1` and `(` leans to one side of its column.
    symbols: word.symbols.map((one) => ({
      ...one,
      ...(one.text === '1' && { left: one.left + 5 }),
      ...(one.text === '0' && { right: one.right - 4 }),
    })),
  }));
  const lines = [code('int a;', 0), { ...placed, words, grid, isInColumns: true }, code('return a + b + c;', 60)];
  assert.equal(laidOut(lines).text.split('\n')[1], text);
});

test('a line of prose that crosses few edges of the grid around it is prose, unless its characters are in columns', () => {
  const grid = { pitch: column, origin: 10, edges: 16, crossed: 4 };
  const between = { ...prose('Then run it now', 60), grid };
  const around = (text: string, top: number): ReadLine => ({ ...code(text, top), grid: { ...grid, crossed: 0 } });
  const lines = (one: ReadLine): readonly ReadLine[] => [
    around('int total = 0;', 0),
    around('return total;', 30),
    one,
    around('int total = 0;', 90),
  ];
  const columnsOf = (one: ReadLine): readonly (number | null)[] => blocksOf(lines(one)).map((block) => block.column);
  assert.deepEqual(columnsOf(between), [column, null, column]);
  assert.deepEqual(columnsOf({ ...between, isInColumns: true }), [column]);
  assert.deepEqual(columnsOf({ ...between, grid: { ...grid, crossed: 2 } }), [column]);
  assert.deepEqual(columnsOf({ ...between, grid: { ...grid, edges: 5, crossed: 1 } }), [column], 'a wide letter in a short line');
});
