/** Looks whether the WorkSpace would take a file now. Asynchronous, since a drive that is away may not answer for minutes. */
import { constants } from 'node:fs';
import { access, opendir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorName } from '../../base/disk.ts';
import type { WorkspaceLack } from '../../domain/save-condition.ts';

export interface Probed {
  readonly lack: WorkspaceLack | null;
  /** For this user, on the disk of the WorkSpace. */
  readonly freeBytes: number;
}

/** A file and its folder take this much at least. */
const fullBelowBytes = 16 * 1024;
/** Of a WorkSpace that is closed itself, so many entries are looked at. */
const mostEntries = 256;

/** Never rejects. A WorkSpace that is gone from a folder that is there is made by the next save, and lacks nothing. */
export async function probeWorkspace(workspace: string): Promise<Probed> {
  try {
    const folder = (await isThere(workspace)) ? workspace : path.dirname(workspace);
    if (!(await stat(folder)).isDirectory()) return { lack: 'not-a-folder', freeBytes: 0 };
    const denied = await whyNotWritable(folder);
    if (denied !== null && !(denied === 'EACCES' && (await hasWritableFolder(folder)))) return { lack: lackOf(denied), freeBytes: 0 };
    const { blocks, bavail, bsize } = await statfs(folder);
    // Some file systems, network ones above all, tell no sizes.
    const freeBytes = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
    return { lack: freeBytes < fullBelowBytes ? 'full' : null, freeBytes };
  } catch (error) {
    return { lack: lackOf(systemErrorName(error)), freeBytes: 0 };
  }
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (systemErrorName(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The code of the system's error; null where it may be written to. */
async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return systemErrorName(error) ?? 'EIO';
  }
}

/** A WorkSpace that takes no new folder may have those that are needed. What one of them lacks shows in the saves. */
async function hasWritableFolder(workspace: string): Promise<boolean> {
  let left = mostEntries;
  for await (const entry of await opendir(workspace)) {
    if (entry.isDirectory() && (await whyNotWritable(path.join(workspace, entry.name))) === null) return true;
    left -= 1;
    if (left === 0) return false;
  }
  return false;
}

function lackOf(code: string | null): WorkspaceLack {
  if (code === 'ENOENT') return 'missing';
  if (code === 'ENOTDIR') return 'not-a-folder';
  if (code === 'EROFS') return 'read-only';
  return code === 'EACCES' || code === 'EPERM' ? 'not-writable' : 'no-answer';
}
