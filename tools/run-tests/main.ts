/**
 * `npm test`: Node's own runner and report, with a time limit for each file (`deadline.ts`). A file that is killed is reported as failed under its name;
 * the results of the others are kept. `HUB_TEST_FILE_MS` is the most time that a file may take, in milliseconds.
 *
 * `--unit` runs only the unit tests. They need no display, and a test that starts a program fails, so they all run in one process, with their files in
 * memory and only part of the inputs that `npm test` tries. With `--watch`, each file has its own process, and runs again when it changes.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { watchFiles } from './deadline.ts';
import { folderForFiles } from './folder-for-files.ts';
import { processRows } from './process-tree.ts';

const all = ['src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'];
/**
 * A test that starts a program or opens a display has a file name that says so. The page's unit tests have their own folder, because its sources are
 * checked for browsers.
 */
const unit = ['{src,tools,bench}/**/!(*.process).test.ts', 'test/page/unit/*.test.ts'];
/** The time limit of one test. */
const testMs = 180_000;
/** The slowest file takes four minutes on an idle machine. */
const usualFileMs = 15 * 60_000;
const leftMs = 60_000;
const lookEveryMs = 1_000;
/** The unit tests share a process, which takes a minute or two. An endless loop in one of them would block them all. */
const usualUnitMs = 8 * 60_000;
/** A process that does not end within this time of being asked to is killed. */
const endsWithinMs = 5_000;

const isUnit = process.argv.includes('--unit');
const words = process.argv.slice(2).filter((word) => word !== '--unit');
const isWatching = words.includes('--watch');
const usual = isUnit ? unit : all;
/** In MB. A test makes many objects that are garbage at once; room for them saves a tenth of the processor's time. */
const newObjects = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
const withoutPrograms = `--import=${new URL('./forbid-programs.ts', import.meta.url)}`;
const isolation = isUnit && !isWatching ? [...newObjects, withoutPrograms, '--test-isolation=none'] : ['--test-concurrency=2'];
const memory = isUnit ? mkdtempSync(path.join(folderForFiles(), 'hub-unit-')) : null;
const askedMs = Number(process.env.HUB_TEST_FILE_MS);
const fileMs = askedMs || usualFileMs;
const runner = spawn(
  process.execPath,
  ['--test', ...isolation, `--test-timeout=${testMs}`, ...(words.some((word) => !word.startsWith('-')) ? words : [...words, ...usual])],
  { stdio: 'inherit', env: { ...process.env, ...(memory === null ? {} : { TMPDIR: memory, HUB_TEST_EFFORT: 'quick' }) } },
);
const look = watchFiles({
  runnerPid: runner.pid ?? 0,
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
    runner.kill('SIGKILL');
  };
  setTimeout(end, unitMs).unref();
}
// Ctrl-C reaches the whole process group; other signals have to be passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => passOn(signal));
runner.on('exit', (code, signal) => {
  clearInterval(timer);
  if (memory !== null) rmSync(memory, { recursive: true, force: true, maxRetries: 3 });
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});

/** The runner stops its tests, but a test in an endless loop does not react to signals. */
function passOn(signal: NodeJS.Signals): void {
  runner.kill(signal);
  setTimeout(() => runner.kill('SIGKILL'), endsWithinMs).unref();
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
