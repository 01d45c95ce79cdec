/**
 * Creating the WorkSpace's own folder: private to this user, because copies are nobody else's to read. Each function takes as long as the disk does,
 * and never rejects.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';

const mode = 0o700;

/** Creates the WorkSpace on a first start, with the folders above it. If that fails, the saves say why. */
export async function makeWorkspace(folder: string): Promise<void> {
  try {
    await makeFoldersAsync(path.resolve(folder), mode);
  } catch {
    // reported by the first save
  }
}

/**
 * A WorkSpace that was removed is created again, but not the folders above it: if these are missing, it may be on a disconnected drive, and the saves
 * wait for it. A failure shows in the save itself, with its reason.
 */
export async function makeWorkspaceAgain(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch {
    // it exists already, or publishing says why not
  }
}
