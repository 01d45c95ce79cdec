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
