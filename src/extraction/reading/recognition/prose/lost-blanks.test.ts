import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadWord } from '../read-lines.ts';
import { withLostBlanks } from './lost-blanks.ts';

const height = 20;
const [letter, close] = [8, 2];

/**
 * A letter of the text is a block, 2 pixels from the next one, and its blanks are as wide as that and `blank`.
 * @param read where tesseract sees words.
 */
function lineOf(text: string, read: string, blank = 8): { readonly picture: GreyPicture; readonly line: ReadLine } {
  const inks: { readonly text: string; readonly left: number }[] = [];
  let x = 10;
  for (const sign of text) {
    if (sign !== ' ') inks.push({ text: sign, left: x });
    x += sign === ' ' ? blank : letter + close;
  }
  const width = x + 10;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { left } of inks) for (let y = 4; y < 16; y += 1) pixels.fill(0, y * width + left, y * width + left + letter);
  let at = 0;
  const words = read.split(' ').map((word): ReadWord => {
    const symbols = [...word].map((sign) => {
      const left = inks[at]?.left ?? 0;
      at += 1;
      return { text: sign, left, right: left + letter, certainty: 1 };
    });
    return { top: 0, bottom: height, certainty: 1, symbols };
  });
  return { picture: { width, height, pixels }, line: { top: 0, bottom: height, words } };
}

function textRead(text: string, read: string, blank?: number): string {
  const { picture, line } = lineOf(text, read, blank);
  return (withLostBlanks(picture, [line])[0]?.words ?? []).map(({ symbols }) => symbols.map((one) => one.text).join('')).join(' ');
}

test('a blank as wide as the others of its line is put back', () => {
  const text = 'we go there if it is not too late';
  assert.equal(textRead(text, 'we go there ifitis not toolate'), text);
  assert.equal(textRead(text, text), text);
});

test('a line with few blanks, or with blanks hardly wider than what is between letters, stays', () => {
  assert.equal(textRead('nothing isknown here', 'nothing isknown here'), 'nothing isknown here');
  assert.equal(textRead('go there now', 'gothere now'), 'gothere now');
  const narrow = 'we gothere ifitis not toolate today';
  assert.equal(textRead('we go there if it is not too late today', narrow, 1), narrow);
});

test('beside a 1, or a sign, there is room anyway', () => {
  const text = 'we go there at 2 1 7 or a . b not too late';
  const read = 'we go there at 217 or a.b not too late';
  assert.equal(textRead(text, read), read);
});

test('the first of two parts alone begins a cell', () => {
  const { picture, line } = lineOf('we go there if it is late now', 'we go there ifit is late now');
  const words = line.words.map((word, at) => (at === 3 ? { ...word, isOtherCell: true } : word));
  const seen = withLostBlanks(picture, [{ ...line, words }])[0]?.words ?? [];
  assert.deepEqual(
    seen.map(({ isOtherCell }) => isOtherCell ?? false),
    [false, false, false, true, false, false, false, false],
  );
});
