import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine, ReadWord } from '../read-lines.ts';
import { laidOut } from './text-of-lines.ts';

const high = 20;

/** In a font whose letters are of two widths. */
function word(text: string, left: number, top: number): ReadWord {
  let at = left;
  const symbols = Array.from(text, (one) => {
    const symbol = { text: one, left: at, right: at + (/[ilt.,1]/.test(one) ? 5 : 14), certainty: 1 };
    at = symbol.right + 2;
    return symbol;
  });
  return { symbols, top, bottom: top + high, certainty: 1 };
}

/** Words with their gaps in front of them. */
function line(top: number, ...words: readonly (readonly [gap: number, text: string])[]): ReadLine {
  let at = 10;
  const read = words.map(([gap, text]) => {
    const one = word(text, at + gap, top);
    at = one.symbols.at(-1)?.right ?? at;
    return one;
  });
  return { top, bottom: top + high, words: read };
}

const prose = (top: number): ReadLine => line(top, [0, 'little'], [8, 'brown'], [8, 'mill']);

test('between paragraphs is an empty line, also where they are hardly further apart than lines', () => {
  const lines = [prose(0), prose(30), prose(72), prose(102), prose(144)];
  const one = 'little brown mill';
  assert.equal(laidOut(lines).text, [one, one, '', one, one, '', one].join('\n'));
  assert.equal(
    laidOut([prose(0), prose(30), prose(62), prose(94)]).text,
    [one, one, one, one].join('\n'),
    'lines are never equally far apart',
  );
});

test('rows of a table are as far apart as they like, and two columns are two paragraphs', () => {
  const row = (top: number): ReadLine => line(top, [0, 'mill'], [90, 'little']);
  assert.equal(laidOut([row(0), row(30), row(72), row(102)]).text, Array(4).fill('mill\tlittle').join('\n'));
  assert.equal(laidOut([prose(0), prose(30), prose(0), prose(30)]).text.split('\n\n').length, 2);
});

test('two numbers in narrow columns are two, and thousands with a blank are one', () => {
  assert.equal(
    laidOut([line(0, [0, 'little'], [8, 'mill'], [30, '1'], [14, '249.00'])]).text,
    'little mill\t1\t249.00'.replace('mill\t1', 'mill 1'),
  );
  assert.equal(laidOut([line(0, [0, 'little'], [8, 'mill'], [8, '1'], [8, '249.00'])]).text, 'little mill 1 249.00');
});

/** Words at their places. */
function rowOf(top: number, ...words: readonly (readonly [left: number, text: string])[]): ReadLine {
  return { top, bottom: top + high, words: words.map(([left, text]) => word(text, left, top)) };
}

test('an empty cell of a row keeps its place below the columns of the others', () => {
  const rows = [
    rowOf(0, [10, 'mill'], [200, 'none'], [400, 'brown']),
    rowOf(30, [10, 'brown'], [200, 'mill'], [400, 'none']),
    rowOf(60, [10, 'none'], [400, 'mill']),
    rowOf(90, [200, 'mill'], [400, 'none']),
  ];
  assert.equal(laidOut(rows).text, 'mill\tnone\tbrown\nbrown\tmill\tnone\nnone\t\tmill\n\tmill\tnone');
  const other = rowOf(120, [10, 'none'], [300, 'mill']);
  assert.equal(
    laidOut([...rows, other])
      .text.split('\n')
      .at(-1),
    'none\tmill',
    'what fits no column stays',
  );
  assert.equal(laidOut(rows.slice(1)).text, 'brown\tmill\tnone\nnone\tmill\nmill\tnone', 'one row alone tells no columns');
});

test('two cells that are hardly apart are told by the edges of their columns, and a phrase is none', () => {
  const row = (top: number): ReadLine => rowOf(top, [10, 'mill'], [130, 'none'], [400, 'brown']);
  const near = rowOf(60, [10, 'browntill'], [130, 'mill'], [400, 'none']);
  assert.equal(
    laidOut([row(0), row(30), near])
      .text.split('\n')
      .at(-1),
    'browntill\tmill\tnone',
  );
  for (const left of [122, 140]) {
    const phrase = rowOf(60, [10, 'browntill'], [left, 'mill'], [400, 'none']);
    assert.equal(
      laidOut([row(0), row(30), phrase])
        .text.split('\n')
        .at(-1),
      'browntill mill\tnone',
    );
  }
});

/** In a font of one width. */
function codeLine(top: number, text: string): ReadLine {
  const symbols = Array.from(text, (one, at) => ({ text: one, left: 10 + at * 12, right: 20 + at * 12, certainty: 1 }));
  const words = [{ symbols: symbols.filter(({ text: one }) => one !== ' '), top, bottom: top + high, certainty: 1 }];
  return { top, bottom: top + high, words, isInColumns: true, grid: { pitch: 12, origin: 9, edges: 30, crossed: 0 } };
}

test('code with an empty line after each line keeps them, in blocks of any length', () => {
  const code = ['int one = 1;', 'int two = 2;', 'int sum = 3;', 'one += two;', 'two += sum;', 'return one;'];
  const shown = (step: number): string => laidOut(code.map((text, at) => codeLine(at * step, text))).text;
  assert.equal(shown(40), code.join('\n'), 'lines with much room');
  assert.equal(shown(52), code.join('\n\n'));
  const some = laidOut([...code.slice(0, 5).map((text, at) => codeLine(at * 52, text)), codeLine(5 * 52 - 26, 'return one;')]).text;
  assert.equal(some, `${code.slice(0, 5).join('\n\n')}\nreturn one;`);
});
