/** The WorkSpace's own folder, wherever it has to be made: for this user alone, since what is copied is nobody else's to read. */
import { mkdirSync } from 'node:fs';
import { makeFolders } from '../base/make-folders.ts';

const mode = 0o700;

/** Makes the WorkSpace of a first start, with the folders above it. Where that can't be done, the saves say why. */
export function makeWorkspace(folder: string): void {
  try {
    makeFolders(folder, mode);
  } catch {
    // told by the first save
  }
}

/**
 * A WorkSpace that was removed is made again, but not the folders above it: where those are missing it may lie on a drive that is away,
 * and the saves wait for it. What can't be made shows in the save itself, with its reason.
 */
export function makeWorkspaceAgain(folder: string): void {
  try {
    mkdirSync(folder, { mode });
  } catch {
    // it is there already, or publishing tells why not
  }
}
