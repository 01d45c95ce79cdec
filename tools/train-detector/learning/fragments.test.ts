import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutFragments, seededRandom } from './fragments.ts';

const text = `import os

class Shelf:
    def __init__(self, width):
        self.width = width
        self.books = []

    def add(self, book):
        if book.width > self.width:
            raise ValueError('too wide')
        self.books.append(book)

def main():
    shelf = Shelf(80)
    print(shelf)
`;
const many = cutFragments(text, 'a seed', 600);
const lines = text.trimEnd().split('\n');
const plain = (fragment: string): string[] => fragment.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');

test('the same seed gives the same fragments, and another seed different ones', () => {
  assert.deepEqual(cutFragments(text, 'a seed', 600), many);
  assert.notDeepEqual(cutFragments(text, 'another seed', 600), many);
});

test('every line of a fragment is a line of the text, except for its indent and for cut ends', () => {
  for (const fragment of many) {
    const cut = plain(fragment).map((line) => line.trim());
    const start = lines.findIndex((_, at) => {
      return cut.every((line, index) => {
        const whole = lines[at + index]?.trim() ?? null;
        const atAnEnd = index === 0 || index === cut.length - 1;
        return whole !== null && (whole === line || (atAnEnd && whole.includes(line)));
      });
    });
    assert.notEqual(start, -1, JSON.stringify(fragment));
  }
});

test('no fragment is blank', () => {
  for (const fragment of many) assert.ok(fragment.trim().length >= 8, JSON.stringify(fragment));
});

test('the fragments include whole texts, single lines, whole functions, and lines that are cut in half', () => {
  const joined = many.map((fragment) => plain(fragment).join('\n'));
  assert.ok(joined.includes(text.trimEnd()));
  assert.ok(joined.some((one) => !one.includes('\n')));
  const method = "def add(self, book):\n    if book.width > self.width:\n        raise ValueError('too wide')\n    self.books.append(book)";
  assert.ok(joined.includes(method), 'a method, with its indent removed');
  assert.ok(
    joined.some((one) => /^(hape|elf|f|ef|lf|idth|ass|ort)\b/.test(one)),
    'a first line without its start',
  );
});

test('fragments vary: with and without a final line end, with Unix and Windows line ends, dedented or indented further', () => {
  const share = (wanted: (fragment: string) => boolean): number => many.filter(wanted).length / many.length;
  const within = (name: string, value: number, from: number, to: number): void =>
    assert.ok(value > from && value < to, `${name}: ${value}`);
  within(
    'ending with a line end',
    share((one) => one.endsWith('\n')),
    0.35,
    0.65,
  );
  within(
    'with line ends of Windows',
    share((one) => one.includes('\r\n')),
    0.05,
    0.3,
  );
  within(
    'no line without an indent',
    share((one) => plain(one).every((line) => line === '' || /^\s/.test(line))),
    0.03,
    0.5,
  );
});

test('a text that is shorter than a fragment is returned whole', () => {
  for (const fragment of cutFragments('a = 1\n', 'seed', 20)) assert.equal(fragment.trim(), 'a = 1');
});

test('random numbers are evenly distributed from 0 to 1', () => {
  const random = seededRandom('x');
  const drawn = Array.from({ length: 4_000 }, random);
  assert.ok(drawn.every((one) => one >= 0 && one < 1));
  const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
  assert.ok(Math.abs(mean - 0.5) < 0.03, String(mean));
});
