import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentParser } from '../../configuration/document-parser.ts';
import { isFor } from '../../contract/page-rows/offered-commands.ts';
import { agreedText, commandCalled, commandVariables, idOfName, namedCommands, pathLines } from './saved-commands.ts';

const parse = documentParser('commands');

function parsed(commands: readonly unknown[]) {
  const found = parse({ commands });
  return found.ok ? found.value : assert.fail(found.field);
}

test('a command has an id of its own or one from its name, and of two with the same the first one counts', () => {
  const commands = namedCommands(
    parsed([
      { name: 'Sort  lines!', command: ['sort'] },
      { id: 'sort-lines', name: 'Another', command: ['tac'] },
      { id: 'up', name: 'Größer', command: ['tr', 'a-z', 'A-Z'] },
      { name: '!?', command: ['true'] },
    ]),
  );
  assert.deepEqual(
    commands.map(({ id, command }) => [id, command[0]]),
    [
      ['sort-lines', 'sort'],
      ['up', 'tr'],
    ],
  );
  assert.equal(commandCalled(commands, 'GRÖSSER')?.id, undefined);
  assert.equal(commandCalled(commands, 'größer')?.id, 'up');
  assert.equal(commandCalled(commands, 'Sort-Lines')?.name, 'Sort  lines!');
  assert.equal(commandCalled(commands, 'nothing'), null);
  assert.equal(idOfName('清理 文本'), '清理-文本');
});

test('a document with a command beyond its limits is not valid', () => {
  const refused = (command: unknown): string => {
    const found = parse({ commands: [command] });
    return found.ok ? 'valid' : found.field;
  };
  assert.equal(refused({ name: 'a', command: ['cat'] }), 'valid');
  assert.equal(refused({ name: 'a', command: 'cat' }), 'commands.0.command');
  assert.equal(refused({ name: 'a', command: [] }), 'commands.0.command');
  assert.equal(refused({ name: 'a', command: ['', 'x'] }), 'commands.0.command');
  assert.equal(refused({ name: 'a', command: ['cat', 'a\0b'] }), 'commands.0.command.1');
  assert.equal(refused({ name: 'a', command: Array(65).fill('x') }), 'commands.0.command');
  assert.equal(refused({ name: '', command: ['cat'] }), 'commands.0.name');
  assert.equal(refused({ name: 'a', command: ['cat'], kinds: ['poem'] }), 'commands.0.kinds.0');
  assert.equal(refused({ name: 'a', command: ['cat'], output: 'mail' }), 'commands.0.output');
  assert.equal(refused({ name: 'a', command: ['cat'], timeout_seconds: 0 }), 'commands.0.timeout_seconds');
  assert.equal(refused({ name: 'a', command: ['cat'], shortcut: 'shift+ctrl+s' }), 'valid');
  for (const shortcut of ['Ctrl+C', 'Ctrl+Shift+U', 'u', 'Alt+1', 7])
    assert.equal(refused({ name: 'a', command: ['cat'], shortcut }), 'commands.0.shortcut');
  assert.equal(refused({ name: 'a', command: ['cat'], id: '../x' }), 'commands.0.id');
  assert.equal(parse({ commands: Array(201).fill({ name: 'a', command: ['cat'] }) }).ok, false);
});

test('a command is for the kinds that it names, in either form, and without any for all', () => {
  const link = { kind: 'text', contentKind: 'link' } as const;
  assert.equal(isFor({ kinds: [] }, link), true);
  assert.equal(isFor({ kinds: ['link'] }, link), true);
  assert.equal(isFor({ kinds: ['text'] }, link), true);
  assert.equal(isFor({ kinds: ['code', 'image'] }, link), false);
  assert.equal(isFor({ kinds: ['image'] }, { kind: 'image', contentKind: 'picture' }), true);
  const [iban, token] = (['iban', 'token'] as const).map((contentKind) => ({ kind: 'text', contentKind }) as const);
  assert.equal(isFor({ kinds: ['token'] }, iban ?? link), true, 'it was a token when the command was written');
  assert.equal(isFor({ kinds: ['iban'] }, token ?? link), false);
});

test('what the user agreed to is another thing with another argument, output or kind', () => {
  const agreed = { command: ['tr', 'a b'], output: 'notice', kinds: ['link', 'code'] } as const;
  const text = (others: object): string => agreedText({ ...agreed, command: [...agreed.command], kinds: [...agreed.kinds], ...others });
  assert.equal(text({}), text({ kinds: ['code', 'link'] }));
  const others = [{ command: ['tr', 'a', 'b'] }, { output: 'clipboard' }, { kinds: [] }].map(text);
  assert.equal(new Set([text({}), ...others]).size, 4);
});

test('files are one path a line, and none if a path would be read as two', () => {
  assert.equal(pathLines(['/a b', '/c']), '/a b\n/c\n');
  assert.equal(pathLines(['/a\n/etc/passwd']), null);
});

test('the variables tell about a copy, and leave out an address that no environment takes', () => {
  const copy = { id: 7, kind: 'link', mediaType: 'text/plain', address: 'https://example.org/' };
  assert.deepEqual(commandVariables(copy), {
    HUB_COPY_ID: '7',
    HUB_COPY_KIND: 'link',
    HUB_COPY_MEDIA_TYPE: 'text/plain',
    HUB_COPY_SOURCE: 'https://example.org/',
  });
  for (const address of ['a\0b', 'x'.repeat(8_193)]) assert.equal(commandVariables({ ...copy, address }).HUB_COPY_SOURCE, '');
});
