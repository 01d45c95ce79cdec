/**
 * Whether a folder that is missing belongs to a drive that is not connected. The places below are those in which systems put the folder of a drive when
 * it is connected, and remove it afterwards. What is made there in its place is on the system's disk, and hidden as soon as the drive is back.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where drives appear, each with a folder on the disk that is there without them: a drive may be at /mnt itself. */
const places: Readonly<Record<string, string>> = {
  '/media': '/media',
  '/mnt': '/',
  '/run/media': '/run/media',
  '/Volumes': '/Volumes',
};

/** Of a folder that is missing. Takes as long as the disk does. Rejects with the system's error, also if the folder above it is missing as well. */
export async function isOfMissingDrive(folder: string, drivePlaces = places): Promise<boolean> {
  const above = await realpath(path.dirname(folder));
  const place = Object.entries(drivePlaces).find(([one]) => above === one || above.startsWith(`${one}/`));
  if (place === undefined) return false;
  const [found, without] = await Promise.all([stat(above, { bigint: true }), stat(place[1], { bigint: true })]);
  return found.dev === without.dev;
}
