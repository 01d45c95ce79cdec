/**
 * Whether a folder belongs to a drive that is not connected. Two things tell: the places below, in which systems put the folder of a drive when it is connected,
 * and the list of the drives that this system connects (fstab(5)). What is made there in place of the drive is on the system's disk, and hidden as soon as
 * the drive is back.
 */
import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing, systemErrorName } from './disk-error.ts';

/** Where drives appear. */
export interface DrivePlaces {
  /** Each with the folder, from there, that is on the disk that is there without them: a drive may be at /mnt itself. */
  readonly places: Readonly<Record<string, '.' | '..'>>;
  /** There each user has a folder of drives. */
  readonly ofUsers: readonly string[];
  /** The file with the mount points of all drives (fstab(5)), and the one with those that are in use (proc_pid_mountinfo(5)). */
  readonly listed: string;
  readonly inUse: string;
}

const usual: DrivePlaces = {
  places: { '/media': '.', '/mnt': '..', '/run/media': '.', '/Volumes': '.' },
  ofUsers: ['/media', '/run/media'],
  listed: '/etc/fstab',
  inUse: '/proc/self/mountinfo',
};

/**
 * Of a folder that is missing. A folder above it that has something in it, and is on the system's disk, is no drive's: somebody uses it, as for homes. Takes as long as the disk does. Rejects with the
 * system's error, also if the folder above it is missing as well.
 */
export async function isOfMissingDrive(folder: string, where: DrivePlaces = usual): Promise<boolean> {
  const above = path.dirname(folder);
  const found = await realpath(above);
  const place = await placeWithout(found, where);
  if (place !== null && (found === place.real || (where.ofUsers.includes(place.name) && path.dirname(found) === place.real))) return true;
  return (await isEmpty(found)) && (place !== null || (await isUnmounted([above, found], where)));
}

/** The same of a folder that is there: in the place of a drive, and empty. */
export async function isPlaceOfMissingDrive(folder: string, where: DrivePlaces = usual): Promise<boolean> {
  if (!(await isEmpty(folder))) return false;
  const found = await realpath(folder);
  return (await placeWithout(found, where)) !== null || (await isUnmounted([folder, found], where));
}

/** The highest of the folders that are missing for this one; the folder itself if those above it are there. Rejects with the system's error. */
export async function highestMissing(folder: string): Promise<string> {
  let highest = folder;
  // On Windows there may be no such drive.
  for (let above = path.dirname(highest); above !== highest && !(await exists(above)); above = path.dirname(highest)) highest = above;
  return highest;
}

async function exists(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
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

/** The place of drives that this folder is in, and where that leads, as /mnt to /var/mnt; null if it is in none, or on a drive that is there. */
async function placeWithout(found: string, { places }: DrivePlaces): Promise<{ readonly name: string; readonly real: string } | null> {
  for (const [name, without] of Object.entries(places)) {
    const real = await realpath(name).catch(() => name);
    if (found !== real && !found.startsWith(`${real}/`)) continue;
    const [at, disk] = await Promise.all([stat(found, { bigint: true }), stat(path.join(real, without), { bigint: true })]);
    return at.dev === disk.dev ? { name, real } : null;
  }
  return null;
}

/** Whether this system connects a drive at this folder, which may be named in several ways, and has not. Not known without the list of those in use. */
async function isUnmounted(names: readonly [string, string], { listed, inUse }: DrivePlaces): Promise<boolean> {
  if (!(await mountPoints(listed, 1)).some((one) => names.includes(one))) return false;
  const used = await mountPoints(inUse, 4);
  return used.length > 0 && !used.includes(names[1]);
}

/** The absolute paths in a column of such a file; none if it is missing. */
async function mountPoints(file: string, column: number): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const name = line.trim().split(/[ \t]+/)[column];
    if (line.trimStart().startsWith('#') || name?.startsWith('/') !== true) return [];
    return [path.resolve(name.replaceAll(/\\([0-3][0-7]{2})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))))];
  });
}
