/** Keeps the logs small. Done before any component starts, because a file that several processes append to can't be moved under them. */
import { readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const limitBytes = 8 * 1024 * 1024;

/** Moves each log that has grown over 8 MiB aside as `NAME.1.log`, where it replaces the one before it. Best effort. */
export function rotateLogs(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.log') || name.endsWith('.1.log')) continue;
    const file = path.join(folder, name);
    try {
      if (statSync(file).size > limitBytes) renameSync(file, path.join(folder, `${name.slice(0, -'.log'.length)}.1.log`));
    } catch {
      // Somebody has it open, or moved it: it goes on growing until the next start.
    }
  }
}
