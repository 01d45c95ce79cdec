import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine } from '../read-lines.ts';
import { type SeenColumns, toldLine } from './told-line.ts';

const [pitch, certain] = [20, 0.99];

interface Said {
  /** A character in each column, or a blank. */
  readonly network: string;
  /** Of each column, where it is not `certain`. */
  readonly certainties?: Readonly<Record<number, number>>;
  /** Words of tesseract's, and the column in which each begins. */
  readonly tesseract: readonly (readonly [word: string, column: number])[];
  readonly ofTesseract?: number;
  readonly areMarked?: boolean;
  readonly hasGrid?: boolean;
}

function told({ network, certainties = {}, tesseract, ofTesseract = 0.95, areMarked = false, hasGrid = true }: Said): string | null {
  const grid = { pitch, origin: 0 };
  const line: ReadLine = {
    top: 0,
    bottom: 30,
    words: tesseract.map(([word, column]) => ({
      top: 0,
      bottom: 30,
      certainty: ofTesseract,
      symbols: [...word].map((text, at) => {
        const left = (column + at) * pitch + 2;
        return { text, left, right: left + 16, certainty: ofTesseract };
      }),
    })),
    ...(hasGrid && { grid: { ...grid, edges: 40, crossed: 0 } }),
  };
  const inked = [...network].flatMap((text, at) => (text === ' ' ? [] : [{ text, at }]));
  const seen: SeenColumns = {
    grid,
    base: 25,
    areMarked,
    columns: inked.map(({ at }) => ({ at, left: at * pitch + 2, right: at * pitch + 18 })),
    cells: inked.map(({ text, at }) => {
      const likely = certainties[at] ?? certain;
      // A `¤` stands for what is not of ASCII.
      return {
        text: text === '¤' ? '' : text,
        nearest: text === '¤' ? '?' : text,
        certainty: likely,
        ring: /[O0]/.test(text) ? likely : 0,
      };
    }),
  };
  return (
    toldLine(line, seen)
      ?.words.map(({ symbols }) => symbols.map(({ text }) => text).join(''))
      .join(' ') ?? null
  );
}

test("a character is the network's where it is certain, and tesseract's where that is more so", () => {
  const tesseract = [
    ['x', 0],
    ['-', 2],
    ['y[O];', 4],
  ] as const;
  assert.equal(told({ network: 'x = y[7];', tesseract }), 'x = y[7];');
  assert.equal(told({ network: 'x = y[7];', certainties: { 6: 0.7 }, tesseract }), 'x = y[O];');
  assert.equal(told({ network: 'x = y[7];', certainties: { 6: 0.7 }, tesseract, ofTesseract: 0.6 }), 'x = y[7];');
});

test('whether a letter is a capital, a ring a zero, or a letter has an accent is as tesseract read it', () => {
  assert.equal(
    told({
      network: 'CafO sOurce;',
      tesseract: [
        ['caf0', 0],
        ['source;', 5],
      ],
    }),
    'caf0 source;',
  );
  assert.equal(
    told({
      network: 'caf0 = 1;',
      areMarked: true,
      tesseract: [
        ['cafO', 0],
        ['=', 5],
        ['1;', 7],
      ],
    }),
    'caf0 = 1;',
    'zeros with a mark are surely zeros',
  );
  assert.equal(
    told({
      network: 'cafe = isik;',
      tesseract: [
        ['café', 0],
        ['=', 5],
        ['ışık;', 7],
      ],
    }),
    'café = ışık;',
  );
  assert.equal(
    told({
      network: 'dau --- bar;',
      tesseract: [
        ['đâu', 0],
        ['───', 4],
        ['bаr;', 8],
      ],
    }),
    'đâu ─── bаr;',
  );
  assert.equal(
    told({
      network: 'f("a") - b;',
      tesseract: [
        ['f(“a”)', 0],
        ['—', 7],
        ['b;', 9],
      ],
    }),
    'f("a") - b;',
    'tesseract makes these up',
  );
});

test('Chinese and Japanese take two columns, and so do their signs', () => {
  const tesseract = [
    ['x', 0],
    ['=', 2],
    ['"', 4],
  ] as const;
  const wide = (text: string, column: number) => ({ text, left: column * pitch, right: (column + 2) * pitch, certainty: 0.9 });
  const grid = { pitch, origin: 0 };
  const symbols = [wide('数', 5), wide('，', 7), wide('ー', 9)];
  const words = [
    ...tesseract.map(([text, column]) => ({
      top: 0,
      bottom: 30,
      certainty: 0.9,
      symbols: [{ text, left: column * pitch, right: (column + 1) * pitch, certainty: 0.9 }],
    })),
    { top: 0, bottom: 30, certainty: 0.9, symbols },
  ];
  const network = 'x = "¤¤, --  foo(bar, baz);';
  const inked = [...network].flatMap((text, at) => (text === ' ' ? [] : [{ text, at }]));
  const after = [...'foo(bar,'].map((text, at) => ({ text, left: (13 + at) * pitch, right: (14 + at) * pitch, certainty: 0.9 }));
  const last = [...'baz);'].map((text, at) => ({ text, left: (22 + at) * pitch, right: (23 + at) * pitch, certainty: 0.9 }));
  const line: ReadLine = {
    top: 0,
    bottom: 30,
    words: [...words, { top: 0, bottom: 30, certainty: 0.9, symbols: after }, { top: 0, bottom: 30, certainty: 0.9, symbols: last }],
    grid: { ...grid, edges: 40, crossed: 0 },
  };
  const found = toldLine(line, {
    grid,
    base: 25,
    areMarked: false,
    columns: inked.map(({ at }) => ({ at, left: at * pitch + 2, right: at * pitch + 18 })),
    cells: inked.map(({ text }) => ({ text: text === '¤' ? '' : text, nearest: '?', certainty: certain, ring: 0 })),
  });
  assert.equal(found?.words.map((word) => word.symbols.map(({ text }) => text).join('')).join(' '), 'x = "数，ー foo(bar, baz);');
});

test('what follows code in another font is as tesseract read it, and a guess of the network is none', () => {
  const unsure = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at + 33, 0.4]));
  assert.equal(
    told({
      network: 'return sum + some(other, more);  Merin  to  mo',
      certainties: unsure,
      tesseract: [
        ['return', 0],
        ['sum', 7],
        ['+', 11],
        ['some(other,', 13],
        ['more);', 25],
        ['Martin,', 33],
        ['two', 41],
        ['mo', 44],
      ],
    }),
    'return sum + some(other, more); Martin, two mo',
  );
  assert.equal(
    told({
      network: 'const s = 1;',
      certainties: { 6: 0.4 },
      tesseract: [
        ['const', 0],
        ['=', 8],
        ['1;', 10],
      ],
    }),
    'const s = 1;',
    'where there is nothing else, a guess is better',
  );
});

test("of two characters of tesseract's in one column the more certain one counts, where the network knows none", () => {
  const [left, right] = [6 * pitch, 7 * pitch];
  const line = (one: number, other: number): ReadLine => ({
    top: 0,
    bottom: 30,
    words: [
      {
        top: 0,
        bottom: 30,
        certainty: 0.9,
        symbols: [
          ...[...'const '].flatMap((text, at) =>
            text === ' ' ? [] : [{ text, left: at * pitch, right: (at + 1) * pitch, certainty: 0.9 }],
          ),
          { text: 'ü', left, right, certainty: one },
          { text: 'i', left, right, certainty: other },
        ],
      },
    ],
    grid: { pitch, origin: 0, edges: 40, crossed: 0 },
  });
  const columns = [0, 1, 2, 3, 4, 6].map((at) => ({ at, left: at * pitch, right: (at + 1) * pitch }));
  const cells = [...'const¤'].map((text) => ({ text: text === '¤' ? '' : text, nearest: 'u', certainty: certain, ring: 0 }));
  const textOf = (read: ReadLine): string =>
    (toldLine(read, { grid: { pitch, origin: 0 }, base: 25, areMarked: false, columns, cells })?.words ?? [])
      .map(({ symbols }) => symbols.map(({ text }) => text).join(''))
      .join(' ');
  assert.equal(textOf(line(0.9, 0.3)), 'const ü');
  assert.equal(textOf(line(0.3, 0.9)), 'const i');
});

test('columns that are none, or that tesseract knows nothing of, need a network that is nearly sure', () => {
  const unsure = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at, 0.75]));
  const tesseract = [
    ['const', 0],
    ['=', 6],
    ['1;', 8],
  ] as const;
  assert.equal(told({ network: 'const = 1;', certainties: unsure, tesseract }), 'const = 1;');
  assert.equal(told({ network: 'cQns# ~ 7!', certainties: unsure, tesseract }), null, 'both read something else');
  assert.equal(told({ network: 'const = 1;', certainties: unsure, tesseract, hasGrid: false }), null);
  assert.equal(told({ network: '}));', tesseract: [] }), '}));');
  assert.equal(told({ network: '}));', certainties: { 0: 0.4, 1: 0.4 }, tesseract: [] }), null);
});
