/**
 * Which names a folder holds, as a system sees it that knows no difference between cases and between compositions of one letter
 * (Windows, macOS): what is saved here must be able to move there. Linux alone would let `a.txt` and `A.txt` stand side by side.
 *
 * A folder is read once, and again when its time of change is not the one that we left behind. What another program makes within
 * the milliseconds of a save of ours is not seen until the folder changes again; names that are equal to the letter the file system itself refuses.
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

interface KnownFolder {
  mtimeMs: number;
  readonly names: Map<string, Set<string>>;
  readonly bytes: Map<string, number>;
}

const MAX_FOLDERS = 64;

export class FolderNames {
  readonly #disk: Disk;
  readonly #known = new Map<string, KnownFolder>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Reads the folder unless nothing but us changed it since. Throws as the disk does. */
  refresh(folder: Folder): void {
    const { mtimeMs } = this.#disk.statusOf(folder.descriptor);
    if (this.#known.get(folder.realPath)?.mtimeMs === mtimeMs) return;
    if (this.#known.size >= MAX_FOLDERS) this.#known.clear();
    const found = this.#disk.list(folder.path);
    this.#known.set(folder.realPath, { mtimeMs, names: new Map(), bytes: new Map() });
    for (const name of found) if (!isTemporaryName(name)) this.add(folder, name);
  }

  /** The names that stand in the way of this one: itself, and those that differ only in case or composition. */
  inTheWayOf(folder: Folder, name: string): readonly string[] {
    return [...(this.#known.get(folder.realPath)?.names.get(folded(name)) ?? [])];
  }

  add(folder: Folder, name: string): void {
    const names = this.#known.get(folder.realPath)?.names;
    const same = names?.get(folded(name));
    if (same) same.add(name);
    else names?.set(folded(name), new Set([name]));
  }

  /**
   * Whether a file may hold content of this size; asked of the disk once, since thousands of pictures may be called `clip`. A file that is
   * edited in place is taken for what it was, and so at worst for another one than what is to be saved.
   */
  mayHold(folder: Folder, name: string, bytes: number): boolean {
    const known = this.#known.get(folder.realPath)?.bytes;
    const size = known?.get(name) ?? this.#trySizeOf(folder, name);
    known?.set(name, size);
    return size === bytes;
  }

  /** -1 for what is no regular file, or is not there. */
  #trySizeOf(folder: Folder, name: string): number {
    try {
      const status = this.#disk.statusAt(join(folder.path, name));
      return status.isFile() ? status.size : -1;
    } catch (error) {
      diskReason(error);
      return -1;
    }
  }

  /** Takes the present state of the folder as known: the last changes were ours. Never fails: at worst the folder is read again. */
  settle(folder: Folder): void {
    const known = this.#known.get(folder.realPath);
    if (!known) return;
    try {
      known.mtimeMs = this.#disk.statusOf(folder.descriptor).mtimeMs;
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

/** Upper case joins what either case mapping joins (`ß` with `ss` too, which costs a number behind a name and nothing else). */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().normalize('NFC');
}
