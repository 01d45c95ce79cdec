/**
 * The WorkSpace's own folder, wherever it has to be made: for this user alone, since what is copied is nobody else's to read. Each takes as long
 * as the disk does, and never rejects.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorName } from '../../base/disk.ts';

const mode = 0o700;

type MakeFolder = (folder: string, options: { readonly mode: number }) => Promise<unknown>;

/** Makes the WorkSpace of a first start, with the folders above it. Where that can't be done, the saves say why. */
export async function makeWorkspace(folder: string, make: MakeFolder = mkdir): Promise<void> {
  try {
    await makeWithParents(path.resolve(folder), make);
  } catch {
    // told by the first save
  }
}

/**
 * A WorkSpace that was removed is made again, but not the folders above it: where those are missing it may lie on a drive that is away,
 * and the saves wait for it. What can't be made shows in the save itself, with its reason.
 */
export async function makeWorkspaceAgain(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch {
    // it is there already, or publishing tells why not
  }
}

/** Node's own `recursive` never returns where the system says that a folder which is there has no room for names, as in /proc. */
async function makeWithParents(folder: string, make: MakeFolder): Promise<void> {
  try {
    await make(folder, { mode });
  } catch (error) {
    const name = systemErrorName(error);
    if (name === 'EEXIST') return;
    const above = path.dirname(folder);
    if (name !== 'ENOENT' || above === folder) throw error; // on Windows there may be no such drive
    await makeWithParents(above, make);
    await make(folder, { mode });
  }
}
