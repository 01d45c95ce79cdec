import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clashInWords, shortcutClashes } from './shortcut-clashes.ts';

const command = (id: string, shortcut: string, ...kinds: string[]) => ({ id, name: id.toUpperCase(), shortcut, kinds: kinds as never[] });

test('of two commands for a copy the first one has the keys; two for other copies may have the same', () => {
  const clashes = shortcutClashes(
    [
      command('any', 'F8'),
      command('code', 'F8', 'code'),
      command('text', 'F9', 'text'),
      command('picture', 'F9', 'image'),
      command('link', 'F9', 'link'),
      command('photo', 'F9', 'picture'),
      command('none', ''),
      command('bare', ''),
    ],
    { picker: '', text: '' },
  );
  assert.deepEqual(
    [...clashes].map(([id, clash]) => [id, clash.kind === 'command' && clash.first.id]),
    [
      ['code', 'any'],
      ['link', 'text'],
      ['photo', 'picture'],
    ],
  );
});

test('the keys of the picker are no command’s', () => {
  const commands = [command('a', 'Super+G'), command('b', 'Super+G')];
  const clashes = shortcutClashes(commands, { picker: 'Super+G', text: 'Super+G' });
  assert.deepEqual([...clashes.values()], [{ kind: 'picker' }, { kind: 'picker' }]);
  assert.equal(clashInWords(command('a', 'Super+G'), { kind: 'picker' }), 'Super+G opens the picker, and does not run A');
  const [[, text] = []] = shortcutClashes([command('a', 'F7')], { picker: 'Super+G', text: 'F7' });
  assert.deepEqual(text, { kind: 'text' });
  assert.equal(clashInWords(command('a', 'F7'), { kind: 'text' }), 'F7 extracts the text of the clipboard, and does not run A');
  const first = command('b', 'F8');
  assert.equal(clashInWords(command('a', 'F8'), { kind: 'command', first }), 'F8 runs B, which comes first, and not A');
});
