import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedTexts } from './copied-texts.ts';

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, place) => `    the ${name} has a line of some length, which is number ${place}`).join('\n');
const held = { type: 'c', project: 'held', text: lines('lamp', 10) };

test('a text that a training project has too is a copy, even with added lines and changed white space', () => {
  const learned = { type: 'c', project: 'other', text: `${lines('shelf', 30)}\n${lines('lamp', 8).replaceAll('    ', '\t')}` };
  assert.deepEqual([...copiedTexts([held], [learned])], [held]);
});

test('a text that shares less than half of its lines with each training project is not a copy', () => {
  const first = { type: 'c', project: 'one', text: lines('lamp', 4) };
  const last = { type: 'c', project: 'two', text: lines('lamp', 10).split('\n').slice(5).join('\n') };
  assert.equal(copiedTexts([held], [first, last]).size, 0);
});

test('lines shared with texts of another type do not count', () => {
  assert.equal(copiedTexts([held], [{ ...held, type: 'cpp', project: 'other' }]).size, 0);
});

test('lines that are common everywhere do not make a text a copy', () => {
  const short = { type: 'c', project: 'held', text: '}\n  return 0;\n}\nint main() {\n#endif\n#include <stdio.h>\n' };
  assert.equal(copiedTexts([short], [{ ...short, project: 'other' }]).size, 0);
});
