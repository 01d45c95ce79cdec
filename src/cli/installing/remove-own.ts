/** What `hub uninstall` deletes, by the names that Hub and Node give it: whatever else is in the same folders is somebody's, and stays. */
import { lstat, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { type DiskReason, diskReason, systemErrorName } from '../../base/files/disk-error.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Places } from '../../platform/locations.ts';

/** If it fails, `detail` is the place that is still there. */
export type Removed = Outcome<null, DiskReason>;

/** What Hub puts into its home. */
const ownEntries = ['config', 'data', 'exports', 'Logs', 'python_core', 'run'] as const;

/** Deletes what Hub keeps in its home, and the home if nothing else is in it. */
export async function removeData({ home }: Pick<Places, 'home'>): Promise<Removed> {
  for (const name of ownEntries) {
    const removed = await attempt(path.join(home, name), (folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    if (!removed.ok) return removed;
  }
  await rmdir(home).catch(() => {});
  return done(null);
}

/** The first of these folders that `removeData` would delete, because it is in something that Hub puts into its home; null if there is none. */
export async function doomedFolder({ home }: Pick<Places, 'home'>, folders: readonly string[]): Promise<string | null> {
  const real = await Promise.all(folders.map(realPath));
  for (const name of ownEntries) {
    const entry = path.join(home, name);
    // Of a link only the link is deleted.
    const isFolder = (await lstat(entry).catch(() => null))?.isDirectory() === true;
    const realEntry = isFolder ? await realPath(entry) : null;
    const at = real.findIndex((folder) => realEntry !== null && folder !== null && isWithin(folder, realEntry));
    if (at !== -1) return folders[at] ?? null;
  }
  return null;
}

/** Null for a folder that does not exist. */
async function realPath(folder: string): Promise<string | null> {
  try {
    return await realpath(folder);
  } catch (error) {
    return systemErrorName(error) === 'ENOENT' ? null : path.resolve(folder);
  }
}

function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(`${outer}${path.sep}`);
}

/** A folder of Node in the folder that `NODE_COMPILE_CACHE` names, such as `v26.10.0-x64-310b2ce3-1000`: its version, the system, a hash and, but on Windows, the user (`src/compile_cache.cc` of Node). */
const versionFolder = /^v\d+\.\d+\.\d+(?:-[\w.]+)?-\w+-[0-9a-f]{8}(?:-\d+)?$/;
/** What Node has compiled of one file, also while it was being written. */
const compiledFile = /^[0-9a-f]{8}(?:\.\w{6})?$/;

/** Deletes the code that Node has compiled for Hub. Wherever `NODE_COMPILE_CACHE` points is its user's, and stays. */
export async function removeCache({ cache }: Pick<Places, 'cache'>): Promise<Removed> {
  for (const version of (await entriesOf(cache)).filter((name) => versionFolder.test(name))) {
    const folder = path.join(cache, version);
    if ((await lstat(folder).catch(() => null))?.isDirectory() !== true) continue;
    for (const name of (await entriesOf(folder)).filter((each) => compiledFile.test(each))) {
      const removed = await attempt(path.join(folder, name), (file) => rm(file, { force: true, maxRetries: 3 }));
      // A folder with such a name is not Node's.
      if (!removed.ok && (await lstat(path.join(folder, name)).catch(() => null))?.isDirectory() !== true) return removed;
    }
    await rmdir(folder).catch(() => {});
  }
  // On Windows it is a folder in that of the program.
  for (const folder of path.basename(cache) === 'compiled' ? [cache, path.dirname(cache)] : [cache]) await rmdir(folder).catch(() => {});
  return done(null);
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function attempt(place: string, remove: (place: string) => Promise<void>): Promise<Removed> {
  try {
    await remove(place);
    return done(null);
  } catch (error) {
    return failed(diskReason(error), place);
  }
}
