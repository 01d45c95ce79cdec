/** Chooses the folder for the files of unit tests: in memory, where a flush costs nothing, if there is room. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The processes of `npm run check` together use 42 MB at most. A container often has 64 MB there, which others use too. */
const roomBytes = 256 * 1024 * 1024;

/** The folder in memory; the usual folder for temporary files if there is none, it can't be written to, or it has less than 256 MB left. */
export function folderForFiles(memory = '/dev/shm', neededBytes = roomBytes): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
