import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { withLostDigits } from './lost-digits.ts';

/** Large pixels, four times four each. */
const glyphs: Readonly<Record<string, readonly string[]>> = {
  '0': ['####', '#..#', '#..#', '#..#', '#..#', '####'],
  '1': ['.#', '##', '.#', '.#', '.#', '.#'],
  '7': ['####', '...#', '..##', '.##.', '.#..', '.#..'],
  '.': ['', '', '', '', '', '#'],
  ',': ['', '', '', '', '', '#', '#'],
};
const scale = 4;

/** Each line with the word that is drawn there, what tesseract read of it, and how many of what is drawn each character has; none: as many as each other. */
function textRead(...lines: readonly (readonly [drawn: string, read: string, shares?: readonly number[]])[]): readonly string[] {
  const [width, lineHeight] = [240, 48];
  const height = lineHeight * lines.length;
  const pixels = new Uint8Array(width * height).fill(255);
  const read = lines.map(([drawn, told, shares], at): ReadLine => {
    let x = 12;
    const begins: number[] = [];
    for (const sign of drawn) {
      const rows = glyphs[sign] ?? [];
      begins.push(x);
      for (const [y, row] of rows.entries())
        for (const [column, ink] of [...row].entries())
          for (let inner = 0; ink === '#' && inner < scale; inner += 1) {
            const from = (at * lineHeight + 8 + y * scale + inner) * width + x + column * scale;
            pixels.fill(0, from, from + scale);
          }
      x += (Math.max(...rows.map((row) => row.length)) + 1) * scale;
    }
    const each = (x - 12) / told.length;
    const symbols = [...told].map((text, place) => ({
      text,
      left: Math.round(12 + place * each),
      right: Math.round(12 + (place + 1) * each) - (place === told.length - 1 ? scale : 0),
      certainty: 0.9,
    }));
    let from = 0;
    for (const [place, share] of (shares ?? []).entries()) {
      const [symbol, end] = [symbols[place], begins[from + share] ?? x];
      if (symbol !== undefined) [symbol.left, symbol.right] = [begins[from] ?? 0, end - scale];
      from += share;
    }
    const [top, bottom] = [at * lineHeight + 8, at * lineHeight + 8 + 6 * scale];
    return { top, bottom, words: [{ top, bottom, certainty: 0.9, symbols }] };
  });
  const picture: GreyPicture = { width, height, pixels };
  return withLostDigits(picture, read).map(({ words }) => words[0]?.symbols.map(({ text }) => text).join('') ?? '');
}

test('a number with fewer characters than pieces of ink is told by the numbers that were read whole', () => {
  const whole = ['10', '10'] as const;
  assert.deepEqual(textRead(whole, ['0.11', '01'], ['0,11', '0m'], ['11', '1']), ['10', '0.11', '0,11', '11']);
});

test('a digit that was read nowhere else leaves the number as it was read', () => {
  assert.deepEqual(textRead(['10', '10'], ['0.17', '01']), ['10', '01']);
  assert.deepEqual(textRead(['10', '10'], ['10', '17'], ['0.11', '0m']), ['10', '17', '0m'], 'one that was read in two ways');
});

test('a digit that was read alone just there has to agree', () => {
  assert.deepEqual(textRead(['10', '70'], ['0.11', '0m', [1, 3]]), ['70', '0.77'], 'as long as nothing was');
  assert.deepEqual(textRead(['10', '70'], ['1.00', '1m', [1, 3]]), ['70', '1m']);
});

test('a word that is no number stays', () => {
  assert.deepEqual(textRead(['10', '10'], ['0.11', 'om'], ['0.11', 'x1']), ['10', 'om', 'x1']);
});
