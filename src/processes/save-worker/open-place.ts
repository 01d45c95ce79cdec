/** A file in a folder of a WorkSpace, opened so that it is the one meant: no symbolic link is followed below the WorkSpace. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, type FileStatus, openFlags } from '../../base/files/disk.ts';
import { isMissing } from '../../base/files/disk-error.ts';
import { tryClose } from '../../base/files/flush.ts';
import type { FilePlace } from '../../domain/saving/file-deletion.ts';

/** The folder of a group: a path that leads into it whatever happens to its name, and its real path. */
export interface OpenPlace {
  readonly descriptor: number;
  readonly path: string;
  readonly realPath: string;
}

/** The caller closes the descriptor. `outside`: its folder is a link, or the system has no paths into open folders. Otherwise rejects as the disk does. */
export async function openPlace(workspace: string, { group }: FilePlace, disk: Disk): Promise<OpenPlace | 'gone' | 'outside'> {
  let descriptor: number | null = null;
  try {
    const expected = join(await disk.realPath(workspace), group);
    if (!(await disk.statusAt(expected)).isDirectory()) return 'outside';
    descriptor = await disk.open(expected, openFlags.directory);
    const way = disk.pathOfOpen(descriptor);
    // It may have been replaced by a link since.
    if (way !== null && (await disk.realPath(way)) === expected) return { descriptor, path: way, realPath: expected };
    await tryClose(descriptor, disk);
    return 'outside';
  } catch (error) {
    if (descriptor !== null) await tryClose(descriptor, disk);
    if (isMissing(error)) return 'gone';
    throw error;
  }
}

/** What Hub wrote: its size, and its SHA-256 in hexadecimal. */
export interface WrittenContent {
  readonly bytes: number;
  readonly sha256: string;
}

/** The file, if it is as Hub wrote it: its status, by which it is recognized later. Reads no more than that, and stops when the signal aborts. */
export async function writtenFile(
  path: string,
  { bytes, sha256 }: WrittenContent,
  { disk, signal }: { readonly disk: Disk; readonly signal: AbortSignal },
): Promise<FileStatus | 'gone' | 'changed'> {
  let file: number | null = null;
  try {
    const isCandidate = (status: FileStatus): boolean => status.isFile() && status.size === bytes;
    if (!isCandidate(await disk.statusAt(path))) return 'changed';
    file = await disk.open(path, openFlags.readStranger);
    const status = await disk.statusOf(file);
    return isCandidate(status) && (await digestOf(file, bytes, { disk, signal })) === sha256 ? status : 'changed';
  } catch (error) {
    if (isMissing(error)) return 'gone';
    throw error;
  } finally {
    if (file !== null) await tryClose(file, disk);
  }
}

/** Whether it is the same file, and nobody has written to it since. */
export function isUntouched(before: FileStatus, now: FileStatus): boolean {
  return now.dev === before.dev && now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
}

const blockBytes = 1024 * 1024;

/** Of the first bytes, and of one more if there is one. */
async function digestOf(
  file: number,
  bytes: number,
  { disk, signal }: { readonly disk: Disk; readonly signal: AbortSignal },
): Promise<string | null> {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(Math.min(blockBytes, bytes + 1));
  for (let left = bytes + 1; left > 0; ) {
    if (signal.aborted) return null;
    const count = await disk.read(file, buffer.subarray(0, Math.min(left, buffer.length)));
    if (count === 0) break;
    hash.update(buffer.subarray(0, count));
    left -= count;
  }
  return hash.digest('hex');
}
