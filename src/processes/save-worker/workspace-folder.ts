/**
 * The WorkSpace's own folder: whether it is there, and creating it, private to this user, because copies are nobody else's to read. Each function takes
 * as long as the disk does.
 */
import { lstat, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';
import { isEmpty, isOfMissingDrive } from '../../base/files/missing-drive.ts';

const mode = 0o700;

/**
 * `new`: it was never seen. `removed`: it was there, and is not. `disconnected`: its disk is not there any more. What is written to its path then would
 * be on another disk, hidden as soon as the right one is back.
 */
export type FoundWorkspace = 'there' | 'new' | 'removed' | 'disconnected';

interface Seen {
  readonly device: bigint;
  /** The other disks that its path leads across. Without its own, the path ends on one of them. */
  readonly above: ReadonlySet<bigint>;
}

/** Remembers on which disk each WorkSpace was, while this process runs: the numbers of disks mean others after the next start of the machine. */
export class WorkspaceFolders {
  readonly #seen = new Map<string, Seen>();

  /**
   * Only a missing or empty folder is `disconnected`: somebody uses one with something in it, perhaps instead of a drive that is given up. Rejects with
   * the system's error, also if the folder above is missing as well.
   */
  async find(folder: string): Promise<FoundWorkspace> {
    const seen = this.#seen.get(folder);
    const device = await deviceOf(folder);
    if (device === null) {
      // What a link leads to may be on a drive, wherever the link is.
      if (seen === undefined) return (await isLink(folder)) || (await isOfMissingDrive(folder)) ? 'disconnected' : 'new';
      const { dev } = await stat(path.dirname(folder), { bigint: true });
      return seen.above.has(dev) ? 'disconnected' : 'removed';
    }
    if (device === seen?.device) return 'there';
    if (seen?.above.has(device) === true && (await isEmpty(folder))) return 'disconnected';
    this.#seen.set(folder, { device, above: await otherDevicesAbove(folder, device) });
    return 'there';
  }

  /**
   * Creates a WorkSpace that was never used, with the folders above it, unless it may be on a drive that is not connected. Never rejects: if that fails,
   * the saves say why.
   */
  async makeFirst(folder: string): Promise<void> {
    try {
      let highest = path.resolve(folder);
      // On Windows there may be no such drive.
      for (let above = path.dirname(highest); above !== highest && (await deviceOf(above)) === null; above = path.dirname(highest))
        highest = above;
      if (!(await isOfMissingDrive(highest))) await makeFoldersAsync(path.resolve(folder), mode);
    } catch {
      // reported by the first save
    }
  }

  /**
   * A WorkSpace that is new, or was removed, is created, but not the folders above it: if these are missing, it may be on a disconnected drive, and the
   * saves wait for it. Any failure but `disconnected` shows in the save itself, with its reason. Never rejects.
   */
  async make(folder: string): Promise<'there' | 'made' | 'made again' | 'disconnected'> {
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

async function isLink(folder: string): Promise<boolean> {
  try {
    return (await lstat(folder)).isSymbolicLink();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function otherDevicesAbove(folder: string, device: bigint): Promise<ReadonlySet<bigint>> {
  const devices = new Set<bigint>();
  for (let at = folder; at !== path.dirname(at); ) {
    at = path.dirname(at);
    devices.add((await stat(at, { bigint: true })).dev);
  }
  devices.delete(device);
  return devices;
}
