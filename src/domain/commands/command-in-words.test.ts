import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandName, offeredCommands, shownQuestion, visibleWord } from './command-in-words.ts';

const command = {
  id: 'sort',
  name: 'Sort',
  kinds: ['text'],
  command: ['sort', '', 'a\u202eb'],
  output: 'clipboard',
  timeout_seconds: 1,
} as const;
const named = { ...command, kinds: [...command.kinds], command: [...command.command] };

test('a question has every word of the command, the copy and what becomes of the output', () => {
  const asked = { id: 3, command: named, copy: { id: '12', kind: 'text', contentKind: 'link', bytes: 1 }, opened: null } as const;
  assert.deepEqual(shownQuestion(asked, null), {
    id: 3,
    name: 'Sort',
    words: ['sort', '""', 'a\\u{202e}b'],
    gets: 'copy 12 (link, 1 byte)',
    becomes: 'Its output becomes a new copy, on the clipboard. After 1 second it is killed.',
  });
  assert.equal(shownQuestion(asked, 4), null, 'it is not shown in a picker that was opened since');
  assert.equal(shownQuestion({ ...asked, opened: 4 }, 5), null);
  assert.equal(shownQuestion(null, null), null);
});

test('what nobody sees in a word is written out, and a name stays one harmless line', () => {
  assert.equal(visibleWord('a b\\n'), 'a b\\n');
  assert.equal(visibleWord('a\n\t\u200b\u00a0\u2028z'), 'a\\u{a}\\u{9}\\u{200b}\\u{a0}\\u{2028}z');
  assert.equal(visibleWord('\ud800'), '\\u{d800}');
  assert.equal(commandName({ id: 'x', name: 'a\u202e\nb' }), 'a\ufffd b');
  assert.equal(commandName({ id: 'x', name: ' \n' }), 'x');
  assert.deepEqual(offeredCommands([named]), [{ id: 'sort', name: 'Sort', kinds: ['text'], shortcut: '' }]);
});
