import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { entryOf, hostile, logs, main, save } from '../../../test/doubles/launcher-tasks.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';

const validator = spawnSync('desktop-file-validate', ['--help']).status === 0;

test('the entry has an action for each task, and is valid by the specification', {
  skip: validator ? false : 'there is no desktop-file-validate',
}, (t) => {
  const file = path.join(temporaryHome(t), 'hub.desktop');
  const odd = { ...main, exePath: '/opt/a b/$node\\"%', arguments: hostile, toolTip: ' a\\b\nc\t%f' };
  for (const entry of [entryOf(main), entryOf(main, [save, logs]), entryOf(odd, [{ ...save, ...odd }])]) {
    writeFileSync(file, entry);
    const { status, stdout } = spawnSync('desktop-file-validate', ['--warn-kde', file], { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}\n${entry}`);
  }
  writeFileSync(file, entryOf(main, [save]).replace('Actions=save-now;', 'Actions=other;'));
  assert.notEqual(spawnSync('desktop-file-validate', [file]).status, 0);
});

/** How a desktop parses `Exec`, by the specification: first the value's escapes, then quotes, then codes. */
function wordsOf(entry: string): readonly string[] {
  const line = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const letters: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const value = line.replaceAll(/\\([sntr\\])/g, (_, letter: string) => letters[letter] ?? '');
  const words = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|([^" ]+)/gs)];
  return words.map(([, inQuotes, bare]) => (inQuotes?.replaceAll(/\\(.)/gs, '$1') ?? bare ?? '').replaceAll('%%', '%'));
}

test('a task with a folder of its own is started there, with its arguments unchanged', (t) => {
  const folder = path.join(temporaryHome(t), "it's $HOME `a b`");
  mkdirSync(folder);
  const says = '#!/bin/sh\npwd; printf "%s." "$@"; printf %s "$SET"';
  const program = path.join(folder, 'says');
  writeFileSync(program, says, { mode: 0o755 });
  const words = hostile.filter((word) => !word.includes('.'));
  const task = { ...save, exePath: program, workingDirectory: folder, arguments: words, environment: { SET: 'to this' } };
  const [, action = ''] = entryOf(main, [task]).split('[Desktop Action save-now]');
  const [first = '', ...rest] = wordsOf(action);
  const said = execFileSync(first, rest, { cwd: '/', timeout: 20_000 }).toString();
  assert.equal(said, `${folder}\n${words.map((word) => `${word}.`).join('')}to this`);
});

const hasGlib = spawnSync('gio', ['version']).status === 0;

test('a desktop starts the program with the arguments unchanged', {
  skip: hasGlib ? false : 'there is no gio, which starts entries',
}, async (t) => {
  const folder = temporaryHome(t);
  const program = path.join(folder, 'a program');
  // Each argument on a line of its own, in hexadecimal, because the arguments contain line ends.
  writeFileSync(
    program,
    `#!/bin/sh\nfor word in "$@"; do printf %s "$word" | od -An -v -tx1 | tr -d ' \\n'; echo; done > '${folder}/told.part'\nmv '${folder}/told.part' '${folder}/told'\n`,
  );
  chmodSync(program, 0o755);
  const file = path.join(folder, 'hub.desktop');
  writeFileSync(file, entryOf({ ...main, exePath: program, workingDirectory: folder, arguments: hostile }));
  execFileSync('gio', ['launch', file], { timeout: 20_000 });
  await until('the program’s words', () => readdirSync(folder).includes('told'));
  const told = readFileSync(path.join(folder, 'told'), 'utf8').split('\n').slice(0, -1);
  assert.deepEqual(
    told.map((word) => Buffer.from(word, 'hex').toString()),
    hostile,
  );
});
