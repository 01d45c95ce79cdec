/**
 * `npm test`: Node's own runner and report, with a time limit for each file (`deadline.ts`). A file that is killed is reported as failed under its name;
 * the results of the others are kept. `HUB_TEST_FILE_MS` is the most time that a file may take, in milliseconds.
 *
 * `--again` runs the files that failed once more, one after the other and nothing beside them, if they are few. Those that pass now do not make the run
 * fail, but they are listed as unstable: on a busy machine, what a desktop does in time can't always be told from what it never does.
 *
 * `--within=MINUTES` starts no further files after that time, lists those that were not run, and says last how many these are. The stories come first. The status tells of the
 * files that were run: a machine that is slower than most is no fault of the code.
 *
 * `--unit` runs only the unit tests. They need no display, and a test that starts a program fails, so they all run in one process, with their files in
 * memory and only part of the inputs that `npm test` tries. With `--watch`, each file has its own process, and runs again when it changes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { watchFiles } from './deadline.ts';
import { folderForFiles } from './folder-for-files.ts';
import { processRows } from './process-tree.ts';
import { unitTests } from './unit-tests.ts';

const all = ['src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'];
/** The time limit of one test. */
const testMs = 180_000;
/** The slowest file takes four minutes on an idle machine. */
const usualFileMs = 10 * 60_000;
const leftMs = 60_000;
const lookEveryMs = 1_000;
/** The unit tests share a process, which takes a minute or two. An endless loop in one of them would block them all. */
const usualUnitMs = 8 * 60_000;
/** A process that does not end within this time of being asked to is killed. */
const endsWithinMs = 5_000;

/** So many files are begun together where the time is limited. */
const together = 16;

/** More files than this are no coincidence: one in a hundred, as a stall of the machine may catch whatever runs just then. */
const mostFilesAgain = 8;

const isUnit = process.argv.includes('--unit');
const triesAgain = process.argv.includes('--again');
const within = process.argv.find((word) => word.startsWith('--within='));
const withinMs = within === undefined ? null : Number(within.slice('--within='.length)) * 60_000;
if (withinMs !== null && !(withinMs > 0)) {
  process.stderr.write('test: --within takes a number of minutes, such as --within=60\n');
  process.exit(2);
}
const words = process.argv.slice(2).filter((word) => word !== '--unit' && word !== '--again' && word !== within);
const isWatching = words.includes('--watch');
const usual = isUnit ? unitTests : all;
/** In MB. A test makes many objects that are garbage at once; room for them saves a tenth of the processor's time. */
const newObjects = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
const withoutPrograms = `--import=${new URL('./forbid-programs.ts', import.meta.url)}`;
const isolation = isUnit && !isWatching ? [...newObjects, withoutPrograms, '--test-isolation=none'] : ['--test-concurrency=2'];
const memory = isUnit ? mkdtempSync(path.join(folderForFiles(), 'hub-unit-')) : null;
const failedList = triesAgain ? path.join(mkdtempSync(path.join(tmpdir(), 'hub-tests-')), 'failed') : null;
const askedMs = Number(process.env.HUB_TEST_FILE_MS);
const fileMs = askedMs || usualFileMs;

let runner: ChildProcess | null = null;
let isStopped = false;
// Ctrl-C reaches the whole process group; other signals have to be passed on.
process.on('SIGINT', () => {
  isStopped = true;
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => passOn(signal));

const isNamed = words.some((word) => !word.startsWith('-'));
/** How many files were not run, for want of time, and of how many. */
let notRun: readonly [number, number] = [0, 0];
let status =
  withinMs === null ? await runTests([...reportersTo(failedList), ...words, ...(isNamed ? [] : usual)]) : await runInTime(withinMs);
if (failedList !== null) {
  const failed = [...new Set(readFileSync(failedList, 'utf8').split('\n').filter(Boolean))];
  if (!isStopped && status === 1 && failed.length > 0 && failed.length <= mostFilesAgain) status = await runAgain(failed);
  rmSync(path.dirname(failedList), { recursive: true, force: true });
}
if (memory !== null) rmSync(memory, { recursive: true, force: true, maxRetries: 3 });
if (notRun[0] > 0)
  process.stdout.write(`test: NOT RUN: ${notRun[0]} of ${notRun[1]} files, because the time was over; nothing is known of these\n`);
process.exitCode = status;

/** What is printed, and the list of the files that failed. */
function reportersTo(list: string | null): readonly string[] {
  if (list === null) return [];
  return [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${new URL('./failed-files.ts', import.meta.url)}`, `--test-reporter-destination=${list}`],
  ];
}

async function runInTime(ms: number): Promise<number> {
  const endMs = performance.now() + ms;
  const isFirst = (file: string): boolean => file.startsWith(path.join('test', 'stories'));
  const options = words.filter((word) => word.startsWith('-'));
  const found = (isNamed ? words.filter((word) => !word.startsWith('-')) : globSync(all)).toSorted();
  const files = [...found.filter(isFirst), ...found.filter((file) => !isFirst(file))];
  if (failedList !== null) writeFileSync(failedList, '');
  let [worst, at] = [0, 0];
  for (; at < files.length && !isStopped && (at === 0 || performance.now() < endMs); at += together) {
    const list = failedList === null ? null : `${failedList}-${at}`;
    worst = Math.max(worst, await runTests([...reportersTo(list), ...options, ...files.slice(at, at + together)]));
    if (list !== null && failedList !== null) appendFileSync(failedList, readFileSync(list));
  }
  const left = files.slice(at);
  if (left.length > 0) {
    process.stdout.write(`test: the time was over, these files were not run:\n${left.map((file) => `  ${file}\n`).join('')}`);
    notRun = [left.length, files.length];
  }
  return worst;
}

/** Resolves with the exit status of Node's runner. */
function runTests(options: readonly string[]): Promise<number> {
  const started = spawn(process.execPath, ['--test', ...isolation, `--test-timeout=${testMs}`, ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...(memory === null ? {} : { TMPDIR: memory, HUB_TEST_EFFORT: 'quick' }) },
  });
  runner = started;
  const look = watchFiles({
    runnerPid: started.pid ?? 0,
    fileMs,
    leftMs: Math.min(leftMs, fileMs),
    rows: processRows,
    kill: tryKill,
    nowMs: () => performance.now(),
    onEnded: (what, pid) => {
      const why = what === 'file' ? `did not end within ${fileMs / 1_000} s and is killed` : 'outlived its test file and is killed';
      process.stderr.write(`test: ${commandOf(pid)} ${why}\n`);
    },
  });
  const timer = setInterval(look, lookEveryMs);
  if (isUnit && !isWatching) {
    const unitMs = askedMs || usualUnitMs;
    const end = (): void => {
      process.stderr.write(`test: the unit tests did not finish within ${unitMs / 1_000} s and are killed\n`);
      started.kill('SIGKILL');
    };
    setTimeout(end, unitMs).unref();
  }
  return new Promise((resolve) => {
    started.on('exit', (code, signal) => {
      clearInterval(timer);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

async function runAgain(files: readonly string[]): Promise<number> {
  const listed = files.map((file) => `  ${path.relative(process.cwd(), file)}\n`).join('');
  process.stdout.write(`test: once more, one after the other:\n${listed}`);
  const again = await runTests(['--test-concurrency=1', ...files]);
  if (again === 0) process.stdout.write(`test: unstable, failed at first and passed alone:\n${listed}`);
  return again;
}

/** The runner stops its tests, but a test in an endless loop does not react to signals. */
function passOn(signal: NodeJS.Signals): void {
  isStopped = true;
  runner?.kill(signal);
  setTimeout(() => runner?.kill('SIGKILL'), endsWithinMs).unref();
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}

/** The test file of a process, otherwise its command. */
function commandOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.find((word) => word.includes('.test.')) ?? `${words.join(' ').trim()} (process ${pid})`;
  } catch {
    return `process ${pid}`;
  }
}
