import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { watchFiles } from './deadline.ts';
import { processRows } from './process-tree.ts';

const program = path.join(import.meta.dirname, 'main.ts');

/** `npm test` over some files, each of which may take 3 s; with what is left of them in the folder. */
function run(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-run-tests-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const paths = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, `import { test } from 'node:test'; import { spawn } from 'node:child_process';\n${text}`);
    return file;
  });
  // Within a test Node's runner would take itself for a part of the one above it.
  const { NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  const env = { ...rest, HUB_TEST_FILE_MS: '3000' };
  const result = spawnSync(process.execPath, [program, ...paths], { env, encoding: 'utf8', timeout: 60_000 });
  return { ...result, folder };
}

const good = "test('is good', () => {});";

test('a file that never ends is ended and named, with what it has started; the results of the others stay', {
  skip: process.platform === 'win32' && 'Windows shows no tree of processes',
}, (t) => {
  const { status, stdout, stderr, folder } = run(t, {
    'good.test.mjs': good,
    'open.test.mjs': `${good} setInterval(() => {}, 1e6);`,
    'busy.test.mjs': "test('is busy', async () => { await 1; for (;;); });",
    'starts.test.mjs': `${good} spawn('sleep', ['12345'], { detached: true, stdio: 'inherit', cwd: import.meta.dirname }); setInterval(() => {}, 1e6);`,
  });
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^ℹ pass 3$/m);
  assert.match(stdout, /^ℹ fail 3$/m);
  for (const name of ['open', 'busy', 'starts']) {
    assert.match(stderr, new RegExp(`^test: .*${name}\\.test\\.mjs did not end within 3 s and is ended$`, 'm'));
    assert.match(stdout, new RegExp(`^✖ .*${name}\\.test\\.mjs`, 'm'));
  }
  assert.deepEqual(livingIn(folder), []);
});

test('what a file leaves behind holds up nobody', { skip: process.platform === 'win32' && 'Windows shows no tree of processes' }, (t) => {
  const { status, stderr, stdout, folder } = run(t, {
    'leaves.test.mjs': `test('starts', async () => {
      spawn('sleep', ['12345'], { detached: true, stdio: 'inherit', cwd: import.meta.dirname }).unref();
      await new Promise((resolve) => setTimeout(resolve, 2_000)); // it is seen by then
    });`,
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^ℹ pass 1$/m);
  assert.match(stderr, /^test: sleep 12345 \(process \d+\) outlived its test file and is ended$/m);
  assert.deepEqual(livingIn(folder), []);
});

test('files that end well are told as Node tells them', (t) => {
  const { status, stdout, stderr } = run(t, { 'good.test.mjs': good });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^ℹ pass 1$/m);
  assert.equal(stderr, '');
});

test('a process that took over the number of a test file is another one', () => {
  const killed: number[] = [];
  let rows = [{ pid: 7, parent: 1, start: 'a' }];
  let nowMs = 0;
  const look = watchFiles({
    runnerPid: 1,
    fileMs: 100,
    leftMs: 100,
    rows: () => rows,
    kill: (pid) => void killed.push(pid),
    nowMs: () => nowMs,
    onEnded: () => {},
  });
  look();
  rows = [{ pid: 7, parent: 1, start: 'b' }];
  nowMs = 90;
  look();
  nowMs = 180;
  look();
  assert.deepEqual(killed, []);
  nowMs = 191;
  look();
  assert.deepEqual(killed, [7]);
});

/** Of this test's own: the processes that work in its folder. */
function livingIn(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return processRows().flatMap(({ pid }) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === folder ? [pid] : [];
    } catch {
      return [];
    }
  });
}
