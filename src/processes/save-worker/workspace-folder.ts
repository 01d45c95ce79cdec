/**
 * The WorkSpace's own folder: whether it is there, and creating it, private to this user, because copies are nobody else's to read. Each function takes
 * as long as the disk does.
 */
import { lstat, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';
import { type DrivePlaces, highestMissing, isEmpty, isOfMissingDrive, isPlaceOfMissingDrive } from '../../base/files/missing-drive.ts';

const mode = 0o700;
/** Each that is on a disk that does not respond blocks one of the threads that all files of the process share. */
const mostMaking = 2;

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

export interface WorkspaceFoldersParts {
  /** Whether a file was ever saved there. One that was, and is missing or empty, may be on a drive that is not connected. */
  readonly isUsed: (folder: string) => boolean;
  readonly drives?: DrivePlaces;
}

/** Remembers on which disk each WorkSpace was, while this process runs: the numbers of disks mean others after the next start of the machine. */
export class WorkspaceFolders {
  readonly #seen = new Map<string, Seen>();
  readonly #making = new Set<string>();
  readonly #isUsed: (folder: string) => boolean;
  readonly #drives: DrivePlaces | undefined;

  constructor({ isUsed, drives }: WorkspaceFoldersParts) {
    this.#isUsed = isUsed;
    this.#drives = drives;
  }

  /**
   * Only a missing or empty folder is `disconnected`: somebody uses one with something in it, perhaps instead of a drive that is given up. An empty one that
   * was never used may have been made for this. Rejects with the system's error, also if the folder above is missing as well.
   */
  async find(folder: string): Promise<FoundWorkspace> {
    const seen = this.#seen.get(folder);
    const device = await deviceOf(folder);
    if (device === null) {
      // What a link leads to may be on a drive, wherever the link is.
      if (seen === undefined) return (await isLink(folder)) || (await isOfMissingDrive(folder, this.#drives)) ? 'disconnected' : 'new';
      const { dev } = await stat(path.dirname(folder), { bigint: true });
      return seen.above.has(dev) ? 'disconnected' : 'removed';
    }
    if (device === seen?.device) return 'there';
    const isAway =
      seen === undefined
        ? this.#isUsed(folder) && (await isPlaceOfMissingDrive(folder, this.#drives))
        : seen.above.has(device) && (await isEmpty(folder));
    if (isAway) return 'disconnected';
    this.#seen.set(folder, { device, above: await otherDevicesAbove(folder, device) });
    return 'there';
  }

  /** As `make`, and only if it was never used: one that was removed is reported first. Never rejects. */
  async makeFirst(folder: string): Promise<void> {
    if (this.#wasUsed(folder) || this.#making.has(folder) || this.#making.size >= mostMaking) return;
    this.#making.add(folder);
    await this.make(folder);
    this.#making.delete(folder);
  }

  /**
   * A WorkSpace that is new, or was removed, is created. The folders above it are created only if it was never used: if they are missing afterwards, it may be on
   * a disconnected drive, and the saves wait for it. Any failure but `disconnected` shows in the save itself, with its reason. Never rejects.
   */
  async make(folder: string): Promise<'there' | 'made' | 'made again' | 'disconnected'> {
    try {
      if (!this.#wasUsed(folder)) await this.#makeAbove(path.resolve(folder));
      const found = await this.find(folder);
      if (found === 'there' || found === 'disconnected') return found;
      await mkdir(folder, { mode });
      return found === 'new' ? 'made' : 'made again';
    } catch {
      return 'there'; // or publishing says why not
    }
  }

  #wasUsed(folder: string): boolean {
    return this.#seen.has(folder) || this.#isUsed(folder);
  }

  /** Creates the folders above it, unless they may be on a drive that is not connected. */
  async #makeAbove(folder: string): Promise<void> {
    const highest = await highestMissing(folder);
    if (highest !== folder && !(await isOfMissingDrive(highest, this.#drives))) await makeFoldersAsync(path.dirname(folder), mode);
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
