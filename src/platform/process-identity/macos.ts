/**
 * macOS, untried on a real one: `ps -o lstart=` (ps(1)) tells when a process was started, to the second, and
 * `sysctl -n kern.bootsessionuuid` names the machine's own start. Two processes share a text only where one number is used twice within one
 * second, which takes the system at least its whole range of numbers.
 */
import { execFileSync } from 'node:child_process';
import type { ProcessIdentity } from './interface.ts';

/** Runs a program and gives what it printed. Throws when there is none or it fails. */
export type Run = (program: string, words: readonly string[]) => string;

const runWithinMs = 2_000;

const run: Run = (program, words) =>
  execFileSync(program, words, {
    encoding: 'utf8',
    timeout: runWithinMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { LC_ALL: 'C', TZ: 'UTC' }, // the text may not change with the user's language or time zone
  });

/** An environment is not asked for: ps shows it in one line with the program's own words, which may say the same. */
export function macosProcessIdentity(ask: Run = run): ProcessIdentity {
  let boot: string | undefined;
  return {
    startOf: (pid) => {
      boot ??= /^[\dA-F-]{36}$/i.exec(tryAsk(ask, '/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']))?.[0];
      const start = startText(tryAsk(ask, '/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)]));
      return start === null || boot === undefined ? null : `macos:${boot}:${start}:${pid}`;
    },
  };
}

/** The start in what ps prints, as in `S+   Mon Nov  2 10:11:12 2026`. Null for a process that has ended (`Z`). */
export function startText(printed: string): string | null {
  const start = /^(?!Z)\S+\s+(\w{3} \w{3} [\d ]\d \d\d:\d\d:\d\d \d{4})$/.exec(printed)?.[1];
  return start?.replace(/ +/g, '-') ?? null;
}

function tryAsk(ask: Run, program: string, words: readonly string[]): string {
  try {
    return ask(program, words).trim();
  } catch {
    return ''; // ps ends with 1 when there is no such process
  }
}
