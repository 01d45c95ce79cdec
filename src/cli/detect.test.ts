import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { noAutostart } from '../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { locatePlaces } from '../platform/locations.ts';
import { type DetectOptions, detect } from './detect.ts';
import type { ExitStatus } from './surface.ts';

interface Ran {
  readonly status: ExitStatus;
  readonly printed: readonly string[];
  readonly complained: readonly string[];
}

async function run(files: readonly string[], { input, ...options }: DetectOptions & { readonly input?: string } = {}): Promise<Ran> {
  const printed: string[] = [];
  const complained: string[] = [];
  const places = os.tmpdir();
  const surface = {
    places: locatePlaces({ env: {}, platform: 'linux', userHome: places, workingFolder: places, temporaryFolder: places, userId: '1' }),
    env: {},
    terminal: false,
    inputIsTerminal: input === undefined,
    canAsk: false,
    columns: 120,
    print: (line: string) => void printed.push(line),
    printBytes: () => {},
    complain: (line: string) => void complained.push(line),
    readInput: async () => Buffer.from(input ?? 'typed\n'),
    edit: async () => 0,
    autostart: noAutostart,
    confirm: async () => false,
  };
  return { status: await detect(surface, files, options), printed, complained };
}

test('without a file standard input is used; on a terminal the usage is printed', async () => {
  assert.deepEqual((await run([], { input: '{"a": 1}' })).printed.length, 1);
  const { status, printed, complained } = await run([]);
  assert.deepEqual([status, printed, complained.length], [2, [], 1]);
  assert.match(complained[0] ?? '', /hub detect a\.py/);
  assert.equal((await run(['-'])).status, 0, 'asking for standard input by name allows typing on a terminal');
});

test('the input is read only once', async () => {
  assert.deepEqual(await run(['-', '-'], { input: 'a' }), {
    status: 2,
    printed: [],
    complained: ['hub: standard input can be read only once'],
  });
});

test('answers are aligned, after paths of any length', async (t) => {
  const root = temporaryHome(t);
  const names = ['a', 'longer', `${'l'.repeat(150)}ongest`].map((name) => path.join(root, name));
  for (const name of names) writeFileSync(name, '{"a": 1}');
  const { status, printed } = await run(names);
  const columns = printed.map((line) => line.indexOf('json ('));
  assert.deepEqual([status, columns[0]], [0, columns[1]]);
  assert.equal(columns[2], (names[2] ?? '').length + 2);
});

test('a folder is not entered: the command shows how to name the files in it', async (t) => {
  const root = temporaryHome(t);
  mkdirSync(path.join(root, 'inner'));
  writeFileSync(path.join(root, 'a.json'), '{"a": 1}');
  const { status, printed, complained } = await run([path.join(root, 'inner/'), path.join(root, 'a.json')]);
  assert.deepEqual([status, printed.length, complained.length], [1, 1, 1]);
  assert.ok(complained[0]?.endsWith(`; name the files in it: hub detect ${path.join(root, 'inner')}/*`));
});

test('with --json a file that cannot be read is in the array and reported, without sequences that control a terminal', async (t) => {
  const root = temporaryHome(t);
  const gone = path.join(root, 'gone\u001b[31m');
  writeFileSync(path.join(root, 'a.json'), '{"a": 1}');
  const { status, printed, complained } = await run([gone, path.join(root, 'a.json')], { json: true });
  const answers = JSON.parse(printed.join(''));
  assert.deepEqual([status, answers.length, answers[0].path, complained.length], [1, 2, gone, 1]);
  assert.deepEqual(
    [Object.keys(answers[0]), Object.keys(answers[1])],
    [
      ['path', 'error'],
      ['path', 'detection', 'embeddedFilename'],
    ],
  );
  assert.doesNotMatch(complained[0] ?? '', /\p{Control}/u);
});

test('only the start of a file is read', async (t) => {
  const file = path.join(temporaryHome(t), 'long');
  writeFileSync(file, `${'a word and another\n'.repeat(4_000)}\0\0\0`);
  const { printed } = await run([file], { json: true });
  assert.notEqual(JSON.parse(printed[0] ?? '').detection, null);
});
