/** Where setup puts what it installs: `.runtime/` and `node_modules/`, both ignored by git. Also prints its messages. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const onWindows = process.platform === 'win32';
export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const runtime = path.join(root, '.runtime');
export const pinnedNode = path.join(runtime, 'node', 'bin', onWindows ? 'node.exe' : 'node');
/** Hub's sources as compiled by the pinned Node. */
export const compileCache = path.join(runtime, 'compile-cache');

/** @param {string} line */
export function say(line) {
  process.stdout.write(`setup: ${line}\n`);
}
