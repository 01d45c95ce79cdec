import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../../../../../test/harness/documents/pictures-of-text.ts';
import type { GreyPicture } from '../grey-picture.ts';
import type { Grid, ReadLine } from '../read-lines.ts';
import { withCellsRead } from './read-cells.ts';

const white = 255;
const always = (): boolean => true;

interface Drawn {
  readonly picture: GreyPicture;
  readonly lines: readonly ReadLine[];
}

/** In Courier, and what tesseract would have read of each line, one character in each column that has one. */
async function drawn(texts: readonly string[], read: readonly string[], grid: (drawn: Grid) => Grid = (one) => one): Promise<Drawn> {
  const picture = await drawnText(texts, { dotsPerInch: 220 });
  const pitch = (0.6 * 12 * 220) / 72;
  const rows = bandsOf(picture);
  assert.equal(rows.length, texts.length, 'each line is apart from the next one');
  const origin = originOf(picture, texts, pitch);
  const lines = rows.map(([top, bottom], at): ReadLine => {
    const symbols = [...(read[at] ?? '')].map((text, column) => {
      const left = Math.round(origin + column * pitch);
      return { text, left, right: Math.round(left + pitch), certainty: 0.7 };
    });
    const words = [{ symbols: symbols.filter(({ text }) => text !== ' '), top, bottom, certainty: 0.9 }];
    return { top, bottom, words, grid: { ...grid({ pitch, origin }), edges: 40, crossed: 0 } };
  });
  return { picture, lines };
}

function bandsOf({ width, height, pixels }: GreyPicture): readonly (readonly [number, number])[] {
  const bands: [number, number][] = [];
  for (let y = 0; y < height; y += 1) {
    if (!pixels.subarray(y * width, (y + 1) * width).some((pixel) => pixel < 128)) continue;
    const last = bands.at(-1);
    if (last !== undefined && y - last[1] < 4) last[1] = y + 1;
    else bands.push([y, y + 1]);
  }
  return bands;
}

/** The first line begins with an `H`, whose ink is in the middle of its column. */
function originOf({ width, height, pixels }: GreyPicture, texts: readonly string[], pitch: number): number {
  assert.equal(texts[0]?.[0], 'H');
  const isInk = (x: number): boolean =>
    Array.from({ length: height }, (_, y) => pixels[y * width + x] ?? white).some((pixel) => pixel < 128);
  let left = 0;
  while (!isInk(left)) left += 1;
  let right = left;
  while (isInk(right)) right += 1;
  return (left + right - pitch) / 2;
}

const textsOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.map(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')).join(' '));

test('each column is read by its ink, whatever tesseract makes of signs', async () => {
  const texts = ['Hello, code of all kinds', `if (*s == '\\\\' || *s == '"')`, '}));', `x = "lxI" + 'a|b' ^ ~y[7];`];
  const read = ['Hello, code of all kinds', `if (*s -- Lk   |] *g -- t'Y`, '1)  ', `x - "iiI" + 'a[b' A -y[7];`];
  const { picture, lines } = await drawn(texts, read);
  const found = withCellsRead(picture, lines, always);
  assert.deepEqual(textsOf(found), texts);
  assert.ok(found.every(({ isReadByInk }) => isReadByInk));
});

/** These columns of a line on a ground of their own, with light text. */
function marked({ picture, lines }: Drawn, at: number, [from, to]: readonly [number, number], ground: number): GreyPicture {
  const { width } = picture;
  const { top, bottom, grid } = lines[at] ?? assert.fail('no line');
  const { pitch, origin } = grid ?? assert.fail('no grid');
  const pixels = picture.pixels.slice();
  for (let y = top - 8; y < bottom + 10; y += 1)
    for (let x = Math.round(origin + from * pitch); x < Math.round(origin + to * pitch); x += 1)
      pixels[y * width + x] = white - Math.round(((pixels[y * width + x] ?? white) * (white - ground)) / white);
  return { ...picture, pixels };
}

test('columns on a ground of their own are read by how far they are from it', async () => {
  const texts = ['Here is a line of code', 'let total = sum(rows);', 'const Half = total / 2;'];
  for (const [ground, columns, read] of [
    [0, [4, 9], 'let TOTAL = sum(rows);'],
    [90, [4, 5], 'let |otal = sum(rows);'],
    [60, [4, 21], 'let TEE@T E SUE(TEES);'],
  ] as const) {
    const code = await drawn(texts, [texts[0] ?? '', read, texts[2] ?? '']);
    const picture = marked(code, 1, columns, ground);
    // To tesseract, the line is as high as the ground.
    const lines = code.lines.map((line, at) => (at === 1 ? { ...line, top: line.top - 8, bottom: line.bottom + 10 } : line));
    assert.deepEqual(textsOf(withCellsRead(picture, lines, always, null, { picture, scale: 1 })), texts);
    assert.notDeepEqual(textsOf(withCellsRead(picture, lines, always)), texts, 'of the ground itself letters are made');
  }
});

test('a ground on which nothing is told, or beside which there is no text, changes nothing', async () => {
  const texts = ['Hear a line of words', 'one word', 'and the last one'];
  const code = await drawn(texts, texts);
  const read = (picture: GreyPicture, original: GreyPicture | null): readonly string[] =>
    textsOf(withCellsRead(picture, code.lines, always, null, original === null ? null : { picture: original, scale: 1 }));
  const dark = marked(code, 1, [4, 8], 0);
  const empty: GreyPicture = { ...dark, pixels: dark.pixels.slice() };
  const { top, bottom, grid } = code.lines[1] ?? assert.fail('no line');
  const { pitch, origin } = grid ?? assert.fail('no grid');
  for (let y = top - 8; y < bottom + 10; y += 1)
    empty.pixels.fill(0, y * empty.width + Math.round(origin + 4 * pitch), y * empty.width + Math.round(origin + 8 * pitch));
  assert.notDeepEqual(read(dark, dark), read(dark, null));
  assert.deepEqual(read(dark, empty), read(dark, null));
  const alone = marked(code, 1, [1, 8], 0);
  assert.deepEqual(read(alone, alone), read(alone, null));
});

test('a line that was left out is read, and is none if nothing can be read in it', async () => {
  const texts = ['Here is a line of text', '});', 'Hence another one here'];
  const { picture, lines } = await drawn(texts, [texts[0] ?? '', '', texts[2] ?? '']);
  const [first, , last] = lines;
  const { top, bottom } = lines[1] ?? { top: 0, bottom: 0 };
  assert.ok(first !== undefined && last !== undefined && first.grid !== undefined);
  const { pitch, origin } = first.grid;
  const leftOut = (from: number, to: number): ReadLine => ({
    top,
    bottom,
    words: [{ symbols: [{ text: '', left: from, right: to, certainty: 0 }], top, bottom, certainty: 0 }],
    grid: { pitch, origin, edges: 0, crossed: 0 },
  });
  const end = Math.round(origin + 3 * pitch);
  assert.deepEqual(textsOf(withCellsRead(picture, [first, leftOut(Math.round(origin), end), last], always)), texts);
  const drawing = { ...picture, pixels: picture.pixels.slice() };
  for (let y = top; y < bottom; y += 1)
    for (let x = Math.round(origin); x < end; x += 1) drawing.pixels[y * picture.width + x] = (x * 7 + y * 13) % 5 < 2 ? 0 : white;
  assert.deepEqual(textsOf(withCellsRead(drawing, [first, leftOut(Math.round(origin), end), last], always)), [texts[0], texts[2]]);
});

test('a letter with an accent and one of another script stay as tesseract read them', async () => {
  const { picture, lines } = await drawn(['Here is a cafe and a cat'], ['Here is a café and a сat']);
  assert.deepEqual(textsOf(withCellsRead(picture, lines, always)), ['Here is a café and a сat']);
});

test('a line stays as it was read in columns that are none, in prose, and without time', async () => {
  const text = 'Hence this is a line with words of a language';
  const wrong = text.replaceAll('e', 'c');
  const { picture, lines } = await drawn([text], [wrong], ({ pitch, origin }) => ({ pitch: pitch * 1.23, origin: origin + pitch / 2 }));
  assert.deepEqual(textsOf(withCellsRead(picture, lines, always)), [wrong.replaceAll(' ', '')]);
  const right = await drawn([text], [wrong]);
  assert.deepEqual(textsOf(withCellsRead(right.picture, right.lines, always)), [text], 'and is read in its own');
  const prose = right.lines.map((line) => ({ ...line, isProse: true }));
  assert.deepEqual(textsOf(withCellsRead(right.picture, prose, always)), [wrong.replaceAll(' ', '')]);
  assert.deepEqual(textsOf(withCellsRead(right.picture, right.lines, () => false)), [wrong.replaceAll(' ', '')]);
});

test('a ring is a letter where zeros have a mark within them, and else as tesseract read it', async () => {
  const text = 'Hex 00 or OO';
  const { picture, lines } = await drawn([text], ['Hex 00 or 00']);
  assert.deepEqual(textsOf(withCellsRead(picture, lines, always)), ['Hex 00 or 00'], 'the zeros of Courier are empty');
  const [line] = lines;
  assert.ok(line?.grid !== undefined);
  const dotted = { ...picture, pixels: picture.pixels.slice() };
  for (const column of [4, 5]) {
    const [x, y] = [Math.round(line.grid.origin + (column + 0.5) * line.grid.pitch), (line.top + line.bottom) >> 1];
    for (let up = -5; up <= 5; up += 1) {
      const at = (y - up) * picture.width + x + Math.round(up * 0.7);
      dotted.pixels.fill(0, at - 1, at + 2);
    }
  }
  assert.deepEqual(textsOf(withCellsRead(dotted, lines, always)), [text]);
  const smudged = await drawn(['Hex 0000 0000'], ['Hex 0000 0000']);
  const [one] = smudged.lines;
  assert.ok(one?.grid !== undefined);
  const [x, y] = [Math.round(one.grid.origin + 4.5 * one.grid.pitch), (one.top + one.bottom) >> 1];
  for (let up = -5; up <= 5; up += 1) {
    const at = (y - up) * smudged.picture.width + x + Math.round(up * 0.7);
    smudged.picture.pixels.fill(0, at - 1, at + 2);
  }
  assert.deepEqual(textsOf(withCellsRead(smudged.picture, smudged.lines, always)), ['Hex 0000 0000'], 'one that looks so is not enough');
});

test('a line of as many columns as a wide screen has is read to its end, and a longer one stays as it was read', async () => {
  const { picture, lines } = await drawn(['Hey you, '], ['Hey you, ']);
  const [line] = lines;
  assert.ok(line?.grid !== undefined);
  const { pitch, origin } = line.grid;
  const textOf = (columns: number): string => {
    const tiled = tiledLine(picture, line, columns);
    return textsOf(withCellsRead(tiled.picture, [tiled.line], always)).join('');
  };
  assert.ok(pitch > 0 && origin > 0);
  assert.equal(textOf(600).replaceAll(' ', ''), 'Heyyou,'.repeat(Math.floor(600 / 9)));
  assert.equal(textOf(1_200).replaceAll(' ', ''), 'Hcyyou,'.repeat(Math.floor(1_200 / 9)), 'with what tesseract misread');
  const blank = { width: 10, height: 10, pixels: new Uint8Array(100).fill(white) };
  assert.deepEqual(withCellsRead(blank, [line], always), [line]);
});

/** A line again and again beside itself, with an `e` that was read as a `c`. */
function tiledLine(picture: GreyPicture, line: ReadLine, columns: number): { readonly picture: GreyPicture; readonly line: ReadLine } {
  const { pitch, origin } = line.grid ?? { pitch: 1, origin: 0 };
  const [times, height] = [Math.floor(columns / 9), line.bottom - line.top];
  const width = Math.ceil(origin + times * 9 * pitch + pitch);
  const pixels = new Uint8Array(width * height).fill(white);
  for (let time = 0; time < times; time += 1)
    for (let y = 0; y < height; y += 1) {
      const from = (line.top + y) * picture.width + Math.round(origin);
      pixels.set(picture.pixels.subarray(from, from + Math.round(9 * pitch)), y * width + Math.round(origin + time * 9 * pitch));
    }
  const symbols = Array.from({ length: times }, (_, time) =>
    [...'Hcy you, '].map((text, at) => {
      const left = Math.round(origin + (time * 9 + at) * pitch);
      return { text, left, right: Math.round(left + pitch), certainty: 0.7 };
    }),
  ).flat();
  const words = [{ symbols: symbols.filter(({ text }) => text !== ' '), top: 0, bottom: height, certainty: 0.7 }];
  return { picture: { width, height, pixels }, line: { ...line, top: 0, bottom: height, words } };
}

test('eight times as many lines take some eight times as long', async () => {
  const { picture, lines } = await drawn(['Hello, code'], ['Hello, code']);
  const timeOf = (count: number): number => {
    const begun = performance.now();
    assert.equal(withCellsRead(picture, Array.from({ length: count }, () => lines).flat(), always).length, count);
    return performance.now() - begun;
  };
  timeOf(20);
  const [few, many] = [Math.min(timeOf(50), timeOf(50)), timeOf(400)];
  assert.ok(many < 8 * few * 4, `${few} ms and ${many} ms`);
});

test('a pale word that was left out at an end of its line is read', async () => {
  const texts = ['Here is a line of text', 'from queue import limits'];
  const { picture, lines } = await drawn(texts, [texts[0] ?? '', '     queue import']);
  assert.deepEqual(textsOf(withCellsRead(picture, lines, always)), texts);
  const withoutGrid = lines.map(({ grid: _, ...line }, at) => (at === 0 ? (lines[0] ?? line) : line));
  assert.deepEqual(textsOf(withCellsRead(picture, withoutGrid, always))[1], 'queue import', 'in columns of the line above');
});

test('a rule below a line and an icon behind it are no characters of it', async () => {
  const texts = ['Here is a line of text', 'Hello, code of'];
  /** In columns, from the end of the line and from below it. */
  const withInk = async (
    ...boxes: readonly (readonly [left: number, right: number, top: number, bottom: number])[]
  ): Promise<string | undefined> => {
    const { picture, lines } = await drawn(texts, texts);
    const { bottom = 0, words = [], grid } = lines[1] ?? {};
    const [end, pitch] = [words.at(-1)?.symbols.at(-1)?.right ?? 0, grid?.pitch ?? 0];
    for (const [left, right, top, below] of boxes)
      for (let y = Math.round(bottom - top * pitch); y < bottom - below * pitch; y += 1)
        picture.pixels.fill(0, y * picture.width + Math.round(end + left * pitch), y * picture.width + Math.round(end + right * pitch));
    return textsOf(withCellsRead(picture, lines, always))[1];
  };
  assert.equal(await withInk([2, 3.4, 1, 0.6], [2.2, 2.5, 1.2, 0], [3, 3.2, 0.7, 0]), texts[1]);
  assert.equal(await withInk([0, 5, 0.1, 0]), texts[1]);
});
