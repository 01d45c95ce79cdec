import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadLine } from '../read-lines.ts';
import { withWideSigns } from './wide-signs.ts';

const column = 20;

/** Characters of Chinese have a column each; of the others, the room is given. */
function line(...signs: readonly (readonly [text: string, room: number])[]): ReadLine {
  let left = 0;
  const symbols = signs.map(([text, room]) => {
    const symbol = { text, left: left + 1, right: left + Math.min(room, column) - 1, certainty: 1 };
    left += room;
    return symbol;
  });
  return { top: 0, bottom: column, words: [{ symbols, top: 0, bottom: column, certainty: 1 }] };
}

const chinese = (text: string) => [...text].map((sign) => [sign, column] as const);
const textOf = ([read]: readonly ReadLine[]): string =>
  (read?.words ?? []).flatMap(({ symbols }) => symbols.map(({ text }) => text)).join('');

test('a sign that has a whole column between two characters is the wide one', () => {
  for (const [narrow, wide] of [
    [':', '：'],
    [',', '，'],
    ['?', '？'],
    ['(', '（'],
  ] as const)
    assert.equal(
      textOf(withWideSigns([line(...chinese('错误信息'), [narrow, column], ...chinese('无法连接'))])),
      `错误信息${wide}无法连接`,
    );
});

test('a narrow one, also with a blank beside it, one beside Latin, and one at the end of a line stay', () => {
  for (const room of [6, 13])
    assert.equal(textOf(withWideSigns([line(...chinese('错误信息'), [':', room], ...chinese('无法连接'))])), '错误信息:无法连接');
  assert.equal(textOf(withWideSigns([line(...chinese('错误信息记录'), [':', column], ['a', 10])])), '错误信息记录:a');
  assert.equal(textOf(withWideSigns([line(...chinese('错误信息记录'), [':', column])])), '错误信息记录:');
  assert.equal(textOf(withWideSigns([line(['a', 10], [':', 20], ['b', 10])])), 'a:b');
});
