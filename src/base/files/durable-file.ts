/**
 * Files that appear whole or not at all, and stay: a temporary file in the same folder, fsync, a name, fsync of the folder.
 *
 * It must never write into a file that has its final name, never mistake a short write for a complete one, and never call fsync twice on a descriptor
 * after a failure (the second call succeeds although the data are gone: PostgreSQL, 2018).
 */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { done, failed, type Outcome } from '../outcome.ts';
import { type Disk, openFlags, realDisk } from './disk.ts';
import { type DiskReason, diskReason, isMissing, isTaken, systemErrorName } from './disk-error.ts';
import { syncFolderAt, tryClose } from './flush.ts';
import { isTemporaryName, temporaryName } from './temporary-name.ts';

/** Bytes in memory, or a file to copy from without holding it in memory. */
export type ContentSource = Uint8Array | { readonly blobPath: string };

/** `missing-content`: there is no such blob. `wrong-content`: it does not match its size or SHA-256. Retrying helps neither. */
export type WriteReason = DiskReason | 'missing-content' | 'wrong-content';

const BLOCK_BYTES = 1024 * 1024;

/**
 * Writes a temporary file into `directory` and flushes it; returns its path. Leaves nothing behind on failure. With `expected` (size in bytes,
 * SHA-256 in hexadecimal) the content is verified on the way. `mode` is subject to the umask.
 */
export async function writeTemporary(
  order: { directory: string; content: ContentSource; mode: number; expected?: { bytes: number; sha256: string } },
  disk: Disk = realDisk,
): Promise<Outcome<string, WriteReason>> {
  const source = await openContent(order.content, disk);
  if (!source.ok) return source;
  try {
    const path = join(order.directory, temporaryName());
    const file = await disk.open(path, openFlags.createNew, order.mode);
    const written = await fill(file, source.value.blocks, order.expected, disk);
    if (!written.ok) await tryUnlink(path, disk);
    return written.ok ? done(path) : written;
  } catch (error) {
    return failed(diskReason(error));
  } finally {
    await source.value.close();
  }
}

/** Fills, checks, flushes and closes. The descriptor is closed whatever happens. */
async function fill(
  file: number,
  blocks: AsyncIterable<Uint8Array>,
  expected: { bytes: number; sha256: string } | undefined,
  disk: Disk,
): Promise<Outcome<null, WriteReason>> {
  let open = true;
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const block of blocks) {
      if (expected) hash.update(block);
      await writeAll(file, block, disk);
      bytes += block.length;
    }
    if (expected && (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)) return failed('wrong-content');
    if ((await disk.statusOf(file)).size !== bytes) return failed('io-error', 'the file is not as long as what was written');
    await disk.sync(file);
    open = false;
    await disk.close(file); // a network file system reports only now that the quota is exceeded
    return done(null);
  } catch (error) {
    return failed(diskReason(error));
  } finally {
    if (open) await tryClose(file, disk);
  }
}

async function writeAll(file: number, block: Uint8Array, disk: Disk): Promise<void> {
  for (let at = 0; at < block.length; ) {
    const count = await disk.write(file, block.subarray(at));
    if (count <= 0) throw Object.assign(new Error('nothing was written'), { code: 'EIO' });
    at += count;
  }
}

interface OpenContent {
  readonly blocks: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

async function openContent(content: ContentSource, disk: Disk): Promise<Outcome<OpenContent, WriteReason>> {
  if (content instanceof Uint8Array) return done({ blocks: blocksOfBytes(content), close: async () => {} });
  let file: number | null = null;
  try {
    const opened = await disk.open(content.blobPath, openFlags.readStranger); // does not wait for a pipe in its place
    file = opened;
    if (!(await disk.statusOf(opened)).isFile()) return failed('missing-content');
    file = null;
    return done({ blocks: blocksOfFile(opened, disk), close: () => tryClose(opened, disk) });
  } catch (error) {
    const reason = diskReason(error);
    return failed(reason === 'missing-directory' ? 'missing-content' : reason);
  } finally {
    if (file !== null) await tryClose(file, disk);
  }
}

async function* blocksOfBytes(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
}

/** One buffer serves all blocks: use a block before asking for the next. Throws as the disk does. */
async function* blocksOfFile(file: number, disk: Disk): AsyncIterable<Uint8Array> {
  const buffer = new Uint8Array(Math.min(BLOCK_BYTES, (await disk.statusOf(file)).size + 1));
  for (let count = await disk.read(file, buffer); count > 0; count = await disk.read(file, buffer)) yield buffer.subarray(0, count);
}

/** The errors of link(2) on a file system without hard links: FAT, exFAT, some network drives; EISDIR is Windows' "invalid function". */
const NO_HARD_LINKS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR', 'EINVAL']);

/** Whether link(2) failed for want of hard links. */
export function hasNoHardLinks(error: unknown): boolean {
  return NO_HARD_LINKS.has(systemErrorName(error) ?? '');
}

/**
 * Gives a temporary file its name, unless that is taken; on success the temporary name is gone. `taken` leaves the temporary file for the next name
 * to try.
 *
 * Without hard links it checks and then renames. Another program that creates the same name within those microseconds would lose its file, and so
 * would this one, which therefore names one file at a time in a folder.
 */
export async function publishTemporary(
  temporary: string,
  path: string,
  disk: Disk = realDisk,
): Promise<Outcome<null, DiskReason | 'taken'>> {
  try {
    await disk.link(temporary, path);
  } catch (error) {
    if (isTaken(error)) return failed('taken');
    if (hasNoHardLinks(error)) return renameUnlessTaken(temporary, path, disk);
    return failed(diskReason(error));
  }
  await tryUnlink(temporary, disk);
  return done(null);
}

async function renameUnlessTaken(temporary: string, path: string, disk: Disk): Promise<Outcome<null, DiskReason | 'taken'>> {
  try {
    if (await exists(path, disk)) return failed('taken');
    await disk.rename(temporary, path);
    return done(null);
  } catch (error) {
    return failed(diskReason(error));
  }
}

async function exists(path: string, disk: Disk): Promise<boolean> {
  try {
    await disk.statusAt(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Puts `bytes` in the place of whatever file has this name: a reader sees the old file or the new one, whole, and after a crash too. For documents
 * and small state files. `mode` is subject to the umask. If only the last flush failed, the new file is in place, but after a crash it may be the old
 * one again.
 */
export async function replaceAtomically(
  path: string,
  bytes: Uint8Array,
  mode: number,
  disk: Disk = realDisk,
): Promise<Outcome<null, DiskReason>> {
  const replaced = await replaceIfStill({ path, bytes, mode, isStill: () => true }, disk);
  return replaced.ok || replaced.reason !== 'changed' ? (replaced as Outcome<null, DiskReason>) : failed('io-error');
}

/** The same, unless `isStill` returns false at the last moment, when only the rename is left: `changed`, and nothing is replaced. */
export async function replaceIfStill(
  order: { readonly path: string; readonly bytes: Uint8Array; readonly mode: number; readonly isStill: () => boolean },
  disk: Disk = realDisk,
): Promise<Outcome<null, DiskReason | 'changed'>> {
  const directory = dirname(order.path);
  const temporary = await writeTemporary({ directory, content: order.bytes, mode: order.mode }, disk);
  if (!temporary.ok) return failed(temporary.reason as DiskReason); // the two others are about a blob or a digest
  if (!order.isStill()) {
    await tryUnlink(temporary.value, disk);
    return failed('changed');
  }
  try {
    await renameOver(temporary.value, order.path, disk);
  } catch (error) {
    await tryUnlink(temporary.value, disk);
    return failed(diskReason(error));
  }
  return syncFolderAt(directory, disk);
}

const WINDOWS_LOCK_MS = 10_000;

/** On Windows a virus scanner or an editor may hold the file for moments: EPERM, EACCES, EBUSY are tried again for up to 10 s. */
async function renameOver(from: string, to: string, disk: Disk): Promise<void> {
  const deadline = performance.now() + WINDOWS_LOCK_MS;
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    try {
      await disk.rename(from, to);
      return;
    } catch (error) {
      const locked = disk.isWindows && ['EPERM', 'EACCES', 'EBUSY'].includes(systemErrorName(error) ?? '');
      if (!locked || performance.now() + pauseMs > deadline) throw error;
      await delay(pauseMs);
    }
  }
}

/**
 * Removes what a killed process left in a folder: regular files of ours with a temporary name, nothing else. Returns how many.
 * Best effort. Another Hub that is writing into the same folder at this moment finds its file gone, fails that save, and tries it again.
 */
export async function removeLeftoverTemporaries(directory: string, disk: Disk = realDisk): Promise<number> {
  try {
    let removed = 0;
    for (const name of await disk.list(directory)) {
      if (isTemporaryName(name) && (await tryRemoveOwn(join(directory, name), disk))) removed += 1;
    }
    return removed;
  } catch (error) {
    diskReason(error);
    return 0;
  }
}

async function tryRemoveOwn(path: string, disk: Disk): Promise<boolean> {
  try {
    const status = await disk.statusAt(path);
    const isOurs = disk.isWindows || status.uid === process.getuid?.();
    return status.isFile() && isOurs && (await tryUnlink(path, disk));
  } catch (error) {
    diskReason(error);
    return false;
  }
}

/** Removes a file, best effort; tries twice, in case another program holds it for a moment. */
export async function tryUnlink(path: string, disk: Disk = realDisk): Promise<boolean> {
  for (let tries = 0; tries < 2; tries++) {
    try {
      await disk.unlink(path);
      return true;
    } catch (error) {
      diskReason(error);
    }
  }
  return false;
}
