/**
 * Creates a folder and the missing ones above it. Node's own `recursive` never returns if the system reports that an existing folder accepts no
 * names, as in /proc.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, isTaken } from './disk-error.ts';

/** Like `mkdir -p`; each new folder gets `mode`, subject to the umask. Returns the new ones, outermost first. Throws the system's error. */
export function makeFolders(folder: string, mode: number): readonly string[] {
  const missing: string[] = [];
  // For its error: something that is not a folder is there.
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) mkdirSync(folder, { mode });
  // On Windows the drive may not exist; creating its root then gives the error.
  for (let at = path.resolve(folder); !existsSync(at) && missing[0] !== at; at = path.dirname(at)) missing.unshift(at);
  const made: string[] = [];
  for (const one of missing) {
    try {
      mkdirSync(one, { mode });
      made.push(one);
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!isTaken(error)) throw error;
    }
  }
  return made;
}

type MakeFolder = (folder: string, options: { readonly mode: number }) => Promise<unknown>;

/** The same for a disk that may not respond: it waits as long as the disk takes. It does not check what already has that name. `make` is mkdir(2). */
export async function makeFoldersAsync(folder: string, mode: number, make: MakeFolder = mkdir): Promise<void> {
  try {
    await makeUnlessTaken(folder, mode, make);
  } catch (error) {
    const above = path.dirname(folder);
    if (!isMissing(error) || above === folder) throw error; // on Windows there may be no such drive
    await makeFoldersAsync(above, mode, make);
    await makeUnlessTaken(folder, mode, make);
  }
}

async function makeUnlessTaken(folder: string, mode: number, make: MakeFolder): Promise<void> {
  try {
    await make(folder, { mode });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
}
