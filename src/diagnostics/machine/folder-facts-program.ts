/** Prints whether Hub could save into the folder that is its argument, and the room on its disk, as JSON. It may hang with that disk, and is killed then. */
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { diskRoom } from '../../base/files/disk-room.ts';
import { lookForSaving } from '../../configuration/folder-presence.ts';
import type { FolderFacts } from './folder-facts.ts';

const [, , folder = ''] = process.argv;

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

const facts: FolderFacts = {
  writability: await lookForSaving(folder),
  above: await lookForSaving(path.dirname(folder)),
  freeBytes: await freeBytesAt(folder),
};
process.stdout.write(JSON.stringify(facts));
