/** Whether a file leaves the disk of the WorkSpace its reserve (`domain/room.ts`). */
import { statfs } from 'node:fs/promises';
import { leavesReserve, smallBytes } from '../../domain/room.ts';

/** What can't be found out shows when the file is written. A disk that never answers keeps this waiting. */
export async function keepsReserve(workspace: string, bytes: number): Promise<boolean> {
  if (bytes <= smallBytes) return true;
  try {
    const { blocks, bavail, bsize } = await statfs(workspace);
    // Some file systems, network ones above all, tell no sizes.
    return blocks === 0 || leavesReserve({ bytes, diskBytes: blocks * bsize, freeBytes: bavail * bsize });
  } catch {
    return true;
  }
}
