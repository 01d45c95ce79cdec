/**
 * The WorkSpace's own folder: whether it is there, and creating it, private to this user, because copies are nobody else's to read. Each function takes
 * as long as the disk does.
 */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';

const mode = 0o700;

/** Creates the WorkSpace on a first start, with the folders above it. Never rejects: if that fails, the saves say why. */
export async function makeWorkspace(folder: string): Promise<void> {
  try {
    await makeFoldersAsync(path.resolve(folder), mode);
  } catch {
    // reported by the first save
  }
}

/**
 * `new`: it was never seen. `removed`: it was there, and its disk still is. `disconnected`: its disk is not there any more. What is written to its path
 * then would be on another disk, hidden as soon as the right one is back.
 */
export type FoundWorkspace = 'there' | 'new' | 'removed' | 'disconnected';

interface Seen {
  readonly device: bigint;
  /** Whether a disk was mounted at this very folder, or a link led to another disk. */
  readonly isOnOtherDisk: boolean;
}

/** Remembers on which disk each WorkSpace was, while this process runs: the numbers of disks mean others after the next start of the machine. */
export class WorkspaceFolders {
  readonly #seen = new Map<string, Seen>();

  /** Rejects with the system's error, also if the folder above is missing as well. */
  async find(folder: string): Promise<FoundWorkspace> {
    const seen = this.#seen.get(folder);
    const device = await deviceOf(folder);
    if (device !== null && device === seen?.device) return 'there';
    const { dev: above } = await stat(path.dirname(folder), { bigint: true });
    if (device === null) return seen === undefined ? 'new' : seen.device === above ? 'removed' : 'disconnected';
    if (seen?.isOnOtherDisk === true && device === above) return 'disconnected';
    this.#seen.set(folder, { device, isOnOtherDisk: device !== above });
    return 'there';
  }

  /**
   * A WorkSpace that was removed is created again, but not the folders above it: if these are missing, it may be on a disconnected drive, and the saves
   * wait for it. Any failure but `disconnected` shows in the save itself, with its reason. Never rejects.
   */
  async makeAgain(folder: string): Promise<'there' | 'made' | 'made again' | 'disconnected'> {
    try {
      const found = await this.find(folder);
      if (found === 'there' || found === 'disconnected') return found;
      await mkdir(folder, { mode });
      return found === 'new' ? 'made' : 'made again';
    } catch {
      return 'there'; // or publishing says why not
    }
  }
}

/** Null if nothing has that name. */
async function deviceOf(folder: string): Promise<bigint | null> {
  try {
    return (await stat(folder, { bigint: true })).dev;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
