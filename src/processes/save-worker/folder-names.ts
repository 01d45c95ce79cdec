/**
 * The names in a folder, compared as on systems that distinguish neither case nor compositions of a letter (Windows, macOS), so that saved files can
 * be moved there. Linux alone would allow `a.txt` beside `A.txt`.
 *
 * A folder is read once, and again if its modification time is not the one that we left. A file that another program creates within the milliseconds
 * of one of our saves is not noticed until the folder changes again; the file system itself refuses identical names. Operations of this process on
 * the names of one folder run one at a time, because each call to a disk may take arbitrarily long.
 */
import { join } from 'node:path';
import type { Disk } from '../../base/files/disk.ts';
import { diskReason } from '../../base/files/disk-error.ts';
import { isTemporaryName } from '../../base/files/temporary-name.ts';

/** An open folder: its descriptor, a path that leads into it, and its identity. */
export interface Folder {
  readonly descriptor: number;
  readonly path: string;
  readonly realPath: string;
}

const MAX_FOLDERS = 64;

export class FolderNames {
  readonly #disk: Disk;
  readonly #known = new Map<string, KnownNames>();
  readonly #turns = new Map<string, Promise<void>>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Waits for other operations on the names of this folder, and blocks later ones until `work` has finished. */
  alone<Result>(folder: Folder, work: () => Promise<Result>): Promise<Result> {
    const key = folder.realPath;
    const working = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    const turn = working.then(
      () => {},
      () => {},
    );
    this.#turns.set(key, turn);
    void turn.then(() => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    });
    return working;
  }

  /** The names in the folder, which is read unless only we changed it since. Rejects as the disk does. */
  async read(folder: Folder): Promise<KnownNames> {
    const { mtimeMs } = await this.#disk.statusOf(folder.descriptor);
    const before = this.#known.get(folder.realPath);
    if (before?.mtimeMs === mtimeMs) return before;
    const names = new KnownNames(mtimeMs, await this.#disk.list(folder.path));
    if (this.#known.size >= MAX_FOLDERS) this.#known.clear();
    this.#known.set(folder.realPath, names);
    return names;
  }

  /** The last names that were read; `names` is undefined if that was discarded. */
  latest(folder: Folder, names: KnownNames): KnownNames {
    return this.#known.get(folder.realPath) ?? names;
  }

  /**
   * Whether a file may have content of this size; cached, because thousands of pictures may be called `clip`. A file that is edited in place keeps
   * its cached size, and at worst counts as different.
   */
  async mayHold(folder: Folder, names: KnownNames, name: string, bytes: number): Promise<boolean> {
    const size = names.bytes.get(name) ?? (await this.#trySizeOf(folder, name));
    names.bytes.set(name, size);
    return size === bytes;
  }

  /** -1 if it is not a regular file, or does not exist. */
  async #trySizeOf(folder: Folder, name: string): Promise<number> {
    try {
      const status = await this.#disk.statusAt(join(folder.path, name));
      return status.isFile() ? status.size : -1;
    } catch (error) {
      diskReason(error);
      return -1;
    }
  }

  /** Marks the current state of the folder as known: the last changes were ours. Never fails: at worst the folder is read again. */
  async settle(folder: Folder): Promise<void> {
    const known = this.#known.get(folder.realPath);
    if (!known) return;
    try {
      known.mtimeMs = (await this.#disk.statusOf(folder.descriptor)).mtimeMs;
    } catch (error) {
      diskReason(error);
      this.forget(folder);
    }
  }

  /** The folder is read again at its next use. */
  forget(folder: Folder): void {
    this.#known.delete(folder.realPath);
  }
}

/** The names of one folder, as read, plus those that we added. */
export class KnownNames {
  mtimeMs: number;
  readonly bytes = new Map<string, number>();
  readonly #names = new Map<string, Set<string>>();

  constructor(mtimeMs: number, found: readonly string[]) {
    this.mtimeMs = mtimeMs;
    for (const name of found) if (!isTemporaryName(name)) this.add(name);
  }

  /** The names that conflict with this one: itself, and those that differ only in case or composition. */
  inTheWayOf(name: string): readonly string[] {
    return [...(this.#names.get(folded(name)) ?? [])];
  }

  add(name: string): void {
    const same = this.#names.get(folded(name));
    if (same) same.add(name);
    else this.#names.set(folded(name), new Set([name]));
  }
}

/** Upper case merges whatever either case mapping merges (`ß` with `ss` too, which only costs a number after a name). */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().normalize('NFC');
}
