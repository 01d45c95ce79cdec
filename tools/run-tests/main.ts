/**
 * `npm test`: Node's own runner and its report, with an end for each file (`deadline.ts`). A file that is ended counts as failed, under its
 * name; what the others came to stays. `HUB_TEST_FILE_MS` is how long a file may take, in milliseconds.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { watchFiles } from './deadline.ts';
import { processRows } from './process-tree.ts';

const all = ['src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'];
/** Of one test. */
const testMs = 180_000;
/** The longest file takes four minutes where nothing else runs. */
const usualFileMs = 15 * 60_000;
const leftMs = 60_000;
const lookEveryMs = 1_000;

const words = process.argv.slice(2);
const fileMs = Number(process.env.HUB_TEST_FILE_MS) || usualFileMs;
const runner = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=2',
    `--test-timeout=${testMs}`,
    ...(words.some((word) => !word.startsWith('-')) ? words : [...words, ...all]),
  ],
  { stdio: 'inherit' },
);
const look = watchFiles({
  runnerPid: runner.pid ?? 0,
  fileMs,
  leftMs: Math.min(leftMs, fileMs),
  rows: processRows,
  kill: tryKill,
  nowMs: () => performance.now(),
  onEnded: (what, pid) => {
    const why = what === 'file' ? `did not end within ${fileMs / 1_000} s and is ended` : 'outlived its test file and is ended';
    process.stderr.write(`test: ${commandOf(pid)} ${why}\n`);
  },
});
const timer = setInterval(look, lookEveryMs);
// Ctrl-C reaches the whole group by itself; other signals are passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner.kill(signal));
runner.on('exit', (code, signal) => {
  clearInterval(timer);
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}

/** Its file, or what else it is. */
function commandOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.find((word) => word.includes('.test.')) ?? `${words.join(' ').trim()} (process ${pid})`;
  } catch {
    return `process ${pid}`;
  }
}
