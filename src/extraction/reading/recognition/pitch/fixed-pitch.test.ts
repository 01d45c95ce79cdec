import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../../test/harness/effort.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { blocksOf } from '../laying-out/blocks-of-lines.ts';
import { placedLine, type ReadLine, type ReadSymbol, type ReadWord } from '../read-lines.ts';
import { withGrids } from './fixed-pitch.ts';

const [pitch, high, between] = [20, 26, 40];

/** As wide as letters are in other fonts. */
function widthOf(character: string): number {
  return 6 + ((character.codePointAt(0) ?? 0) % 12);
}

/** Each character is a block, in a column of its own or right behind the one before; and what was read of it. */
function drawn(texts: readonly string[], isInColumns: boolean): { readonly picture: GreyPicture; readonly lines: readonly ReadLine[] } {
  const [width, height] = [1_400, between * (texts.length + 1)];
  const pixels = new Uint8Array(width * height).fill(255);
  const lines = texts.map((text, row): ReadLine => {
    const top = 10 + row * between;
    let x = 30;
    const words: ReadWord[] = text.split(' ').flatMap((word) => {
      const symbols = [...word].map((character): ReadSymbol => {
        const wide = widthOf(character);
        const left = Math.round(isInColumns ? x + (pitch - wide) / 2 : x);
        x += isInColumns ? pitch : wide + 3;
        for (let y = top; y < top + high; y += 1) pixels.fill(0, y * width + left, y * width + left + wide);
        return { text: character, left, right: left + wide, certainty: 1 };
      });
      x += isInColumns ? pitch : 8;
      return symbols.length === 0 ? [] : [{ symbols, top, bottom: top + high, certainty: 1 }];
    });
    return { top, bottom: top + high, words };
  });
  return { picture: { width, height, pixels }, lines };
}

const pitches = (texts: readonly string[], isInColumns: boolean): readonly (number | undefined)[] => {
  const { picture, lines } = drawn(texts, isInColumns);
  return withGrids(picture, lines).map((line) => line.grid?.pitch);
};

test('short lines of single letters and signs have the pitch that their ink shows, whatever was read', () => {
  const texts = ['while (b) {', 'b = a % b;', 'a = t;', 'return a;'];
  for (const one of pitches(texts, true)) assert.ok(one !== undefined && Math.abs(one - pitch) < 0.2, String(one));
  const { picture, lines } = drawn(texts, true);
  const misread = lines.map((line, at) => ({
    ...line,
    words:
      at === 1 ? line.words.map((word) => ({ ...word, symbols: word.symbols.map((one) => ({ ...one, left: one.left - 7 })) })) : line.words,
  }));
  for (const line of withGrids(picture, misread)) assert.ok(Math.abs((line.grid?.pitch ?? 0) - pitch) < 0.2, String(line.grid?.pitch));
});

test('a line of prose is told from code by its ink, wherever its characters are said to be', () => {
  const { picture, lines } = drawn(
    ['Set it to nothing at all for the log of the network', 'Use it as it is to see each step of the way'],
    false,
  );
  const evenly = lines.map((line) => {
    let x = line.words[0]?.symbols[0]?.left ?? 0;
    const words = line.words.map((word) => {
      const symbols = word.symbols.map((symbol) => {
        x += 12;
        return { ...symbol, left: x - 12, right: x - 1 };
      });
      x += 12;
      return { ...word, symbols };
    });
    return { ...line, words };
  });
  assert.deepEqual(
    blocksOf(evenly).map(({ column }) => column !== null),
    [true],
    'its places alone look like code',
  );
  assert.deepEqual(
    blocksOf(withGrids(picture, evenly)).map(({ column }) => column),
    [null],
  );
});

test('code between paragraphs of prose has its grid, and they have none', () => {
  const prose = ['The museum is open from Tuesday to Sunday until six', 'and on the first Friday of each month until nine'];
  const code = ['while (b) {', 'b = a % b;', 'a = t;', 'return a;'];
  const parts = [drawn(prose, false), drawn(code, true), drawn(prose, false)];
  const [width, height] = [1_400, parts.reduce((sum, { picture }) => sum + picture.height, 0)];
  const pixels = new Uint8Array(width * height).fill(255);
  const lines: ReadLine[] = [];
  let down = 0;
  for (const part of parts) {
    pixels.set(part.picture.pixels, down * width);
    lines.push(...part.lines.map((line) => placedLine(line, { left: 0, top: down })));
    down += part.picture.height;
  }
  const found = withGrids({ width, height, pixels }, lines).map(({ grid }) => grid !== undefined);
  assert.deepEqual(found, [false, false, true, true, true, true, false, false]);
});

test('prose has none, nor have digits, which have one width in most fonts, and too few characters', () => {
  assert.deepEqual(pitches(['The museum is open', 'from Tuesday to Sunday', 'until six o clock'], false), [
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(pitches(['00023456 98765432', '11123456 98765432'], true), [undefined, undefined]);
  assert.deepEqual(pitches(['a = b'], true), [undefined]);
});

test('letters of any widths have none, and in columns they have theirs', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz(){}[]=+%'), minLength: 2, maxLength: 9 });
  const text = fc.array(word, { minLength: 4, maxLength: 7 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(text, { minLength: 3, maxLength: 6 }), (texts) => {
      assert.ok(pitches(texts, false).every((one) => one === undefined));
      assert.ok(pitches(texts, true).every((one) => one !== undefined && Math.abs(one - pitch) < 0.3));
    }),
    { numRuns: runs(60) },
  );
});

test('of a picture with many long lines, so many are looked at that it takes no longer', () => {
  const texts = Array.from({ length: 24 }, () => 'const value = list.of(name) % 2 ? one : other');
  const { picture, lines } = drawn(texts, false);
  const timeOf = (times: number): number => {
    const many = Array.from({ length: times }, () => lines).flat();
    const begunMs = process.cpuUsage().user;
    withGrids(picture, many);
    return process.cpuUsage().user - begunMs;
  };
  timeOf(1);
  assert.ok(timeOf(200) < 8 * Math.max(1_000, timeOf(10)));
});

test('columns begin in the middle of the paper between narrow characters', () => {
  const { picture, lines } = drawn(['while (b) {', 'b = a % b;', 'a = t;', 'return a;'], true);
  for (const line of withGrids(picture, lines)) {
    const { pitch: found, origin } = line.grid ?? { pitch: 0, origin: 0 };
    const off = (((30 - origin) % found) + found) % found;
    assert.ok(Math.min(off, found - off) < pitch * 0.15, String(off));
  }
});

test('a line in another font below code has no grid', () => {
  const texts = Array.from({ length: 4 }, () => ['while (b) {', 'b = a % b;', 'a = t;', 'return a;']).flat();
  const code = drawn([...texts, ''], true);
  const menu = drawn(['The museum is open from Tuesday'], false);
  const shift = texts.length * between;
  const pixels = code.picture.pixels.slice();
  pixels.set(menu.picture.pixels.subarray(10 * menu.picture.width, (10 + high) * menu.picture.width), (10 + shift) * code.picture.width);
  const below = menu.lines.map((line) => ({ ...line, top: line.top + shift, bottom: line.bottom + shift }));
  const lines = [...code.lines.filter(({ words }) => words.length > 0), ...below];
  const grids = withGrids({ ...code.picture, pixels }, lines).map(({ grid }) => grid !== undefined);
  assert.deepEqual(grids, [...texts.map(() => true), false]);
});
