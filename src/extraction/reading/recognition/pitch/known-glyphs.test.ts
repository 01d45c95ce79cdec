import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { withColumnsRead } from './read-closely.ts';

const [pitch, origin, between, width] = [20, 10, 50, 400];
/** Each sign of a row is a pixel of four times four. The line that letters stand on is below the sixth row. */
const glyphs: Readonly<Record<string, readonly string[]>> = {
  a: ['', '', '####', '...#', '####', '####'],
  h: ['#...', '#...', '####', '#..#', '#..#', '#..#'],
  r: ['', '', '####', '#...', '#...', '#...'],
  '}': ['##..', '.#..', '.###', '.#..', '.#..', '##..', '##..'],
  ';': ['', '', '.##.', '', '', '.##.', '.##.'],
  ',': ['', '', '', '', '', '.##.', '.##.'],
  "'": ['.##.', '.##.'],
};

interface Row {
  readonly drawn: string;
  /** What tesseract reads; none: it leaves the line out. */
  readonly read: string | null;
}

/** The text of each line as it is read in the end. Whatever is read again has no text. */
function read(...rows: readonly Row[]): readonly string[] {
  const height = between * (rows.length + 1);
  const pixels = new Uint8Array(width * height).fill(255);
  const lines = rows.flatMap(({ drawn, read: text }, row): readonly ReadLine[] => {
    const top = 10 + row * between;
    for (const [column, sign] of [...drawn].entries())
      for (const [y, inks] of (glyphs[sign] ?? []).entries())
        for (const [x, ink] of [...inks].entries())
          for (let inner = 0; ink === '#' && inner < 4; inner += 1) {
            const from = (top + y * 4 + inner) * width + origin + column * pitch + 2 + x * 4;
            pixels.fill(0, from, from + 4);
          }
    if (text === null) return [];
    const symbols = [...text].map((one, at): ReadSymbol => {
      const each = (drawn.length * pitch) / text.length;
      return { text: one, left: Math.round(origin + at * each + 2), right: Math.round(origin + (at + 1) * each - 2), certainty: 0.95 };
    });
    const bottom = top + 30;
    return [{ top, bottom, words: [{ symbols, top, bottom, certainty: 1 }], grid: { pitch, origin, edges: 10, crossed: 0 } }];
  });
  const picture: GreyPicture = { width, height, pixels };
  const found = withColumnsRead(picture, lines, { read: () => [], hasTime: () => true });
  return found.map(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')).join(' '));
}

const known: readonly Row[] = [
  { drawn: 'hara};', read: 'hara};' },
  { drawn: "arh,'", read: "arh,'" },
];

test('a line of signs is told by the same signs in other lines', () => {
  assert.deepEqual(read(...known, { drawn: '}};', read: '1)' })[2], '}};');
  assert.deepEqual(read(...known, { drawn: '}', read: 'hy' })[2], '}', 'also one alone');
});

test('a line between others that was left out is found by them', () => {
  const [first, second] = known as readonly [Row, Row];
  assert.deepEqual(read(first, { drawn: '  }};', read: null }, second), ['hara};', '}};', "arh,'"]);
  assert.deepEqual(read(first, { drawn: '  }', read: null }, second), ['hara};', '}', "arh,'"], 'also a brace alone');
});

test('signs of one shape are told by their height above the line', () => {
  assert.deepEqual(read(...known, { drawn: "ha,'", read: 'ha' })[2], "ha,'");
});

test('a line with a sign that is nowhere else stays as it was read, and is not found', () => {
  const [first, second] = known as readonly [Row, Row];
  assert.deepEqual(read({ drawn: 'hara;', read: 'hara;' }, { drawn: '}};', read: '1)' }), ['hara;', '1)']);
  assert.deepEqual(read({ drawn: 'hara;', read: 'hara;' }, { drawn: '}};', read: null }, { drawn: 'hara', read: 'hara' }).length, 2);
  assert.deepEqual(read(first, second, { drawn: '}};', read: null }).length, 2, 'below all others');
});

test('a line of signs of which each may be another one, as commas, is not told', () => {
  assert.deepEqual(read(...known, { drawn: ',,', read: '.' })[2], '.');
});

test('a line without ink in a column stays as it was read', () => {
  assert.deepEqual(read(...known, { drawn: '  ', read: '|' })[2], '|');
});

test('few letters tell no line that letters stand on', () => {
  assert.deepEqual(read({ drawn: 'a};', read: 'a};' }, { drawn: '}};', read: '1)' }), ['a};', '1)']);
});
