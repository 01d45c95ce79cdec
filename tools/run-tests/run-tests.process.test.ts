import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { watchFiles } from './deadline.ts';
import { processRows } from './process-tree.ts';

const program = path.join(import.meta.dirname, 'main.ts');

/** Runs `npm test` on some files with a limit of 3 s each; the result includes the processes that are left in their folder. */
function run(t: TestContext, files: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const folder = temporaryHome(t);
  const paths = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, `import { test } from 'node:test'; import { spawn } from 'node:child_process';\n${text}`);
    return file;
  });
  // Otherwise Node's runner would treat itself as part of the outer test run.
  const { NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  const env = { ...rest, HUB_TEST_FILE_MS: '3000' };
  const result = spawnSync(process.execPath, [program, ...options, ...paths], { env, encoding: 'utf8', timeout: 60_000 });
  return { ...result, folder };
}

const good = "test('is good', () => {});";
const bad = "test('is bad', () => { throw new Error(); });";

test('a file that never ends is reported and killed with the processes that it started; the results of the others are kept', {
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
    assert.match(stderr, new RegExp(`^test: .*${name}\\.test\\.mjs did not end within 3 s and is killed$`, 'm'));
    assert.match(stdout, new RegExp(`^✖ .*${name}\\.test\\.mjs`, 'm'));
  }
  assert.deepEqual(livingIn(folder), []);
});

test('processes that a test file leaves behind do not block the others', {
  skip: process.platform === 'win32' && 'Windows shows no tree of processes',
}, (t) => {
  const { status, stderr, stdout, folder } = run(t, {
    'leaves.test.mjs': `test('starts', async () => {
      spawn('sleep', ['12345'], { detached: true, stdio: 'inherit', cwd: import.meta.dirname }).unref();
      // The runner checks the processes once a second, without any output, so this has to last for two checks.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    });`,
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^ℹ pass 1$/m);
  assert.match(stderr, /^test: sleep 12345 \(process \d+\) outlived its test file and is killed$/m);
  assert.deepEqual(livingIn(folder), []);
});

test('files that pass are reported in the same way as by Node', (t) => {
  const { status, stdout, stderr } = run(t, { 'good.test.mjs': good });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^ℹ pass 1$/m);
  assert.equal(stderr, '');
});

/** Fails in its first process, and passes in the second. */
const unstable = (how: string): string =>
  `import { existsSync, writeFileSync } from 'node:fs';
  const mark = import.meta.filename + '.mark';
  const isFirst = !existsSync(mark);
  writeFileSync(mark, '');
  test('is unstable', () => { if (isFirst) ${how}; });`;

test('with --again, files that fail once are run alone, and listed as unstable if they pass then', (t) => {
  const files = {
    'good.test.mjs': good,
    'fails.test.mjs': unstable('throw new Error()'),
    'crashes.test.mjs': unstable('process.kill(process.pid)'),
  };
  const { status, stdout } = run(t, files, '--again');
  assert.equal(status, 0, stdout);
  const [listed = ''] = /^test: unstable.*(\n {2}.*)+$/m.exec(stdout) ?? [];
  assert.match(listed, /fails\.test\.mjs/);
  assert.match(listed, /crashes\.test\.mjs/);
  assert.doesNotMatch(listed, /good/);
  assert.equal(run(t, files).status, 1, 'otherwise a failure is a failure');
});

test('with --again, a file that fails each time makes the run fail, and so do more than one in a hundred', (t) => {
  assert.equal(run(t, { 'good.test.mjs': good, 'bad.test.mjs': bad }, '--again').status, 1);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, file) => [`${file}.test.mjs`, unstable('throw new Error()')]));
  const { status, stdout } = run(t, many, '--again');
  assert.equal(status, 1);
  assert.doesNotMatch(stdout, /^test: /m);
});

test('a run that is stopped runs nothing again', { skip: process.platform !== 'linux' && 'needs /proc' }, (t) => {
  const stops = `import { readFileSync } from 'node:fs';
    test('stops the run', async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500)); // the other one has failed
      const [, fields = ''] = readFileSync('/proc/' + process.ppid + '/stat', 'latin1').split(') ');
      process.kill(Number(fields.split(' ')[1]), 'SIGTERM');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const { status, stdout } = run(t, { 'bad.test.mjs': bad, 'stops.test.mjs': stops }, '--again');
  assert.notEqual(status, 0);
  assert.doesNotMatch(stdout, /once more/);
});

test('a process that reuses the pid of a test file is not taken for that file', () => {
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

/** The processes of this test: those whose working directory is its folder. */
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

test('files that were not begun in time are listed, and those that were count', (t) => {
  const names = Array.from({ length: 18 }, (_, at) => `${String.fromCharCode(97 + at)}.test.mjs`);
  const files = Object.fromEntries(names.map((name) => [name, good]));
  const late = run(t, { ...files, 'a.test.mjs': bad }, '--again', '--within=0.00001');
  assert.equal(late.status, 1, late.stderr);
  assert.match(late.stdout, /^ℹ pass 15$/m);
  assert.match(late.stdout, /^test: the time was over, these files were not run:\n {2}.*q\.test\.mjs\n {2}.*r\.test\.mjs$/m);
  const last = /\ntest: NOT RUN: 2 of 18 files, because the time was over; nothing is known of these\n$/;
  assert.match(late.stdout, last, 'below the files that are tried again');
  const good18 = run(t, files, '--again', '--within=0.00001');
  assert.equal(good18.status, 0, good18.stderr);
  assert.match(good18.stdout, last);
  const inTime = run(t, files, '--again', '--within=1');
  assert.equal(inTime.status, 0, inTime.stderr);
  assert.match(inTime.stdout, /^ℹ pass 16$.*^ℹ pass 2$/ms);
  assert.doesNotMatch(inTime.stdout, /not run/i);
  for (const wrong of ['--within=', '--within=soon', '--within=-1']) {
    const refused = run(t, { 'a.test.mjs': good }, wrong);
    assert.deepEqual([refused.status, refused.stdout], [2, ''], wrong);
  }
});
