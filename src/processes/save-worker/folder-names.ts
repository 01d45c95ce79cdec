/**
 * Which names a folder holds, as a system sees it that knows no difference between cases and between compositions of one letter
 * (Windows, macOS): what is saved here must be able to move there. Linux alone would let `a.txt` and `A.txt` stand side by side.
 *
 * A folder is read once, and again when its time of change is not the one that we left behind. What another program makes within
 * the milliseconds of a save of ours is not seen until the folder changes again; names that are equal to the letter the file system itself refuses.
 * What this process does with the names of one folder it does alone, since each call of a disk may take as long as it likes.
 */
import { join } from 'node:path';
import { type Disk, diskReason } from '../../base/disk.ts';
import { isTemporaryName } from '../../base/durable-file.ts';

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

  /** Waits for what else is done with the names of this folder, and keeps everything else waiting until `work` has ended. */
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

  /** The names in the folder, which is read unless nothing but us changed it since. Rejects as the disk does. */
  async read(folder: Folder): Promise<KnownNames> {
    const { mtimeMs } = await this.#disk.statusOf(folder.descriptor);
    const before = this.#known.get(folder.realPath);
    if (before?.mtimeMs === mtimeMs) return before;
    const names = new KnownNames(mtimeMs, await this.#disk.list(folder.path));
    if (this.#known.size >= MAX_FOLDERS) this.#known.clear();
    this.#known.set(folder.realPath, names);
    return names;
  }

  /** What was read last of this folder; `names` where that is forgotten. */
  latest(folder: Folder, names: KnownNames): KnownNames {
    return this.#known.get(folder.realPath) ?? names;
  }

  /**
   * Whether a file may hold content of this size; asked of the disk once, since thousands of pictures may be called `clip`. A file that is
   * edited in place is taken for what it was, and so at worst for another one than what is to be saved.
   */
  async mayHold(folder: Folder, names: KnownNames, name: string, bytes: number): Promise<boolean> {
    const size = names.bytes.get(name) ?? (await this.#trySizeOf(folder, name));
    names.bytes.set(name, size);
    return size === bytes;
  }

  /** -1 for what is no regular file, or is not there. */
  async #trySizeOf(folder: Folder, name: string): Promise<number> {
    try {
      const status = await this.#disk.statusAt(join(folder.path, name));
      return status.isFile() ? status.size : -1;
    } catch (error) {
      diskReason(error);
      return -1;
    }
  }

  /** Takes the present state of the folder as known: the last changes were ours. Never fails: at worst the folder is read again. */
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

/** The names of one folder, as they were read and as we have added to them. */
export class KnownNames {
  mtimeMs: number;
  readonly bytes = new Map<string, number>();
  readonly #names = new Map<string, Set<string>>();

  constructor(mtimeMs: number, found: readonly string[]) {
    this.mtimeMs = mtimeMs;
    for (const name of found) if (!isTemporaryName(name)) this.add(name);
  }

  /** The names that stand in the way of this one: itself, and those that differ only in case or composition. */
  inTheWayOf(name: string): readonly string[] {
    return [...(this.#names.get(folded(name)) ?? [])];
  }

  add(name: string): void {
    const same = this.#names.get(folded(name));
    if (same) same.add(name);
    else this.#names.set(folded(name), new Set([name]));
  }
}

/** Upper case joins what either case mapping joins (`ß` with `ss` too, which costs a number behind a name and nothing else). */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().normalize('NFC');
}
