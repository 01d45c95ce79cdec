import { readFileSync } from 'node:fs';

/** Node's flags on the command line of a running process, for another process with the same flags. Throws if it has exited. */
export function flagsOf(pid: number): readonly string[] {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return words.slice(1).filter((word) => word.startsWith('--'));
}
