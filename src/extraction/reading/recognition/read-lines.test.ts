import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines } from './read-lines.ts';

const token = 'ghp_Zk3Lp9x2mQ7tR5vW8yB1nC4dF6gH0jK2mP9s';

/** What tesseract gives of a line with one word, in percent. */
function found(text: string, confidence: number, ofLetters: number): string {
  const bbox = (left: number, right: number) => ({ x0: left, y0: 20, x1: right, y1: 44 });
  const symbols = [...text].map((sign, at) => ({ bbox: bbox(10 * at, 10 * at + 9), confidence: ofLetters, text: sign }));
  const word = { bbox: bbox(0, 10 * text.length), confidence, text, symbols };
  return JSON.stringify({ blocks: [{ paragraphs: [{ lines: [{ bbox: word.bbox, confidence, text, words: [word] }] }] }] });
}

const wordsIn = (json: string): readonly string[] =>
  readLines(json, 64).flatMap(({ words }) => words.map(({ symbols }) => symbols.map(({ text }) => text).join('')));

test('a token or a digest is read, although its length makes it uncertain as a word', () => {
  for (const confidence of [0, 3, 28]) assert.deepEqual(wordsIn(found(token, confidence, 97)), [token]);
  const [line] = readLines(found(token, 10, 97), 64);
  assert.ok((line?.words[0]?.certainty ?? 0) > 0.9, 'as certain as its letters');
});

test('what is made of a picture without text is none: short words, uncertain letters, and few signs repeated', () => {
  assert.deepEqual(wordsIn(found('Socsse', 0, 97)), []);
  assert.deepEqual(wordsIn(found(token, 10, 80)), []);
  assert.deepEqual(wordsIn(found('0000000888000000008880000000088', 10, 96)), []);
});
