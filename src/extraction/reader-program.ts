/**
 * The program of the process that reads documents. It may write nothing, so Node gives it no compile cache (which would have to be written), and would strip its sources of
 * their types at each start: 0.15 s of a processor, and 40 MB. So the setup writes a copy without types (`tools/setup/strip-reader.mjs`), which is used as
 * long as no source has changed since. The sources of a package have no types, and need no copy.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = path.join('src', 'processes', 'extraction', 'main');
/** Path, size and time of each source when it was copied. */
type Copied = readonly (readonly [file: string, size: number, mtimeMs: number])[];

let found: string | null = null;

/** Looked for once in the life of a process, which runs the sources of its start too. */
export function readerProgram(): string {
  found ??= programIn(root);
  return found;
}

/** Exported for its test. @param checkout the folder with the sources, and the copy in its `.runtime/`. */
export function programIn(checkout: string): string {
  const copy = path.join(checkout, '.runtime', 'reader');
  return isFresh(checkout, copy) ? path.join(copy, `${program}.js`) : path.join(checkout, program + path.extname(import.meta.filename));
}

function isFresh(checkout: string, copy: string): boolean {
  try {
    // Written by the setup: whatever else is in it is no list, or names no file.
    const sources = JSON.parse(readFileSync(path.join(copy, 'sources.json'), 'utf8')) as Copied;
    return (
      sources.length > 0 &&
      sources.every(([file, size, mtimeMs]) => {
        const facts = statSync(path.join(checkout, file));
        return facts.size === size && facts.mtimeMs === mtimeMs;
      })
    );
  } catch {
    return false; // there is none, or a source is gone
  }
}
