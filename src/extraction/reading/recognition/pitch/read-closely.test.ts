import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { withLinesReadClosely } from './read-closely.ts';

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
  return { drawn, line: { top, bottom, words: [{ symbols, top, bottom, certainty: 0.9 }], grid: { pitch, origin } } };
}

/** Says that each block of a picture is the next of these characters; `moved` tells it in the wrong place. */
function reader(texts: readonly string[], moved = 0) {
  const parts: GreyPicture[] = [];
  const read = (part: GreyPicture): readonly ReadLine[] => {
    const text = [...(texts[parts.length % texts.length] ?? '')];
    parts.push(part);
    const middle = Math.floor(part.height / 2) * part.width;
    const symbols: ReadSymbol[] = [];
    for (let x = 1; x < part.width; x += 1)
      if ((part.pixels[middle + x] ?? 255) < 200 && (part.pixels[middle + x - 1] ?? 255) >= 200) {
        const character = text[symbols.length];
        if (character !== undefined) symbols.push({ text: character, left: x + moved, right: x + 8 + moved, certainty: 0.8 });
      }
    return [{ top: 10, bottom: 36, words: [{ symbols, top: 10, bottom: 36, certainty: 0.8 }] }];
  };
  return { parts, read };
}

const textsOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.flatMap(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')));

function closely({ drawn, line }: ReturnType<typeof lineOf>, { read }: ReturnType<typeof reader>, hasTime = true): readonly ReadLine[] {
  return withLinesReadClosely(drawn, [line], { read, hasTime: () => hasTime });
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
  assert.deepEqual(textsOf(closely(lineOf('a % b', 'a%$b'), reader(['a%b', 'a$b', 'a%b', 'x%b']))), ['a', '%', 'b']);
});

test('a line stays as it was where no reading has a character for each column, or has them elsewhere, and without time', () => {
  const line = lineOf('a = t;', 'a=1t;');
  for (const lines of [closely(line, reader(['a=t'])), closely(line, reader(['a=t;'], 14)), closely(line, reader(['a=t;']), false)])
    assert.deepEqual(textsOf(lines), ['a=1t;']);
});

test('a line is not read again that has its characters, faint ink, ink between columns, or no grid', () => {
  const between = lineOf('a = t;', 'a=1t;');
  for (let y = top; y < bottom; y += 1) between.drawn.pixels.fill(0, y * 300 + origin + pitch - 3, y * 300 + origin + pitch + 3);
  const { grid: _, ...ungridded } = lineOf('a = t;', 'a=1t;').line;
  for (const one of [
    lineOf('a = t;', 'a=t;'),
    lineOf('a = t;', 'a=1t;', 220),
    between,
    { drawn: lineOf('a = t;', 'a=1t;').drawn, line: ungridded },
  ]) {
    const other = reader(['a=t;']);
    assert.deepEqual(closely(one, other), [one.line]);
    assert.equal(other.parts.length, 0);
  }
});

test('of a picture, so many lines are read again and no more', () => {
  const { drawn, line } = lineOf('a = t;', 'a=1t;');
  const { read, parts } = reader(['a=t']);
  withLinesReadClosely(drawn, Array(500).fill(line), { read, hasTime: () => true });
  assert.equal(parts.length, 60 * 4);
});
