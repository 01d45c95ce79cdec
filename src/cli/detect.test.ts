import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { locate } from '../platform/locations.ts';
import { type DetectOptions, detect } from './detect.ts';
import type { ExitStatus } from './surface.ts';

interface Ran {
  readonly status: ExitStatus;
  readonly printed: readonly string[];
  readonly complained: readonly string[];
}

function folder(t: TestContext): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'hub-detect-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

async function run(files: readonly string[], { input, ...options }: DetectOptions & { readonly input?: string } = {}): Promise<Ran> {
  const printed: string[] = [];
  const complained: string[] = [];
  const places = os.tmpdir();
  const surface = {
    places: locate({ env: {}, platform: 'linux', userHome: places, workingFolder: places, temporaryFolder: places, userId: '1' }),
    terminal: false,
    inputIsTerminal: input === undefined,
    columns: 120,
    print: (line: string) => void printed.push(line),
    printBytes: () => {},
    complain: (line: string) => void complained.push(line),
    readInput: async () => Buffer.from(input ?? 'typed\n'),
  };
  return { status: await detect(surface, files, options), printed, complained };
}

test('without a file it is the input that is looked at, and on a terminal, where nobody has typed any, the usage is said', async () => {
  assert.deepEqual((await run([], { input: '{"a": 1}' })).printed.length, 1);
  const { status, printed, complained } = await run([]);
  assert.deepEqual([status, printed, complained.length], [2, [], 1]);
  assert.match(complained[0] ?? '', /hub detect a\.py/);
  assert.equal((await run(['-'])).status, 0, 'who asks for the keyboard may type');
});

test('the input is read once only', async () => {
  assert.deepEqual(await run(['-', '-'], { input: 'a' }), {
    status: 2,
    printed: [],
    complained: ['hub: the standard input can be read only once'],
  });
});

test('answers stand below each other, behind paths of any length', async (t) => {
  const root = folder(t);
  const names = ['a', 'longer', `${'l'.repeat(150)}ongest`].map((name) => path.join(root, name));
  for (const name of names) writeFileSync(name, '{"a": 1}');
  const { status, printed } = await run(names);
  const columns = printed.map((line) => line.indexOf('json ('));
  assert.deepEqual([status, columns[0]], [0, columns[1]]);
  assert.equal(columns[2], (names[2] ?? '').length + 2);
});

test('a folder is not gone into: the way to name the files in it is told', async (t) => {
  const root = folder(t);
  mkdirSync(path.join(root, 'inner'));
  writeFileSync(path.join(root, 'a.json'), '{"a": 1}');
  const { status, printed, complained } = await run([path.join(root, 'inner/'), path.join(root, 'a.json')]);
  assert.deepEqual([status, printed.length, complained.length], [1, 1, 1]);
  assert.ok(complained[0]?.endsWith(`; name the files in it: hub detect ${path.join(root, 'inner')}/*`));
});

test('with --json what cannot be read stands in the array and is complained of, without sequences that steer a terminal', async (t) => {
  const root = folder(t);
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

test('of a file only the start is looked at', async (t) => {
  const file = path.join(folder(t), 'long');
  writeFileSync(file, `${'a word and another\n'.repeat(4_000)}\0\0\0`);
  const { printed } = await run([file], { json: true });
  assert.notEqual(JSON.parse(printed[0] ?? '').detection, null);
});
