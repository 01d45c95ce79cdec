import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import * as outcome from '../../base/outcome.ts';
import type { PageCommand } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { holdRefusal } from '../../domain/retention/hold-words.ts';
import { type CommandParts, copyFromTray, doCommand } from './commands.ts';

type State = CommandParts['shell']['state'];

/** Executes the page's commands with a shell, a bridge and an opener that record their calls. */
async function done(command: PageCommand, state: Partial<State>, bridge: Partial<CommandParts['bridge']> = {}) {
  const did: unknown[] = [];
  const open: CommandParts['open'] = async (as, target) => {
    did.push([as, target]);
    return { ok: true, value: null };
  };
  const parts = {
    shell: {
      state,
      set: (change: Partial<State>) => did.push(change),
      notify: (intent: string, text: string) => did.push([intent, text]),
      lists: { refresh: async () => {} },
      notices: { during: (work: Promise<void>) => work },
    },
    bridge,
    open,
    places: { userHome: '/home/maria' },
    control: { isPicker: false },
    log: rememberingLog(() => {}),
  } as unknown as CommandParts;
  await doCommand(parts, command);
  return did;
}

const from = (sourcePath: string, ...ids: readonly string[]): Partial<State> =>
  ({
    snapshot: { sourcePath, appIdentity: { executable: '/usr/bin/thunar' }, fragments: ids.map((id) => ({ id })) },
  }) as unknown as Partial<State>;

test('the source is opened if it is a page, and otherwise shown in its folder', async () => {
  const command = { kind: 'open-source' } as const;
  assert.deepEqual(await done(command, from('https://a.example/x?y#z')), [['address', 'https://a.example/x?y#z']]);
  assert.deepEqual(await done(command, from('/home/maria/a.sh')), [['folder', '/home/maria/a.sh']]);
  assert.deepEqual(await done(command, from('/usr/bin/thunar')), [['warning', 'Its source cannot be shown']], 'a program');
  assert.deepEqual(await done(command, from('javascript:alert(1)')), [['warning', 'Its source cannot be shown']]);
  assert.deepEqual(await done(command, from('')), []);
  assert.deepEqual(await done(command, { snapshot: null }), []);
});

test('the core copies the address of the source, and a notice says whether it succeeded', async () => {
  const asked: string[] = [];
  const copyAddress = (isDone: boolean) => async (id: string) => {
    asked.push(id);
    return isDone ? outcome.done({ ok: true } as const) : outcome.failed('no-answer');
  };
  const command = { kind: 'copy-source' } as const;
  const said = [{ copiedAddress: 'https://a.example/' }, ['success', 'The address is on the clipboard']];
  const refused = ['error', 'The address could not be put on the clipboard'];
  assert.deepEqual(await done(command, from('https://a.example/', '7', '6'), { copyAddress: copyAddress(true) }), said);
  assert.deepEqual(await done(command, from('https://a.example/', '7'), { copyAddress: copyAddress(false) }), [refused]);
  assert.deepEqual(await done(command, from('https://a.example/'), { copyAddress: copyAddress(true) }), [refused]);
  assert.deepEqual(asked, ['7', '7']);
});

test('a part of a text is copied by its place, and a notice says whether it succeeded', async () => {
  const asked: unknown[] = [];
  const copy =
    (isDone: boolean) =>
    async (id: string, body: object = {}) => {
      asked.push([id, JSON.stringify(body)]);
      return isDone ? outcome.done({ ok: true } as const) : outcome.failed('no-answer');
    };
  const command = { kind: 'copy-part', fragmentId: '7', span: { from: 3, to: 9 } } as const;
  assert.deepEqual(await done(command, {}, { copy: copy(true) }), [['success', 'Copied to the clipboard']]);
  assert.deepEqual(await done({ ...command, file: 2 }, {}, { copy: copy(false) }), [
    ['error', 'It could not be put on the clipboard: there is no clipboard, or the copy was deleted'],
  ]);
  assert.deepEqual(asked, [
    ['7', '{"span":{"from":3,"to":9}}'],
    ['7', '{"span":{"from":3,"to":9},"extracted":2}'],
  ]);
});

test('a file that could run is shown in its folder instead of being opened', async (t) => {
  const folder = temporaryHome(t);
  const [notes, script] = ['notes.md', 'run.sh'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(notes, '');
  writeFileSync(script, '#!/bin/sh\nls\n', { mode: 0o755 });
  const file = (savedPath: string) => ({ fragment: async () => outcome.done({ savedPath } as Fragment) });
  const command = { kind: 'open', fragmentId: '7' } as const;
  assert.deepEqual(await done(command, {}, file(notes)), [['file', notes]]);
  const [shown, why] = await done(command, {}, file(script));
  assert.deepEqual(shown, ['folder', script]);
  assert.match(String(why), /can run as programs/);
  assert.deepEqual(await done({ ...command, kind: 'reveal' }, {}, file(script)), [['folder', script]]);
  const gone = await done(command, {}, file(path.join(folder, 'gone.md')));
  assert.match(String(gone), /^error,Its file has been moved or deleted/);
  assert.match(String(await done(command, {}, { fragment: async () => outcome.failed('no-answer') })), /^error,It could not be read/);
  assert.match(
    String(
      await done(command, {}, { fragment: async () => ({ ...outcome.failed('refused'), status: 404, word: 'not_found', detail: '' }) }),
    ),
    /^error,It could not be read/,
  );
  assert.deepEqual(await done(command, {}, { fragment: async () => outcome.done({ savedPath: null } as Fragment) }), [
    ['warning', 'This copy has nothing to open'],
  ]);
});

test('a copy that is opened from the picker is opened once the picker has left, and what failed is shown in the window; with nothing to open it stays', async () => {
  for (const [text, expected] of [
    ['https://example.org/', ['leave', 'address https://example.org/']],
    ['/nowhere/at-all.txt', ['leave', 'There is nothing at this path on this computer', 'restore']],
    ['two words', ['This copy has nothing to open']],
  ] as const) {
    const did: string[] = [];
    await doCommand(
      {
        shell: { notify: (_: string, said: string) => did.push(said) },
        bridge: { fragment: async () => outcome.done({ text, contentKind: text.startsWith('/') ? 'path' : 'link' } as Fragment) },
        open: async (as: string, target: string) => {
          did.push(`${as} ${target}`);
          return outcome.done(null);
        },
        places: { userHome: '/home/maria' },
        control: { isPicker: true, restore: async () => void did.push('restore') },
        picker: { leave: async () => void did.push('leave') },
        log: rememberingLog(() => {}),
      } as unknown as CommandParts,
      { kind: 'open', fragmentId: '7' },
    );
    assert.deepEqual(did, expected);
  }
});

test('a copy of the tray that fails opens the window, which says why', async () => {
  for (const isDone of [true, false]) {
    const did: string[] = [];
    await copyFromTray(
      {
        shell: { notify: (intent: string) => did.push(intent), lists: { refresh: async () => {} } },
        bridge: { copy: async () => (isDone ? outcome.done({ ok: true }) : outcome.failed('no-answer')) },
        control: { restore: async () => void did.push('restore') },
        log: rememberingLog(() => {}),
      } as unknown as CommandParts,
      '7',
    );
    assert.deepEqual(did, isDone ? ['success'] : ['error', 'restore']);
  }
});

test('a copy on a legal hold is not deleted, and a plain notice says which hold keeps it', async () => {
  const detail = holdRefusal('case-17');
  const refused = async () => ({ ...outcome.failed('refused'), status: 409, word: 'on_hold', detail });
  const bridge = { delete: refused, deleteSeveral: refused, fragment: async () => outcome.failed('no-answer') };
  const patient = { ...bridge, patient: () => bridge };
  const commands: readonly PageCommand[] = [
    { kind: 'delete', fragmentId: '3' },
    { kind: 'erase', fragmentId: '3' },
  ];
  for (const command of commands) assert.deepEqual(await done(command, {}, patient as never), [['warning', detail]]);
  const several: PageCommand = { kind: 'do-with-several', deed: 'delete', fragmentIds: ['3', '4'] };
  const said = async (answer: unknown) => {
    const did: unknown[] = [];
    const shell = {
      state: { expanded: null },
      notify: (...words: unknown[]) => did.push(words.slice(0, 2)),
      lists: { refresh: async () => {} },
      during: (work: Promise<void>) => work,
      notices: { during: (work: Promise<void>) => work },
    };
    await doCommand(
      {
        shell,
        bridge: { deleteSeveral: async () => answer },
        places: {},
        control: { isPicker: false },
        log: rememberingLog(() => {}),
      } as unknown as CommandParts,
      several,
    );
    return did;
  };
  assert.deepEqual(await said(await refused()), [['error', `They could not be deleted: ${detail}`]]);
  const some = outcome.done({ ok: true, deleted: 1, saved: 0, undoUntil: '', onHold: [{ id: '4', hold: 'case-17' }] });
  assert.match(String(await said(some)), /^warning,1 copy deleted from the history.*1 copy stays because of the legal hold case-17/);
});
