/**
 * Prints whether Hub could save into the folder that is its argument, and the room on its disk, as JSON. The second argument is `unused` for a WorkSpace that no file was saved
 * into. It may hang with that disk, and is killed then.
 */
import { lstat, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { diskRoom } from '../../base/files/disk-room.ts';
import { highestMissing, isOfMissingDrive, isPlaceOfMissingDrive } from '../../base/files/missing-drive.ts';
import { lookForSaving } from '../../configuration/folder-presence.ts';
import type { FolderFacts } from './folder-facts.ts';

const [, , folder = '', use] = process.argv;

/** Of the folder, or of the nearest one above it that is there. Null: the disk does not tell. */
async function freeBytesAt(at: string): Promise<number | null> {
  try {
    const { freeBytes } = await diskRoom(at);
    return Number.isFinite(freeBytes) ? freeBytes : null;
  } catch (error) {
    if (isMissing(error) && at !== path.dirname(at)) return freeBytesAt(path.dirname(at));
    return null;
  }
}

/** Of Linux (statfs(2)), /proc and /sys: what the kernel makes up takes no folder, although root may write everywhere. */
const madeUp: readonly number[] = [0x9fa0, 0x62656572];

/** As the save worker does: not in the place of a drive or of a link, nor without the folder above it, unless it was never used. */
async function canBeMade(folder: string): Promise<boolean> {
  if ((await lstat(folder).catch(() => null)) !== null) return false;
  const at = use === 'unused' ? await highestMissing(folder) : folder;
  const above = path.dirname(at);
  if ((await lookForSaving(above)) !== 'folder' || madeUp.includes((await statfs(above)).type)) return false;
  return !(await isOfMissingDrive(at));
}

/** What is no folder, in the place of this one or of one above it. Null if there is no such thing. */
async function findInTheWay(at: string): Promise<FolderFacts['inTheWay']> {
  const found = await stat(at).catch(() => null);
  if (found !== null) return found.isDirectory() ? null : { path: at, isFile: found.isFile() };
  return at === path.dirname(at) ? null : findInTheWay(path.dirname(at));
}

const writability = await lookForSaving(folder);
const facts: FolderFacts = {
  writability,
  canBeMade: writability === 'missing' && (await canBeMade(path.resolve(folder))),
  isWithoutDrive: writability === 'folder' && use !== 'unused' && (await isPlaceOfMissingDrive(folder)),
  inTheWay: writability === 'no-folder' ? await findInTheWay(folder) : null,
  freeBytes: await freeBytesAt(folder),
};
process.stdout.write(JSON.stringify(facts));
