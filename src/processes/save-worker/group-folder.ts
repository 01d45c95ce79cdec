/** The folder of a group inside the WorkSpace, opened so that files are written there and nowhere else. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Disk, openFlags } from '../../base/files/disk.ts';
import { type DiskReason, diskReason, isTaken } from '../../base/files/disk-error.ts';
import { syncFolderAt, tryClose } from '../../base/files/flush.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { safeFileName } from '../../domain/saving/file-name.ts';
import type { Folder } from './folder-names.ts';

/**
 * Opens `<workspace>/<group>`, and creates it durably if it is missing; the caller closes the descriptor. The WorkSpace must exist: a missing one may
 * be a drive that is not mounted, and nothing may be written below its mount point.
 *
 * `outside-workspace`: the group is not a plain name, or leads outside by a symbolic link. On Linux all later calls go through the open folder, so
 * that nobody can replace it between check and write; elsewhere through its real path.
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

/** True if this created it, false if it existed. */
async function tryMakeDirectory(path: string, disk: Disk): Promise<boolean> {
  try {
    await disk.makeDirectory(path);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
