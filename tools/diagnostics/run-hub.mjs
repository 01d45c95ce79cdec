/**
 * Runs the command of this checkout with these words, on this terminal. The scripts are plain JavaScript, because whoever runs one may have an older Node than
 * Hub: theirs only starts the one that setup has put into the checkout.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from '../setup/places.mjs';

const program = path.join(root, 'bin', 'hub.ts');

/** @param {readonly string[]} words @param {'inherit' | 'ignore' | ['inherit', 'pipe', 'ignore']} stdio */
function spawnHub(words, stdio) {
  if (!existsSync(pinnedNode)) {
    process.stderr.write('hub: this checkout is not set up yet, or its setup did not finish; run once: node setup.mjs\n');
    process.exit(1);
  }
  return spawnSync(pinnedNode, [program, ...words], { stdio });
}

/**
 * Its exit status; 1 if it could not run, or a signal ended it. Options of the script itself (`--json`, `--output DIR`) are passed on.
 * @param {readonly string[]} words
 * @returns {number}
 */
export function runHub(words) {
  return spawnHub(words, 'inherit').status ?? 1;
}

/**
 * The same without its output: only the status counts.
 * @param {readonly string[]} words
 * @returns {number}
 */
export function statusOfHub(words) {
  return spawnHub(words, 'ignore').status ?? 1;
}

/**
 * The JSON that it prints; null without any.
 * @param {readonly string[]} words
 * @returns {unknown}
 */
export function jsonOfHub(words) {
  try {
    return JSON.parse(String(spawnHub(words, ['inherit', 'pipe', 'ignore']).stdout));
  } catch {
    return null;
  }
}

/**
 * Does this for each in turn, also after one failed: 0 if all went well, else the first status that is not 0.
 * @param {readonly (readonly string[])[]} commands
 * @returns {number}
 */
export function runEach(commands) {
  return commands.map((words) => runHub(words)).find((status) => status !== 0) ?? 0;
}
