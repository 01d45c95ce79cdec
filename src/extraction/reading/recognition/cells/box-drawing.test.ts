import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxDrawingIn } from './box-drawing.ts';
import type { CellReading } from './cell-network.ts';
import type { SeenLine } from './seen-line.ts';

const [pitch, step] = [20, 48] as const;
const [width, height] = [200, 160];
const grid = { pitch, origin: 10 };

/** The arms of each character, in lines of the same columns, which each line counts from its own first one; a letter `x` is lower and narrower. */
function drawn(lines: readonly (readonly string[])[], arm = pitch / 2, firsts: readonly number[] = []): readonly string[] {
  const pixels = new Uint8Array(width * height).fill(255);
  const fill = (left: number, right: number, top: number, bottom: number): void => {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  };
  const seen = lines.map((arms, row): SeenLine => {
    const base = 36 + row * step;
    const shown = arms.map((own, at) => ({ own, at, middle: 10 + (at + 0.5) * pitch })).filter(({ own }) => own !== '');
    for (const { own, middle } of shown) {
      if (own === 'x') fill(middle - 5, middle + 5, base - 20, base);
      if (own.includes('u')) fill(middle - 1, middle + 2, base - 32, base - 9);
      if (own.includes('d')) fill(middle - 1, middle + 2, base - 12, base + 16);
      if (own.includes('l')) fill(middle - arm, middle + 2, base - 12, base - 9);
      if (own.includes('r')) fill(middle - 1, middle + arm, base - 12, base - 9);
    }
    const first = firsts[row] ?? 0;
    const columns = shown.map(({ at }) => ({ at: at - first, left: 0, right: 0 }));
    const cells = columns.map((): CellReading => ({ text: '|', nearest: '|', certainty: 0.5, ring: 0 }));
    return { grid: { pitch, origin: grid.origin + first * pitch }, columns, base, cells, inkOf: () => new Float32Array(), certainty: 0.5 };
  });
  const told = boxDrawingIn({ width, height, pixels }, seen);
  return seen.map(({ cells }) => cells.map((cell) => told.get(cell)?.text ?? '?').join(''));
}

test('the lines of a tree are told by where they reach', () => {
  assert.deepEqual(
    drawn([
      ['udr', 'lr', 'dlr', 'lr', '', 'x'],
      ['ud', '', 'ur', 'lr', '', 'x'],
      ['ur', 'lr', 'x'],
    ]),
    ['├─┬─?', '│└─?', '└─?'],
  );
});

test('a bar is told by the place beside it, also where lines count their columns from another one', () => {
  const tree = [
    ['', 'udr', 'lr', 'x'],
    ['', 'ud', '', 'x'],
    ['', 'ur', 'lr', 'x'],
  ];
  assert.deepEqual(drawn(tree, pitch / 2, [1, 0, 1]), ['├─?', '│?', '└─?']);
  const apart = [
    ['udr', 'lr', 'x'],
    ['', '', '', 'ud'],
  ];
  assert.deepEqual(drawn(apart, pitch / 2, [0, 3]), ['├─?', '?']);
});

test('bars, dashes, braces and letters are none', () => {
  assert.deepEqual(
    drawn([
      ['ud', 'x', 'lr', 'lr'],
      ['x', 'lr', 'ud'],
    ]),
    ['????', '???'],
    'alone',
  );
  assert.deepEqual(
    drawn([
      ['udr', 'x'],
      ['x', 'udl'],
    ]),
    ['??', '??'],
    'it does not go on',
  );
  assert.deepEqual(
    drawn(
      [
        ['udr', 'lr'],
        ['ur', 'lr'],
      ],
      pitch / 2 - 4,
    ),
    ['??', '??'],
    'it does not reach the next column',
  );
});
