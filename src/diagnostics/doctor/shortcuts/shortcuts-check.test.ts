import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeShortcuts } from './shortcuts-check.ts';

const command = (id: string, shortcut: string) => ({
  id,
  name: id,
  kinds: [],
  command: ['true'],
  output: 'notice' as const,
  shortcut,
  timeout_seconds: 1,
});

test('of two uses of the same keys the one that gets none is named', () => {
  const found = (own: { picker: string; text: string }, ...commands: ReturnType<typeof command>[]) =>
    judgeShortcuts({ own, commands }).map(({ verdict, says, mend }) => [verdict, says, mend]);
  assert.deepEqual(found({ picker: '', text: '' }), [['ok', 'none', undefined]]);
  assert.deepEqual(found({ picker: 'Ctrl+Shift+V', text: 'F9' }, command('sort', 'F8')), [['ok', 'Ctrl+Shift+V, F9, F8', undefined]]);
  assert.deepEqual(found({ picker: 'F9', text: 'F9' }, command('sort', 'F8'), command('count', 'F8')), [
    ['failure', 'F9 opens the picker, and does not extract the text of the clipboard', 'hub config edit text-extraction'],
    ['failure', 'F8 runs sort, which comes first, and not count', 'hub config edit commands'],
  ]);
});
