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

/** A line of words, each of a text at a place; the last sign of the first one reaches to `reach`. */
function line(words: readonly (readonly [text: string, left: number])[], reach: number, ofLetters: number): string {
  const bbox = (x0: number, x1: number) => ({ x0, y0: 20, x1, y1: 44 });
  const found = words.map(([text, left], word) => {
    const symbols = [...text].map((sign, at) => {
      const isLast = word === 0 && at === text.length - 1;
      return { bbox: bbox(left + 12 * at, isLast ? reach : left + 12 * at + 9), confidence: ofLetters, text: sign };
    });
    return { bbox: bbox(left, left + 12 * text.length), confidence: 0, text, symbols };
  });
  return JSON.stringify({ blocks: [{ paragraphs: [{ lines: [{ bbox: bbox(0, 400), confidence: 0, text: '', words: found }] }] }] });
}

test('a line of certain letters is read, whatever tesseract says of its words, and one of uncertain letters is not', () => {
  const call = [
    ['out.append', 0],
    ['(Tide', 120],
  ] as const;
  assert.deepEqual(wordsIn(line(call, 260, 98.5)), ['out.append', '(Tide']);
  assert.deepEqual(wordsIn(line(call, 260, 96.5)), []);
  assert.deepEqual(
    wordsIn(
      line(
        [
          ['0000088', 0],
          ['888000', 120],
        ],
        90,
        99,
      ),
    ),
    [],
    'few signs repeated',
  );
});

test('a character ends where the next word begins, if it is said to be wider than any', () => {
  const ends = (reach: number): number | undefined => {
    const [read] = readLines(
      line(
        [
          ['out.append', 0],
          ['(Tide', 120],
        ],
        reach,
        98.5,
      ),
      64,
    );
    return read?.words[0]?.symbols.at(-1)?.right;
  };
  assert.equal(ends(260), 120);
  assert.equal(ends(117), 117);
  assert.equal(ends(125), 125, 'digits among Japanese are off by less, which is told later');
});

test('a line of signs beside lines of text is read, unless it is alone, uncertain, or much higher than they are', () => {
  const lineAt = (text: string, top: number, high: number, confidence: number, ofLetters: number) => {
    const bbox = (x0: number, x1: number) => ({ x0, y0: top, x1, y1: top + high });
    const symbols = [...text].map((sign, at) => ({ bbox: bbox(10 * at, 10 * at + 9), confidence: ofLetters, text: sign }));
    return { bbox: bbox(0, 10 * text.length), confidence, text, words: [{ bbox: bbox(0, 10 * text.length), confidence, text, symbols }] };
  };
  const page = (...lines: readonly ReturnType<typeof lineAt>[]): string => JSON.stringify({ blocks: [{ paragraphs: [{ lines }] }] });
  const text = lineAt('return', 80, 24, 95, 99);
  const signs = '/^x$/g;2^10';
  assert.deepEqual(wordsIn(page(lineAt(signs, 20, 30, 0, 95), text)), [signs, 'return']);
  const [line] = readLines(page(lineAt(signs, 20, 30, 0, 95), text), 200);
  assert.equal(line?.words[0]?.certainty, 0.6, 'it does not make a text uncertain');
  assert.deepEqual(wordsIn(page(lineAt(signs, 20, 30, 0, 95))), []);
  assert.deepEqual(wordsIn(page(lineAt(signs, 20, 30, 0, 90), text)), ['return']);
  assert.deepEqual(wordsIn(page(lineAt(signs, 10, 60, 0, 95), text)), ['return']);
  assert.deepEqual(wordsIn(page(lineAt('-E-', 20, 24, 0, 95), text)), ['return']);
});

test('a line of uncertain parts that lies on a certain one goes, and one beside or below it stays', () => {
  const lineAt = (text: string, confidence: number, [x0, y0, x1, y1]: readonly [number, number, number, number]) => {
    const each = (x1 - x0) / text.length;
    const symbols = [...text].map((sign, at) => ({
      bbox: { x0: Math.round(x0 + at * each), y0, x1: Math.round(x0 + (at + 1) * each), y1 },
      confidence,
      text: sign,
    }));
    const bbox = { x0, y0, x1, y1 };
    return { bbox, confidence, text, words: [{ bbox, confidence, text, symbols }] };
  };
  const heading = lineAt('Tidereport', 99, [117, 135, 1117, 210]);
  const texts = (...lines: readonly ReturnType<typeof lineAt>[]): readonly string[] =>
    readLines(JSON.stringify({ blocks: [{ paragraphs: [{ lines }] }] }), 300).map(({ words }) =>
      words.flatMap(({ symbols }) => symbols.map(({ text }) => text)).join(''),
    );
  assert.deepEqual(texts(lineAt('[44»', 59, [177, 133, 883, 173]), heading), ['Tidereport']);
  assert.deepEqual(texts(lineAt('[44»', 90, [177, 133, 883, 173]), heading).length, 2, 'a certain one');
  assert.deepEqual(texts(lineAt('[44»', 59, [1200, 133, 1400, 173]), heading).length, 2, 'beside');
  assert.deepEqual(texts(heading, lineAt('[44»', 59, [177, 215, 883, 255])).length, 2, 'below');
});

test('two rows that were read as one line are two, and marks above a letter are none', () => {
  const read = (...boxes: readonly (readonly [top: number, bottom: number])[]): readonly (readonly [number, number])[] => {
    const words = boxes.map(([top, bottom], at) => {
      const bbox = { x0: at * 40, y0: top, x1: at * 40 + 30, y1: bottom };
      return { bbox, confidence: 95, text: 'n', symbols: [{ bbox, confidence: 95, text: 'n' }] };
    });
    const bbox = { x0: 0, y0: Math.min(...boxes.map(([top]) => top)), x1: 300, y1: Math.max(...boxes.map(([, bottom]) => bottom)) };
    const json = JSON.stringify({ blocks: [{ paragraphs: [{ lines: [{ bbox, confidence: 95, text: '', words }] }] }] });
    return readLines(json, 300).map(({ top, bottom }) => [top, bottom]);
  };
  assert.deepEqual(read([15, 85], [95, 133], [95, 140]), [
    [15, 85],
    [95, 140],
  ]);
  assert.deepEqual(read([10, 20], [22, 50]), [[10, 50]]);
  assert.deepEqual(read([10, 20], [40, 50], [10, 50]), [[10, 50]]);
  assert.deepEqual(read([10, 18], [42, 50]), [[10, 50]], 'a quotation mark beside a comma');
});
