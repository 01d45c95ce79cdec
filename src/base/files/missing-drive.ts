/**
 * Whether a folder that is missing belongs to a drive that is not connected. The places below are those in which systems put the folder of a drive when
 * it is connected, and remove it afterwards. What is made there in its place is on the system's disk, and hidden as soon as the drive is back.
 */
import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorName } from './disk-error.ts';

/** Where drives appear, each with a folder on the disk that is there without them: a drive may be at /mnt itself. */
const places: Readonly<Record<string, string>> = {
  '/media': '/media',
  '/mnt': '/',
  '/run/media': '/run/media',
  '/Volumes': '/Volumes',
};
/** There each user has a folder of drives. */
const placesOfUsers: readonly string[] = ['/media', '/run/media'];

/**
 * Of a folder that is missing. A folder in such a place that has something in it, and is on the system's disk, is no drive's: somebody uses it, as for homes. Takes as long as the disk does. Rejects with the
 * system's error, also if the folder above it is missing as well.
 */
export async function isOfMissingDrive(folder: string, drivePlaces = places, ofUsers = placesOfUsers): Promise<boolean> {
  const above = await realpath(path.dirname(folder));
  const place = Object.entries(drivePlaces).find(([one]) => above === one || above.startsWith(`${one}/`));
  if (place === undefined) return false;
  const [found, without] = await Promise.all([stat(above, { bigint: true }), stat(place[1], { bigint: true })]);
  if (found.dev !== without.dev) return false;
  const isPlace = above === place[0] || (ofUsers.includes(place[0]) && path.dirname(above) === place[0]);
  return isPlace || (await isEmpty(above));
}

/** Also true for a folder that nobody may look into, as some mount points are. */
export async function isEmpty(folder: string): Promise<boolean> {
  try {
    await using entries = await opendir(folder);
    return (await entries.read()) === null;
  } catch (error) {
    return systemErrorName(error) !== 'ENOTDIR';
  }
}
