/** Prints whether Hub could save into the folder that is its argument, and the room on its disk, as JSON. It may hang with that disk, and is killed then. */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../base/files/disk-error.ts';
import { diskRoom } from '../../base/files/disk-room.ts';
import { lookForSaving, type Writability } from '../../configuration/folder-presence.ts';
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

/** Of Linux (statfs(2)), /proc and /sys: what the kernel makes up takes no folder, although root may write everywhere. */
const madeUp: readonly number[] = [0x9fa0, 0x62656572];

async function lookAbove(at: string): Promise<Writability> {
  const found = await lookForSaving(at);
  return found === 'folder' && madeUp.includes((await statfs(at)).type) ? 'closed' : found;
}

const facts: FolderFacts = {
  writability: await lookForSaving(folder),
  above: await lookAbove(path.dirname(folder)),
  freeBytes: await freeBytesAt(folder),
};
process.stdout.write(JSON.stringify(facts));
