/**
 * Publishes a capture into the WorkSpace as `<WorkSpace>/<group>/<name>`: complete, durable, under a unique name.
 *
 * It must never replace or change an existing file, never write outside the WorkSpace, and never report success before file and folder are flushed. A
 * save may be requested again after any failure or crash: what was published and not recorded is found by its name and content, and is not written
 * twice.
 */
import { join, resolve } from 'node:path';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { diskReason } from '../../base/files/disk-error.ts';
import {
  type ContentSource,
  publishTemporary,
  removeLeftoverTemporaries,
  tryUnlink,
  type WriteReason,
  writeTemporary,
} from '../../base/files/durable-file.ts';
import { syncOpened, tryClose } from '../../base/files/flush.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { fitName, type NameParts } from '../../domain/saving/file-name.ts';
import { type Folder, FolderNames, type KnownNames } from './folder-names.ts';
import { openGroupFolder } from './group-folder.ts';
import { holdsContent } from './same-content.ts';
import { type SaveSteps, withoutLog } from './save-steps.ts';

/** `name` as returned by `planName`; `bytes` is the size, `sha256` hexadecimal, and `content` must match them. */
export interface PublishRequest {
  readonly workspace: string;
  readonly group: string;
  readonly name: NameParts;
  readonly content: ContentSource;
  readonly bytes: number;
  readonly sha256: string;
  /** Only the user may read it. */
  readonly isPrivate?: boolean;
}

/** `duplicate`: the same content existed under this name, and nothing was written. `path` is absolute, below the WorkSpace as it was named. */
export interface PublishedFile {
  readonly path: string;
  readonly duplicate: boolean;
}

/** `path_too_long`, `outside-workspace`, `missing-content` and `wrong-content` are permanent; the others may be temporary. */
export type PublishReason = WriteReason | 'outside-workspace';

type Attempt = Outcome<{ name: string; duplicate: boolean }, PublishReason>;
/** A free name, or that of a file with the same content. */
type Place = { readonly name: string; readonly ordinal: number; readonly duplicate: boolean };

const LAST_ORDINAL = 9_999;
// Linux creates the file with 0666 and the user's umask, like any program that saves a document.
const [MODE, PRIVATE_MODE] = [0o666, 0o600];

export class FilePublisher {
  readonly #disk: Disk;
  readonly #names: FolderNames;

  constructor(disk: Disk = realDisk) {
    this.#disk = disk;
    this.#names = new FolderNames(disk);
  }

  /** Several may run at once, here and in other processes: each gets a unique name. Takes as long as the disk does. */
  async publish(request: PublishRequest, steps: SaveSteps = withoutLog): Promise<Outcome<PublishedFile, PublishReason>> {
    const directory = join(resolve(request.workspace), request.group);
    if (fitName({ ...request.name, directoryUnits: directory.length, ordinal: 1 }) === null) return failed('path_too_long');
    const folder = await steps('folder', () => openGroupFolder(request.workspace, request.group, this.#disk));
    if (!folder.ok) return folder;
    try {
      const attempt = await this.#publishInto({ folder: folder.value, request, directoryUnits: directory.length, steps });
      return attempt.ok ? done({ path: join(directory, attempt.value.name), duplicate: attempt.value.duplicate }) : attempt;
    } catch (error) {
      return failed(diskReason(error));
    } finally {
      await tryClose(folder.value.descriptor, this.#disk);
    }
  }

  /** A temporary file is written only once a name is free; others may take it meanwhile, so the names are checked once more. */
  async #publishInto(target: Target): Promise<Attempt> {
    const { folder, request, steps } = target;
    const [names, free] = await steps('free-name', () =>
      this.#names.alone(folder, async () => {
        const read = await this.#names.read(folder);
        return [read, await this.#findPlace(target, read, 1)] as const;
      }),
    );
    if (!free.ok || free.value.duplicate) return free;
    const written = await steps('temporary-file', () => this.#write(folder, request));
    if (!written.ok) return written;
    let isLeft = true;
    try {
      const named = await steps('name', () =>
        this.#names.alone(folder, () => this.#name(written.value, target, this.#names.latest(folder, names), free.value.ordinal)),
      );
      if (!named.ok || named.value.duplicate) return named;
      isLeft = false;
      return await steps('folder-synced', () => this.#settle(folder, named.value.name, request));
    } finally {
      if (isLeft) await tryUnlink(written.value, this.#disk);
    }
  }

  /** Tries the names in order until one is free or has the content. */
  async #findPlace(
    { folder, request, directoryUnits }: Target,
    names: KnownNames,
    firstOrdinal: number,
  ): Promise<Outcome<Place, PublishReason>> {
    for (let ordinal = firstOrdinal; ordinal <= LAST_ORDINAL + 1; ordinal++) {
      const name = nameAt(ordinal, request, directoryUnits);
      if (name === null) return failed('path_too_long');
      const others = names.inTheWayOf(name);
      if (others.length === 0) return done({ name, ordinal, duplicate: false });
      const same = await this.#findSame(folder, names, others, request);
      if (!same.ok) return same;
      if (same.value !== null) return done({ name: same.value, ordinal, duplicate: true });
    }
    return failed('io-error', 'every name is taken');
  }

  /** Gives the temporary file the first name that is still free. */
  async #name(temporary: string, target: Target, names: KnownNames, firstOrdinal: number): Promise<Outcome<Place, PublishReason>> {
    for (let ordinal = firstOrdinal; ; ) {
      const place = await this.#findPlace(target, names, ordinal);
      if (!place.ok || place.value.duplicate) return place;
      const { name } = place.value;
      const named = await publishTemporary(temporary, join(target.folder.path, name), this.#disk);
      if (named.ok || named.reason === 'taken') names.add(name);
      if (named.ok) return place;
      if (named.reason !== 'taken') return failed(named.reason);
      ordinal = place.value.ordinal;
    }
  }

  #write(folder: Folder, request: PublishRequest): Promise<Outcome<string, WriteReason>> {
    const { content, bytes, sha256, isPrivate } = request;
    const mode = isPrivate ? PRIVATE_MODE : MODE;
    return writeTemporary({ directory: folder.path, content, mode, expected: { bytes, sha256 } }, this.#disk);
  }

  async #settle(folder: Folder, name: string, request: PublishRequest): Promise<Attempt> {
    const synced = await syncOpened(folder.descriptor, this.#disk);
    if (synced.ok) {
      await this.#names.settle(folder);
      return done({ name, duplicate: false });
    }
    // A later fsync would report success whatever happened to the name: remove it, so that the next attempt creates a new one.
    const path = join(folder.path, name);
    const still = await holdsContent(path, { ...request, flush: false }, this.#disk);
    if (still.ok && still.value) await tryUnlink(path, this.#disk);
    this.#names.forget(folder);
    return failed(synced.reason);
  }

  /** The first of these files that durably has the content to be saved; null if none does. */
  async #findSame(
    folder: Folder,
    names: KnownNames,
    others: readonly string[],
    request: PublishRequest,
  ): Promise<Outcome<string | null, PublishReason>> {
    for (const name of others) {
      if (!(await this.#names.mayHold(folder, names, name, request.bytes))) continue;
      const same = await holdsContent(join(folder.path, name), request, this.#disk);
      if (!same.ok) return same;
      // A file that can't be flushed is not a reliable copy: another one is written under the next name.
      if (same.value && (await syncOpened(folder.descriptor, this.#disk)).ok) return done(name);
    }
    return done(null);
  }
}

interface Target {
  readonly folder: Folder;
  readonly request: PublishRequest;
  readonly directoryUnits: number;
  readonly steps: SaveSteps;
}

/** After 9,999 files of one name, the name is derived from the content. */
function nameAt(ordinal: number, request: PublishRequest, directoryUnits: number): string | null {
  const { stem, extension } = request.name;
  if (ordinal <= LAST_ORDINAL) return fitName({ stem, extension, directoryUnits, ordinal });
  return fitName({ stem: `${stem}-${request.sha256.slice(0, 16)}`, extension, directoryUnits, ordinal: 1 });
}

/** Removes the temporary files that a killed process left in a WorkSpace and its groups; returns how many. Call at the start, before any save. */
export async function sweepWorkspace(workspace: string, disk: Disk = realDisk): Promise<number> {
  let count = await removeLeftoverTemporaries(workspace, disk);
  for (const path of await tryListFolders(workspace, disk)) count += await removeLeftoverTemporaries(path, disk);
  return count;
}

async function tryListFolders(workspace: string, disk: Disk): Promise<readonly string[]> {
  try {
    const folders: string[] = [];
    for (const name of await disk.list(workspace)) {
      const path = join(workspace, name);
      if (await isFolder(path, disk)) folders.push(path);
    }
    return folders;
  } catch (error) {
    diskReason(error);
    return [];
  }
}

/** False also if it is not accessible, or was deleted since it was listed. */
async function isFolder(path: string, disk: Disk): Promise<boolean> {
  try {
    return (await disk.statusAt(path)).isDirectory();
  } catch (error) {
    diskReason(error);
    return false;
  }
}
