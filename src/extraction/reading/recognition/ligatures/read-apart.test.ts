import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { withLigaturesRead } from './read-apart.ts';

const [column, pitch, width, height] = [20, 50, 400, 300];

/** Characters in columns from `first` on, each `wide` columns; a blank is none. */
function line(text: string, top: number, first = 0, wide = 1): ReadLine {
  const words = [...text.matchAll(/\S+/g)].map((found) => ({
    symbols: Array.from(found[0], (one, at): ReadSymbol => {
      const left = (first + (found.index + at) * wide) * column;
      return { text: one, left: left + 2, right: left + wide * column - 2, certainty: 0.9 };
    }),
    top,
    bottom: top + 28 * wide,
    certainty: 0.9,
  }));
  return { top, bottom: top + 28 * wide, words };
}

/** Two bars across two columns, as `==` is drawn, in the line whose top is this. */
function withBars(places: readonly (readonly [at: number, top: number])[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [at, top] of places)
    for (const y of [top + 12, top + 20])
      for (let row = y; row < y + 3; row += 1) pixels.fill(0, row * width + at * column + 2, row * width + (at + 2) * column - 2);
  return { width, height, pixels };
}

const textOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.map(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')).join(' '));
const readBy = (read: (part: GreyPicture) => readonly ReadLine[], hasTime = true) => ({ read, hasTime: () => hasTime });
const unread = readBy(() => assert.fail('nothing is read again'));
const others = [line('several letters of code', 0), line('stand in this picture', pitch)];

test('a ligature in the columns of a font of one width becomes its signs, and all else in the line stays', () => {
  const picture = withBars([[4, 100]]);
  const found = withLigaturesRead(picture, [...others, line('abc =  defgh', 100)], unread);
  assert.deepEqual(textOf(found.lines), ['several letters of code', 'stand in this picture', 'abc == defgh']);
  const isInk = (x: number): boolean => (found.picture.pixels[(100 + 13) * width + x] ?? 255) < 128;
  assert.deepEqual([isInk(5 * column), (picture.pixels[(100 + 13) * width + 5 * column] ?? 255) < 128], [false, true]);
});

test('one that was left out becomes a word of its own', () => {
  const found = withLigaturesRead(withBars([[4, 100]]), [...others, line('abc    defgh', 100)], unread);
  assert.deepEqual(textOf(found.lines).at(-1), 'abc == defgh');
});

test('a heading of twice the size, a letter, bars between two columns and a font without columns are left alone', () => {
  const prose = others.map((one) => ({
    ...one,
    words: one.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol, at) => ({ ...symbol, left: symbol.left - at * at, right: symbol.right - at * at })),
    })),
  }));
  for (const [lines, at] of [
    [[...others, line('a=b', 100, 2, 2)], 4],
    [[...others, { ...line('x=a', 100, 2, 2), bottom: 130 }], 4],
    [[...others, line('abcdEfghijk', 100)], 4],
    [[...others, line('abc 二 defgh', 100)], 4],
    [[...others, line('abc =  defgh', 100)], 4.5],
    [[...prose, line('=', 100, 4)], 4],
  ] as const) {
    const picture = withBars([[at, 100]]);
    // What is read again is what was drawn there, so it proves nothing.
    assert.deepEqual(
      withLigaturesRead(
        picture,
        lines,
        readBy(() => [line('abcd==ghijk', 10, 0.5)]),
      ).lines,
      lines,
    );
  }
});

test('a line in which the reader lost its way is read again, and stays as it was if what was drawn is not found there', () => {
  const lost = line('if(a=blcd {e f(g', 100);
  const shifted: ReadLine = {
    ...lost,
    words: lost.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((one, at) => ({ ...one, left: one.left + at * 7, right: one.right + at * 7 })),
    })),
  };
  const lines = [...others, shifted, line('and more letters here', 150), line('stand below that one', 200)];
  const picture = withBars([[6, 100]]);
  const parts: GreyPicture[] = [];
  // The part begins so far to the left and above.
  const again = (text: string) => (part: GreyPicture) => {
    parts.push(part);
    return [line(text, 10, 0.5)];
  };
  const found = withLigaturesRead(picture, lines, readBy(again('if (a == b)')));
  assert.deepEqual(textOf(found.lines)[2], 'if (a == b)');
  assert.equal(parts.length, 1);
  for (const text of ['if (a E b)', 'if (a =) b)']) assert.deepEqual(withLigaturesRead(picture, lines, readBy(again(text))).lines, lines);
  assert.deepEqual(
    withLigaturesRead(
      picture,
      lines,
      readBy(() => []),
    ).lines,
    lines,
  );
  const late = readBy(() => assert.fail('there is no time to read anything again'), false);
  assert.deepEqual(withLigaturesRead(picture, [...lines, line('abc =  defgh', 250)], late).lines.slice(0, -1), lines);
});
