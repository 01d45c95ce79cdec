/** The free space on a disk. */
import { statfs } from 'node:fs/promises';

export interface DiskRoom {
  readonly diskBytes: number;
  /** For this user. */
  readonly freeBytes: number;
}

/**
 * Of the disk that holds this folder; infinite if the disk reports no sizes, as some network disks do. Rejects as `node:fs` does; never settles if
 * the disk does not respond.
 */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const isTold = blocks > 0;
  return { diskBytes: isTold ? blocks * bsize : Number.POSITIVE_INFINITY, freeBytes: isTold ? bavail * bsize : Number.POSITIVE_INFINITY };
}
