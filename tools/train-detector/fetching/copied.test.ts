import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedTexts } from './copied.ts';

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, place) => `    the ${name} has a line of some length, which is number ${place}`).join('\n');
const held = { type: 'c', project: 'held', text: lines('lamp', 10) };

test('a text that a learned project has too is a copy, though lines were added and blanks changed', () => {
  const learned = { type: 'c', project: 'other', text: `${lines('shelf', 30)}\n${lines('lamp', 8).replaceAll('    ', '\t')}` };
  assert.deepEqual([...copiedTexts([held], [learned])], [held]);
});

test('a text that shares less than half of its lines with each learned project is none', () => {
  const first = { type: 'c', project: 'one', text: lines('lamp', 4) };
  const last = { type: 'c', project: 'two', text: lines('lamp', 10).split('\n').slice(5).join('\n') };
  assert.equal(copiedTexts([held], [first, last]).size, 0);
});

test('what a text shares with texts of another type does not count', () => {
  assert.equal(copiedTexts([held], [{ ...held, type: 'cpp', project: 'other' }]).size, 0);
});

test('lines that stand everywhere make no copy', () => {
  const short = { type: 'c', project: 'held', text: '}\n  return 0;\n}\nint main() {\n#endif\n#include <stdio.h>\n' };
  assert.equal(copiedTexts([short], [{ ...short, project: 'other' }]).size, 0);
});
