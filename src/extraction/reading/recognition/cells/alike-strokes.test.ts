import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreedStrokes, type ReadColumn } from './alike-strokes.ts';
import { windowSize } from './cell-network.ts';

/** A stroke with a foot of this width on each side, at this place of its column. */
function column(
  network: string,
  certainty: number,
  tesseract: string | null,
  { feet, at = 15 }: { readonly feet: readonly [number, number]; readonly at?: number },
): ReadColumn {
  const ink = new Float32Array(windowSize.side ** 2);
  for (let y = 6; y < 22; y += 1) ink[y * windowSize.side + at] = 1;
  for (let x = at - feet[0]; x <= at + feet[1]; x += 1) for (const y of [18, 19, 20, 21]) ink[y * windowSize.side + x] = 1;
  return {
    cell: { text: network, nearest: network, certainty, ring: 0 },
    ink: () => ink,
    alone: tesseract === null ? undefined : { text: tesseract, left: 0, right: 20, certainty: 0.95 },
  };
}

const [one, letter] = [{ feet: [4, 4] as const }, { feet: [0, 4] as const }];
const textsOf = (columns: readonly ReadColumn[]): string => {
  const told = agreedStrokes(columns);
  return columns.map(({ cell }) => (told.get(cell) ?? cell).text).join('');
};

test('strokes of one shape are what network and tesseract say of most of them, and others stay', () => {
  const ones = ['1', '1', '1', null, '7'].map((tesseract) => column('l', 0.5, tesseract, one));
  const letters = ['l', '1', 'l'].map((tesseract) => column('l', 0.99, tesseract, letter));
  assert.equal(textsOf([...ones, ...letters]), '11111lll');
  assert.equal(textsOf(letters), 'lll', 'what the network is sure of, tesseract does not outvote');
});

test('a shape is the same where it is drawn at another place of its pixels', () => {
  const moved = [14, 15, 16].map((at) => column('l', 0.5, '1', { ...one, at }));
  assert.equal(textsOf([...moved, column('l', 0.5, null, one)]), '1111');
});

test('one that others of its shape bear out is certain, and one alone is not', () => {
  const told = (...columns: readonly ReadColumn[]): number | undefined =>
    agreedStrokes(columns).get((columns[0] as ReadColumn).cell)?.certainty;
  const doubtful = column('l', 0.8, '1', letter);
  assert.equal(told(doubtful, column('l', 0.99, 'l', letter)), 1);
  assert.equal(told(column('l', 0.97, '1', letter), column('1', 0.99, '1', one)), undefined);
});

test('what tesseract takes for another character is none, if it does so of most of its shape', () => {
  const bars = ['|', '|', 'I'].map((tesseract) => column('l', 0.55, tesseract, letter));
  const ones = ['1', '1'].map((tesseract) => column('l', 0.55, tesseract, one));
  assert.deepEqual(
    [...agreedStrokes([...bars, ...ones]).keys()],
    ones.map(({ cell }) => cell),
  );
  const letters = ['l', 'l', '|'].map((tesseract) => column('l', 0.55, tesseract, letter));
  assert.equal(textsOf([...letters, ...ones]), 'lll11');
});

test('nothing is told where both say the same, of other characters, or of very many', () => {
  assert.equal(agreedStrokes([column('l', 0.6, 'l', one), column('1', 0.9, '1', one)]).size, 0);
  assert.equal(agreedStrokes([column('I', 0.6, '1', one)]).size, 0);
  assert.equal(agreedStrokes(Array.from({ length: 3_001 }, () => column('l', 0.6, '1', one))).size, 0);
});
