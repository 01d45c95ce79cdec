/** Runs the command of this checkout with these words, on this terminal. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const program = path.join(import.meta.dirname, '../../bin/hub.ts');

/** Its exit status; 1 if it could not run, or a signal ended it. Options of the script itself (`--json`, `--output DIR`) are passed on. */
export function runHub(words: readonly string[]): number {
  return spawnSync(process.execPath, [program, ...words], { stdio: 'inherit' }).status ?? 1;
}

/** Does this for each in turn, also after one failed: 0 if all went well, else the first status that is not 0. */
export function runEach(commands: readonly (readonly string[])[]): number {
  return commands.map((words) => runHub(words)).find((status) => status !== 0) ?? 0;
}
