import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { withColumnsRead } from './read-closely.ts';

const [pitch, origin, top, bottom] = [20, 10, 10, 36];
const picture = (): GreyPicture => ({ width: 300, height: 60, pixels: new Uint8Array(300 * 60).fill(255) });

/** A block in each column whose character is not a blank; as tesseract read it, that is `read`. */
function lineOf(text: string, read: string, grey = 0): { readonly drawn: GreyPicture; readonly line: ReadLine } {
  const drawn = picture();
  for (const [column, character] of [...text].entries())
    if (character !== ' ')
      for (let y = top; y < bottom; y += 1) {
        const left = y * drawn.width + origin + column * pitch + 6;
        drawn.pixels.fill(grey, left, left + 8);
      }
  const end = origin + text.length * pitch;
  const symbols = [...read].map((one, at): ReadSymbol => {
    const left = origin + 6 + (at * (end - origin - 12)) / read.length;
    return { text: one, left, right: at === read.length - 1 ? end - 6 : left + 8, certainty: 0.9 };
  });
  return {
    drawn,
    line: { top, bottom, words: [{ symbols, top, bottom, certainty: 0.9 }], grid: { pitch, origin, edges: 10, crossed: 0 } },
  };
}

/** Says that each block of a picture is the next of these characters; `moved` tells it in the wrong place. */
function reader(texts: readonly string[], moved = 0, certainties: readonly number[] = []) {
  const parts: GreyPicture[] = [];
  const read = (part: GreyPicture): readonly ReadLine[] => {
    const text = [...(texts[parts.length % texts.length] ?? '')];
    const certainty = certainties[parts.length] ?? 0.8;
    parts.push(part);
    const middle = Math.floor(part.height / 2) * part.width;
    const symbols: ReadSymbol[] = [];
    for (let x = 1; x < part.width; x += 1)
      if ((part.pixels[middle + x] ?? 255) < 200 && (part.pixels[middle + x - 1] ?? 255) >= 200) {
        const character = text[symbols.length];
        if (character !== undefined) symbols.push({ text: character, left: x + moved, right: x + 8 + moved, certainty });
      }
    return [{ top: 10, bottom: 36, words: [{ symbols, top: 10, bottom: 36, certainty: 0.8 }] }];
  };
  return { parts, read };
}

const textsOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.flatMap(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')));

function closely({ drawn, line }: ReturnType<typeof lineOf>, { read }: ReturnType<typeof reader>, hasTime = true): readonly ReadLine[] {
  return withColumnsRead(drawn, [line], { read, hasTime: () => hasTime });
}

test('a line with more or fewer characters than columns is read with these closer together, and each character gets its column', () => {
  for (const wrong of ['b=a%hbhb;', 'b=ab']) {
    const lines = closely(lineOf('b = a % b;', wrong), reader(['b=a%b;']));
    assert.deepEqual(textsOf(lines), ['b', '=', 'a', '%', 'b;']);
    const [, , word] = lines[0]?.words ?? [];
    assert.deepEqual([word?.symbols[0]?.left, word?.symbols[0]?.right], [origin + 4 * pitch + 6, origin + 4 * pitch + 14]);
  }
});

test('of several readings, each column has what most of them say', () => {
  assert.deepEqual(textsOf(closely(lineOf('a % b', 'a%$b'), reader(['a$b', 'a%b', 'a%b', 'x%b']))), ['a', '%', 'b']);
  const doubtful = reader(['a$b', 'a%b', 'a%b', 'a$b', 'a%b'], 0, [0.99, 0.5, 0.5, 0.3]);
  assert.deepEqual(textsOf(closely(lineOf('a % b', 'a%$b'), doubtful)), ['a', '$', 'b'], 'by their certainty');
});

/** As `lineOf`, with each character that was read in one of these columns, or as far from the beginning in pixels. */
function readAt(text: string, read: string, columns: readonly number[]): ReturnType<typeof lineOf> {
  const { drawn, line } = lineOf(text, read);
  const words = line.words.map((word) => ({
    ...word,
    symbols: word.symbols.map((symbol, at): ReadSymbol => {
      const left = Math.round(origin + pitch * (columns[at] ?? 0) + 6);
      return { ...symbol, left, right: left + 8 };
    }),
  }));
  return { drawn, line: { ...line, words } };
}

test('what was read first has a say too, in the columns where it is one character', () => {
  const first = readAt('a = t;', 'a=ht;', [0, 2, 2.2, 4, 5]);
  assert.deepEqual(textsOf(closely(first, reader(['a=1i', 'a=t', 'a=t', 'a=t']))), ['a', '=', 't;']);
});

test('a line that has its characters is not read again, and each gets its column, however close they were said to be', () => {
  const other = reader(['b=b;']);
  const [placed] = closely(readAt('a = t;', 'a=t;', [0, 1.4, 3.5, 4.6]), other);
  assert.equal(other.parts.length, 0);
  assert.equal(placed?.isInColumns, true);
  assert.deepEqual(textsOf(placed === undefined ? [] : [placed]), ['a', '=', 't;']);
  assert.deepEqual(
    placed?.words.map(({ symbols: [first] }) => first?.left),
    [0, 2, 4].map((at) => origin + at * pitch + 6),
  );
});

test('a line is read again if characters beside each other are said to be a whole column away', () => {
  const other = reader(['b=b;cdefghijkl']);
  const line = readAt('a=t;cdefghijkl', 'a=t;cdefghijkl', [0, 1, 2, 3, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13]);
  assert.deepEqual(textsOf(closely(line, other)), ['b=b;cdefghijkl']);
  assert.equal(other.parts.length, 4);
});

test('an asterisk and a caret are told by their ink, and the rest is read without them', () => {
  for (const [sign, draw] of [
    ['*', star],
    ['^', roof],
  ] as const) {
    const misread = readAt('n x 3;', 'n%h3;', [0, 2, 2.3, 4, 5]);
    const counted = readAt('n x 3;', 'n%3;', [0, 2, 4, 5]);
    const lost = readAt('n x 3;', 'n%h3;l', [0, 2, 2.3, 4, 5, 5.3]);
    for (const { drawn } of [misread, counted, lost]) {
      for (let y = top; y < bottom; y += 1)
        drawn.pixels.fill(255, y * drawn.width + origin + 2 * pitch, y * drawn.width + origin + 3 * pitch);
      draw(drawn, origin + 2 * pitch + 10, top + 8);
    }
    const other = reader(['???']);
    for (const one of [misread, counted]) assert.deepEqual(textsOf(closely(one, other)), ['n', sign, '3;']);
    assert.equal(other.parts.length, 0);
    assert.deepEqual(textsOf(closely(lost, reader(['n3;']))), ['n', sign, '3;']);
  }
});

/** Six arms of 7 pixels around a middle. */
function star({ width, pixels }: GreyPicture, x: number, y: number): void {
  for (let arm = 0; arm < 6; arm += 1)
    for (let at = 0; at <= 7; at += 0.25) {
      const angle = ((arm + 0.5) * Math.PI) / 3;
      dot(pixels, width, Math.round(x + at * Math.cos(angle)), Math.round(y + at * Math.sin(angle)));
    }
}

function roof({ width, pixels }: GreyPicture, x: number, y: number): void {
  for (let at = 0; at <= 7; at += 0.25)
    for (const side of [-1, 1]) dot(pixels, width, Math.round(x + side * at), Math.round(y - 5 + at * 1.4));
}

function dot(pixels: Uint8Array, width: number, x: number, y: number): void {
  pixels[y * width + x] = 0;
}

test('a line stays as it was where no reading has a character for each column, or has them elsewhere, and without time', () => {
  const line = lineOf('a = t;', 'a=1t;');
  for (const lines of [closely(line, reader(['a=t'])), closely(line, reader(['a=t;'], 14)), closely(line, reader(['a=t;']), false)])
    assert.deepEqual(textsOf(lines), ['a=1t;']);
});

test('a line is not read again that has faint ink, ink between columns, or no grid', () => {
  const between = lineOf('a = t;', 'a=1t;');
  for (let y = top; y < bottom; y += 1) between.drawn.pixels.fill(0, y * 300 + origin + pitch - 3, y * 300 + origin + pitch + 3);
  const faint = lineOf('a = t;', 'a=1t;');
  for (let y = top; y < bottom; y += 1) faint.drawn.pixels.fill(220, y * 300 + origin + 4 * pitch + 6, y * 300 + origin + 4 * pitch + 14);
  const { grid: _, ...ungridded } = lineOf('a = t;', 'a=1t;').line;
  for (const one of [faint, between, { drawn: lineOf('a = t;', 'a=1t;').drawn, line: ungridded }]) {
    const other = reader(['a=t;']);
    assert.deepEqual(closely(one, other), [one.line]);
    assert.equal(other.parts.length, 0);
  }
});

test('of a picture, so many lines are read again and no more', () => {
  const { drawn, line } = lineOf('a = t;', 'a=1t;');
  const { read, parts } = reader(['a=t']);
  withColumnsRead(drawn, Array(500).fill(line), { read, hasTime: () => true });
  assert.equal(parts.length, 60 * 4);
});
