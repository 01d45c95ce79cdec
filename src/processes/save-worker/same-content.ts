/** Whether an existing file has the content that is to be saved. */
import { createHash } from 'node:crypto';
import { type Disk, openFlags } from '../../base/files/disk.ts';
import { diskReason } from '../../base/files/disk-error.ts';
import { syncOpened, tryClose } from '../../base/files/flush.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';

const BLOCK_BYTES = 1024 * 1024;

/**
 * True for a regular file (no link is followed) of this size in bytes and this SHA-256, which is flushed to the disk unless `flush` is false; false
 * for anything else, including a file that can't be read, can't be flushed or is gone. Fails only with `busy`, if a later attempt may tell more.
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
    // The file with this name may have been replaced a moment ago.
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
