/** Flushes folders and files that are only read: that of a folder makes the names in it durable. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { done, failed, type Outcome } from '../outcome.ts';
import { type Disk, openFlags, realDisk } from './disk.ts';
import { type DiskReason, diskReason, systemErrorName } from './disk-error.ts';

/**
 * Flushes something open for reading: a folder, so that the names in it are durable, or a file that another process wrote. Windows refuses both
 * (FlushFileBuffers needs write access), and that is ignored there: NTFS journals names.
 */
export async function syncOpened(descriptor: number, disk: Disk = realDisk): Promise<Outcome<null, DiskReason>> {
  try {
    await disk.sync(descriptor);
    return done(null);
  } catch (error) {
    return refusedByWindows(error, disk) ? done(null) : failed(diskReason(error));
  }
}

/** Opens a folder, flushes and closes it. */
export async function syncFolderAt(path: string, disk: Disk = realDisk): Promise<Outcome<null, DiskReason>> {
  let folder: number;
  try {
    folder = await disk.open(path, openFlags.directory);
  } catch (error) {
    return refusedByWindows(error, disk) ? done(null) : failed(diskReason(error));
  }
  const synced = await syncOpened(folder, disk);
  await tryClose(folder, disk);
  return synced;
}

/** The same at once, for a thread that writes and may wait. Throws the system's error. */
export function syncFolderNow(path: string): void {
  try {
    const folder = openSync(path, openFlags.directory);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!refusedByWindows(error, realDisk)) throw error;
  }
}

function refusedByWindows(error: unknown, disk: Disk): boolean {
  return disk.isWindows && ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF'].includes(systemErrorName(error) ?? '');
}

/** Closes a descriptor that was only read from, or whose file is discarded. */
export async function tryClose(file: number, disk: Disk = realDisk): Promise<void> {
  try {
    await disk.close(file);
  } catch (error) {
    diskReason(error);
  }
}
