import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { withAgreedGlyphs } from './agreed-glyphs.ts';

const [width, high, pitch, between] = [600, 20, 20, 40];

/** Rows of a shape, each of its signs four pixels wide and high. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  brace: ['##..', '.##.', '..##', '.##.', '##..'],
  stem: ['.##.', '.##.', '.##.', '.##.', '####'],
  half: ['##..', '.##.', '..##', '.##.', '####'],
  dot: ['', '', '', '.##.', '.##.'],
};

/** Each line: which shape stands in each column, and what was read there. */
function read(
  isInColumns: boolean,
  ...lines: readonly (readonly (readonly [shape: string, text: string, certainty?: number])[])[]
): readonly string[] {
  const height = between * (lines.length + 1);
  const pixels = new Uint8Array(width * height).fill(255);
  const seen = lines.map((columns, row): ReadLine => {
    const top = 10 + row * between;
    const symbols = columns.map(([shape, text, certainty = 1], at) => {
      const left = 20 + at * pitch;
      for (const [y, inks] of (shapes[shape] ?? []).entries())
        for (const [x, ink] of [...inks].entries())
          for (let inner = 0; ink === '#' && inner < 4; inner += 1) {
            const from = (top + y * 4 + inner) * width + left + x * 4;
            pixels.fill(0, from, from + 4);
          }
      return { text, left, right: left + 16, certainty };
    });
    return { top, bottom: top + high, words: [{ top, bottom: top + high, certainty: 1, symbols }], isInColumns };
  });
  const picture: GreyPicture = { width, height, pixels };
  return withAgreedGlyphs(picture, seen).map(({ words }) => words.flatMap(({ symbols }) => symbols.map(({ text }) => text)).join(''));
}

const brace = (text = '}', certainty = 1) => ['brace', text, certainty] as const;

test('a shape that was read in another way once is what it is elsewhere', () => {
  assert.deepEqual(read(true, [brace(), brace()], [brace(), ['stem', 'L']], [brace('h')]), ['}}', '}L', '}']);
});

test('where readings differ often, or too few agree, each stays', () => {
  assert.deepEqual(read(true, [brace(), brace()], [brace('h'), ['stem', 'L']]), ['}}', 'hL']);
  assert.deepEqual(read(true, [brace()], [brace('h')]), ['}', 'h']);
});

test('what was read with little certainty, or hardly occurs in code, counts for less', () => {
  assert.deepEqual(read(true, [brace(), brace()], [brace('h', 0.3)]), ['}}', '}']);
  assert.deepEqual(read(true, [brace('0'), brace('0')], [brace('®')]), ['00', '0']);
});

test('a zero and letters as round as it are not told so, because they are alike in some fonts', () => {
  for (const other of ['O', 'D', 'Q'])
    assert.deepEqual(read(true, [brace('0'), brace('0'), brace('0')], [brace('0'), brace(other)]), ['000', `0${other}`]);
});

test('letters that differ in one place alone are two, and those of two scripts too', () => {
  assert.deepEqual(read(true, [brace(), brace(), brace()], [['half', 'h']]), ['}}}', 'h']);
  assert.deepEqual(read(true, [brace('a'), brace('a'), brace('a')], [brace('\u0430')]), ['aaa', '\u0430']);
});

test('signs that are low are told by their height above the line, and stay', () => {
  const dot = (text: string) => ['dot', text] as const;
  assert.deepEqual(read(true, [dot('.'), dot('.'), dot('.')], [dot('.'), dot("'")]), ['...', ".'"]);
});

test('characters whose places are not known tell nothing', () => {
  assert.deepEqual(read(false, [brace(), brace(), brace()], [brace('h')]), ['}}}', 'h']);
});
