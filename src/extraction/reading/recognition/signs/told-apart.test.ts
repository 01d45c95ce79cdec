import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
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
  stroke: rowsOf([[24, '.####.']]),
  /** As in a font of code: a flag on the left, a foot on both sides. */
  l: rowsOf([
    [3, '######....'],
    [18, '...###....'],
    [3, '##########'],
  ]),
  /** As without serifs: no foot. */
  one: rowsOf([
    [3, '..######'],
    [3, '########'],
    [18, '.....###'],
  ]),
  low: ['####', '..##', '..##', '####'],
};

/** The shape with `beside` columns of paper, then black: what tesseract would take for a character read as `text`. */
function told(shape: readonly string[], text: string, beside = 4): string | undefined {
  const width = (shape[0]?.length ?? 0) + 2 * (beside + 3);
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y += 1) for (const x of [0, 1, 2, width - 3, width - 2, width - 1]) pixels[y * width + x] = 0;
  for (const [y, row] of shape.entries())
    for (const [x, one] of [...row].entries()) if (one === '#') pixels[y * width + beside + 3 + x] = 0;
  const picture: GreyPicture = { width, height, pixels };
  const symbol = { text, left: beside + 3, right: width - beside - 3, certainty: 1 };
  const lines: readonly ReadLine[] = [{ top: 0, bottom: height, words: [{ top: 0, bottom: height, certainty: 1, symbols: [symbol] }] }];
  return toldApart(picture, lines)[0]?.words[0]?.symbols[0]?.text;
}

test('brackets and an exclamation mark that were taken for a stroke are what their ink shows', () => {
  for (const text of ['l', '1', 'I', '|'])
    assert.deepEqual([told(shapes.closing, text), told(shapes.opening, text), told(shapes.exclamation, text)], [']', '[', '!']);
});

test('a stroke, and letters and digits with a foot or a flag, stay what they were read as', () => {
  for (const shape of [shapes.stroke, shapes.l, shapes.one]) for (const text of ['l', '1', 'I', '|']) assert.equal(told(shape, text), text);
});

test('nothing is told apart that was read as something else, is too low, or touches what is beside it', () => {
  assert.equal(told(shapes.closing, 'J'), 'J');
  assert.equal(told(shapes.low, '1'), '1');
  assert.equal(told(shapes.closing, '1', 0), '1');
});
