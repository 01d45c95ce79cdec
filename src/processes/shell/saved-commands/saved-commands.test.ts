import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done, failed } from '../../../base/outcome.ts';
import type { CommandResponse } from '../../../contract/supervisor.ts';
import type { NamedCommand } from '../../../domain/commands/saved-commands.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { howItEnded, SavedCommands, type SavedCommandsParts } from './saved-commands.ts';

const sort: NamedCommand = { id: 'sort', name: 'Sort', kinds: [], command: ['sort'], output: 'notice', timeout_seconds: 30 };

/** Commands whose runs and notices are recorded. */
function rig(t: TestContext, answers: CommandResponse[]) {
  const places = locatePlaces(readSurroundings({ ...process.env, HUB_HOME: temporaryHome(t) }));
  mkdirSync(path.dirname(places.allowedCommands), { recursive: true });
  const ran: unknown[] = [];
  const said: string[] = [];
  const logged: string[] = [];
  let state = { commands: [sort], question: null, picker: null } as unknown as ShellState;
  const shell = {
    get state() {
      return state;
    },
    set: (change: Partial<ShellState>) => {
      state = { ...state, ...change };
    },
    notify: (_intent: string, text: string | (() => string)) => said.push(typeof text === 'string' ? text : text()),
    during: <Value>(work: Promise<Value>) => work,
    shownFragment: async (id: string) => (id === '9' ? null : { id, kind: 'text', contentKind: 'prose', bytes: 5 }),
  } as unknown as SavedCommandsParts['shell'];
  const commands = new SavedCommands({
    ...{ places, shell },
    log: rememberingLog((line) => logged.push(JSON.stringify(line))),
    run: async ({ id }, fragmentId) => {
      ran.push([id, fragmentId]);
      const answer = answers.shift();
      return answer === undefined ? failed('absent') : done(answer);
    },
  });
  return { commands, shell, ran, said, logged, places };
}

test('a command runs once the user has agreed, and then without a question until it changes', async (t) => {
  const { commands, shell, ran, said } = rig(t, [{ ok: true, output: 'a\n' }, { ok: true }]);
  await commands.choose('sort', '4');
  assert.deepEqual([ran, shell.state.question?.copy.id], [[], '4']);
  await commands.answer((shell.state.question?.id ?? 0) + 1, true);
  assert.deepEqual(ran, [], 'an answer to another question');
  await commands.answer(shell.state.question?.id ?? 0, true);
  assert.deepEqual([ran, shell.state.question], [[['sort', '4']], null]);
  await commands.choose('sort', '5');
  assert.deepEqual(ran[1], ['sort', '5']);
  assert.deepEqual(said, ['Sort is running…', 'Sort: a', 'Sort is running…', 'Sort has run.']);
  shell.set({ commands: [{ ...sort, command: ['sort', '-u'] }] });
  await commands.choose('sort', '5');
  assert.deepEqual([ran.length, shell.state.question?.command.command], [2, ['sort', '-u']]);
});

test('no runs nothing and is not remembered; a command or a copy that is gone is said', async (t) => {
  const { commands, shell, ran, said } = rig(t, []);
  await commands.choose('sort', '4');
  await commands.answer(shell.state.question?.id ?? 0, false);
  await commands.choose('sort', '4');
  assert.notEqual(shell.state.question, null);
  await commands.choose('gone', '4');
  await commands.choose('sort', '9');
  assert.deepEqual([ran, said.length], [[], 2]);
});

test('a permission that cannot be written down runs nothing', async (t) => {
  const { commands, shell, ran, said, places } = rig(t, []);
  mkdirSync(places.allowedCommands);
  await commands.choose('sort', '4');
  await commands.answer(shell.state.question?.id ?? 0, true);
  assert.deepEqual([ran, said], [[], ['It was not run: your permission could not be saved']]);
});

test('the log has no name and no output of a command', async (t) => {
  const { commands, shell, logged } = rig(t, [{ ok: true, output: 'CANARY' }]);
  await commands.choose('sort', '4');
  await commands.answer(shell.state.question?.id ?? 0, true);
  assert.equal(logged.length, 1);
  assert.doesNotMatch(logged.join(), /CANARY|sort/i);
});

test('each end is told: by the sentence of the command, or by a word', () => {
  const told = (response: CommandResponse): string => howItEnded('Sort', response)();
  assert.equal(told({ ok: false, error: 'too_late', detail: 'Sort was killed\u202e' }), 'Sort was killed\ufffd');
  assert.match(told({ ok: false, error: 'busy' }), /try again later/);
  assert.match(told({ ok: false, error: 'failed' }), /could not be run/);
  assert.equal(told({ ok: true, newCopy: '7' }), 'Sort: its output is on the clipboard');
  assert.equal(told({ ok: true, output: ' \n' }), 'Sort has run.');
});
