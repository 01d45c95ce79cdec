/** Checks whether the WorkSpace would accept a file now. Asynchronous, because a disconnected drive may not respond for minutes. */
import { constants } from 'node:fs';
import { access, opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorName } from '../../base/files/disk-error.ts';
import { diskRoom } from '../../base/files/disk-room.ts';
import type { WorkspaceLack } from '../../domain/saving/save-condition.ts';
import type { WorkspaceFolders } from './workspace-folder.ts';

export interface ProbedWorkspace {
  readonly lack: WorkspaceLack | null;
  /** For this user, on the disk of the WorkSpace. */
  readonly freeBytes: number;
}

/** A file and its folder need at least this much. */
const fullBelowBytes = 16 * 1024;
/** If the WorkSpace itself is not writable, this many entries are checked. */
const mostEntries = 256;

/** Never rejects. A WorkSpace that was never there, in an existing folder, is created by the next save, and lacks nothing. */
export async function probeWorkspace(workspace: string, folders: WorkspaceFolders): Promise<ProbedWorkspace> {
  try {
    const found = await folders.find(workspace);
    // What is there then is empty: its user may have emptied it, and not have a drive for it any more.
    if (found === 'disconnected') return { lack: (await isThere(workspace)) ? 'empty' : 'disconnected', freeBytes: 0 };
    const folder = found === 'there' ? workspace : path.dirname(workspace);
    if (!(await stat(folder)).isDirectory()) return { lack: 'not-a-folder', freeBytes: 0 };
    const denied = await whyNotWritable(folder);
    if (denied !== null && !(denied === 'EACCES' && (await hasWritableFolder(folder)))) return { lack: lackOf(denied), freeBytes: 0 };
    const { freeBytes } = await diskRoom(folder);
    return { lack: freeBytes < fullBelowBytes ? 'full' : found === 'removed' ? 'removed' : null, freeBytes };
  } catch (error) {
    return { lack: lackOf(systemErrorName(error)), freeBytes: 0 };
  }
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

/** The code of the system's error; null if it is writable. */
async function whyNotWritable(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return systemErrorName(error) ?? 'EIO';
  }
}

/** A WorkSpace that accepts no new folder may already have the necessary ones. What one of them lacks shows in the saves. */
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
