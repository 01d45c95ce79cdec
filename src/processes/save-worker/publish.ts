/**
 * Puts a capture into the WorkSpace as `<WorkSpace>/<group>/<name>`: whole, durable, under a name of its own.
 *
 * It must never replace or change a file that is there, never write outside the WorkSpace, and never say that something is saved
 * before file and folder are flushed. A save may be asked for again after any failure or death: what was published and not recorded
 * is found by its name and content, and is not written twice.
 */
import { join, resolve } from 'node:path';
import { type Disk, diskReason, realDisk } from '../../base/disk.ts';
import {
  type Content,
  publishTemporary,
  removeLeftoverTemporaries,
  syncOpened,
  tryClose,
  tryUnlink,
  type WriteReason,
  writeTemporary,
} from '../../base/durable-file.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { fitName, type NameParts } from '../../domain/file-name.ts';
import { type Folder, FolderNames } from './folder-names.ts';
import { openGroupFolder } from './group-folder.ts';
import { holdsContent } from './same-content.ts';

/** `name` as `planName` gives it; `bytes` is the size, `sha256` hexadecimal, and `content` must be what they say. */
export interface PublishRequest {
  readonly workspace: string;
  readonly group: string;
  readonly name: NameParts;
  readonly content: Content;
  readonly bytes: number;
  readonly sha256: string;
}

/** `duplicate`: the same content was there under this name, and nothing was written. `path` is absolute, below the WorkSpace as it was named. */
export interface Published {
  readonly path: string;
  readonly duplicate: boolean;
}

/** `path_too_long`, `outside-workspace`, `missing-content` and `wrong-content` stay what they are; the others may pass. */
export type PublishReason = WriteReason | 'outside-workspace';

type Attempt = Outcome<{ name: string; duplicate: boolean }, PublishReason>;

const LAST_ORDINAL = 9_999;
// Linux creates with 0666 and the user's umask, as any program does that saves a document.
const MODE = 0o666;

export class Publisher {
  readonly #disk: Disk;
  readonly #names: FolderNames;

  constructor(disk: Disk = realDisk) {
    this.#disk = disk;
    this.#names = new FolderNames(disk);
  }

  /** Several may run at once, here and in other processes: each gets a name of its own. */
  async publish(request: PublishRequest): Promise<Outcome<Published, PublishReason>> {
    const directory = join(resolve(request.workspace), request.group);
    if (fitName({ ...request.name, directoryUnits: directory.length, ordinal: 1 }) === null) return failed('path_too_long');
    const folder = await openGroupFolder(request.workspace, request.group, this.#disk);
    if (!folder.ok) return folder;
    try {
      this.#names.refresh(folder.value);
      const attempt = await this.#publishInto(folder.value, request, directory.length);
      return attempt.ok ? done({ path: join(directory, attempt.value.name), duplicate: attempt.value.duplicate }) : attempt;
    } catch (error) {
      return failed(diskReason(error));
    } finally {
      tryClose(folder.value.descriptor, this.#disk);
    }
  }

  /** Goes through the names in order until one is free or holds the content. A temporary file is written only once one is free. */
  async #publishInto(folder: Folder, request: PublishRequest, directoryUnits: number): Promise<Attempt> {
    let temporary: string | null = null;
    try {
      for (let ordinal = 1; ordinal <= LAST_ORDINAL + 1; ) {
        const name = nameAt(ordinal, request, directoryUnits);
        if (name === null) return failed('path_too_long');
        const others = this.#names.inTheWayOf(folder, name);
        if (others.length > 0) {
          const alike = others.filter((other) => this.#names.mayHold(folder, other, request.bytes));
          const same = alike.length > 0 ? await this.#findSame(folder, alike, request) : done(null);
          if (!same.ok) return same;
          if (same.value !== null) return done({ name: same.value, duplicate: true });
          ordinal++;
        } else if (temporary === null) {
          const written = await this.#write(folder, request);
          if (!written.ok) return written;
          temporary = written.value; // others may have come meanwhile: look at the name once more
        } else {
          const named = publishTemporary(temporary, join(folder.path, name), this.#disk);
          if (named.ok || named.reason === 'taken') this.#names.add(folder, name);
          if (named.ok) {
            temporary = null;
            return await this.#settle(folder, name, request);
          }
          if (named.reason !== 'taken') return failed(named.reason);
        }
      }
      return failed('io-error', 'every name is taken');
    } finally {
      if (temporary !== null) tryUnlink(temporary, this.#disk);
    }
  }

  #write(folder: Folder, request: PublishRequest): Promise<Outcome<string, WriteReason>> {
    const { content, bytes, sha256 } = request;
    return writeTemporary({ directory: folder.path, content, mode: MODE, expected: { bytes, sha256 } }, this.#disk);
  }

  async #settle(folder: Folder, name: string, request: PublishRequest): Promise<Attempt> {
    const synced = await syncOpened(folder.descriptor, this.#disk);
    if (synced.ok) {
      this.#names.settle(folder);
      return done({ name, duplicate: false });
    }
    // A later fsync would say "done" whatever became of the name: take it back, so that the next try makes a new one.
    const path = join(folder.path, name);
    const still = await holdsContent(path, { ...request, flush: false }, this.#disk);
    if (still.ok && still.value) tryUnlink(path, this.#disk);
    this.#names.forget(folder);
    return failed(synced.reason);
  }

  /** The first of these files that is, durably, what is to be saved; null where none is. */
  async #findSame(folder: Folder, names: readonly string[], request: PublishRequest): Promise<Outcome<string | null, PublishReason>> {
    for (const name of names) {
      const same = await holdsContent(join(folder.path, name), request, this.#disk);
      if (!same.ok) return same;
      // What cannot be flushed is no copy to rely on: another one is written under the next name.
      if (same.value && (await syncOpened(folder.descriptor, this.#disk)).ok) return done(name);
    }
    return done(null);
  }
}

/** After 9,999 files of one name, the name is made of the content. */
function nameAt(ordinal: number, request: PublishRequest, directoryUnits: number): string | null {
  const { stem, extension } = request.name;
  if (ordinal <= LAST_ORDINAL) return fitName({ stem, extension, directoryUnits, ordinal });
  return fitName({ stem: `${stem}-${request.sha256.slice(0, 16)}`, extension, directoryUnits, ordinal: 1 });
}

/** Removes the temporary files that a killed process left in a WorkSpace and its groups; returns how many. For the start, before any save. */
export function sweepWorkspace(workspace: string, disk: Disk = realDisk): number {
  let count = removeLeftoverTemporaries(workspace, disk);
  for (const path of tryListFolders(workspace, disk)) count += removeLeftoverTemporaries(path, disk);
  return count;
}

function tryListFolders(workspace: string, disk: Disk): string[] {
  try {
    return disk
      .list(workspace)
      .map((name) => join(workspace, name))
      .filter((path) => isFolder(path, disk));
  } catch (error) {
    diskReason(error);
    return [];
  }
}

/** False too for what may not be looked at, or is gone since it was listed. */
function isFolder(path: string, disk: Disk): boolean {
  try {
    return disk.statusAt(path).isDirectory();
  } catch (error) {
    diskReason(error);
    return false;
  }
}
