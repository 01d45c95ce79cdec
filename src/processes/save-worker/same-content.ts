/** Whether a file that is there already is the one that is to be saved. */
import { createHash } from 'node:crypto';
import { type Disk, diskReason, openFlags } from '../../base/disk.ts';
import { syncOpened, tryClose } from '../../base/durable-file.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';

const BLOCK_BYTES = 1024 * 1024;

/**
 * True for a regular file (no link is followed) of this size in bytes and this SHA-256, which is flushed to the disk unless `flush` is
 * false; false for all else, also for what may not be read, cannot be flushed or is gone. Fails with `busy` alone, where asking later tells more.
 */
export async function holdsContent(
  path: string,
  expected: { readonly bytes: number; readonly sha256: string; readonly flush?: boolean },
  disk: Disk,
): Promise<Outcome<boolean, 'busy'>> {
  let file: number | null = null;
  try {
    if (!isCandidate(await disk.statusAt(path), expected.bytes)) return done(false);
    file = await disk.open(path, openFlags.readStranger);
    // What has this name now may not be what had it a moment ago.
    if (!isCandidate(await disk.statusOf(file), expected.bytes)) return done(false);
    if ((await digestOf(file, disk)) !== expected.sha256) return done(false);
    return done(expected.flush === false || (await syncOpened(file, disk)).ok);
  } catch (error) {
    return diskReason(error) === 'busy' ? failed('busy') : done(false);
  } finally {
    if (file !== null) await tryClose(file, disk);
  }
}

function isCandidate(status: { size: number; isFile(): boolean }, bytes: number): boolean {
  return status.isFile() && status.size === bytes;
}

async function digestOf(file: number, disk: Disk): Promise<string> {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(Math.min(BLOCK_BYTES, (await disk.statusOf(file)).size + 1));
  for (let count = await disk.read(file, buffer); count > 0; count = await disk.read(file, buffer)) hash.update(buffer.subarray(0, count));
  return hash.digest('hex');
}
