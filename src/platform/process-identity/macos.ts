/**
 * macOS, untested on a real one: `ps -o lstart=` (ps(1)) prints when a process was started, to the second, and `sysctl -n kern.bootsessionuuid`
 * identifies the boot. Two processes share a text only if a pid is reused within one second, in which the system would have to use its whole range of
 * pids.
 */
import { execFileSync } from 'node:child_process';
import type { ProcessIdentity } from './interface.ts';

/** Runs a program and returns its output. Throws if it is missing or fails. */
export type RunProgram = (program: string, words: readonly string[]) => string;

const runWithinMs = 2_000;

const run: RunProgram = (program, words) =>
  execFileSync(program, words, {
    encoding: 'utf8',
    timeout: runWithinMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { LC_ALL: 'C', TZ: 'UTC' }, // the text may not change with the user's language or time zone
  });

/** The environment is not read: ps prints it in one line with the program's arguments, which may contain the same text. */
export function macosProcessIdentity(ask: RunProgram = run): ProcessIdentity {
  let boot: string | undefined;
  return {
    startOf: (pid) => {
      boot ??= /^[\dA-F-]{36}$/i.exec(tryAsk(ask, '/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']))?.[0];
      const start = startText(tryAsk(ask, '/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)]));
      return start === null || boot === undefined ? null : `macos:${boot}:${start}:${pid}`;
    },
  };
}

/** The start in the output of ps, as in `S+   Mon Nov  2 10:11:12 2026`. Null for a process that has exited (`Z`). */
export function startText(printed: string): string | null {
  const start = /^(?!Z)\S+\s+(\w{3} \w{3} [\d ]\d \d\d:\d\d:\d\d \d{4})$/.exec(printed)?.[1];
  return start?.replace(/ +/g, '-') ?? null;
}

function tryAsk(ask: RunProgram, program: string, words: readonly string[]): string {
  try {
    return ask(program, words).trim();
  } catch {
    return ''; // ps exits with 1 if there is no such process
  }
}
