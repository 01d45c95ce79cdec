/** Makes a folder with those above it that are missing. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * As `mkdir -p`; `mode` is for each that is made, subject to the umask. Throws the system's error. Node's own `recursive` never returns where the
 * system says that a folder which is there has no room for names, as in /proc.
 */
export function makeFolders(folder: string, mode: number): void {
  const missing: string[] = [];
  // For its error: what is there is no folder.
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) mkdirSync(folder, { mode });
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
