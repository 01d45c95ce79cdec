/** The folder of a group inside the WorkSpace, opened so that what is written goes there and nowhere else. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Disk, type DiskReason, diskReason, openFlags, systemErrorName } from '../../base/disk.ts';
import { syncFolderAt, tryClose } from '../../base/durable-file.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { safeFileName } from '../../domain/file-name.ts';
import type { Folder } from './folder-names.ts';

/**
 * Opens `<workspace>/<group>`, which it makes (and makes durable) where it is missing; the caller closes the descriptor.
 * The WorkSpace must exist: an absent one may be a drive that is not mounted, and must not be written beneath.
 *
 * `outside-workspace`: the group is no plain name, or leads outside by a symbolic link. On Linux all that follows goes through the open
 * folder, so that nobody can put another one in its place between check and write; elsewhere through its real path.
 */
export async function openGroupFolder(
  workspace: string,
  group: string,
  disk: Disk,
): Promise<Outcome<Folder, DiskReason | 'outside-workspace'>> {
  if (safeFileName(group) !== group) return failed('outside-workspace');
  try {
    const root = await disk.realPath(workspace);
    const path = join(root, group);
    if (await tryMakeDirectory(path, disk)) {
      const synced = await syncFolderAt(root, disk);
      if (!synced.ok) return synced;
    }
    const descriptor = await disk.open(path, openFlags.directory);
    const folder = await examine(descriptor, path, root, disk);
    if (!folder.ok) await tryClose(descriptor, disk);
    return folder;
  } catch (error) {
    return failed(diskReason(error));
  }
}

async function examine(
  descriptor: number,
  path: string,
  root: string,
  disk: Disk,
): Promise<Outcome<Folder, DiskReason | 'outside-workspace'>> {
  try {
    const way = disk.pathOfOpen(descriptor);
    const realPath = await disk.realPath(way ?? path);
    if (!isWithin(root, realPath)) return failed('outside-workspace');
    return done({ descriptor, path: way ?? realPath, realPath });
  } catch (error) {
    return failed(diskReason(error));
  }
}

/** True where this made it, false where it was there. */
async function tryMakeDirectory(path: string, disk: Disk): Promise<boolean> {
  try {
    await disk.makeDirectory(path);
    return true;
  } catch (error) {
    if (systemErrorName(error) === 'EEXIST') return false;
    throw error;
  }
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
