/** Runs the requested command with the pinned Node. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { compileCache, onWindows, pinnedNode, root } from './places.mjs';

/**
 * Replaces this process with the pinned Node if possible (Node 22.15 or newer, not on Windows), which saves the memory of one process. Otherwise it
 * runs as a child process.
 * @param {readonly string[]} words
 */
export function runPinned(words) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
  process.chdir(root);
  if (process.execve !== undefined && !onWindows) process.execve(pinnedNode, [pinnedNode, ...words], env);
  const child = spawn(pinnedNode, words, { stdio: 'inherit', env });
  // Ctrl-C reaches the whole process group; other signals have to be passed on.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`setup: could not run ${pinnedNode} (${/** @type {NodeJS.ErrnoException} */ (error).code})\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
}
