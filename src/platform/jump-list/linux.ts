/**
 * Linux: an entry among the user's own applications, whose actions docks and taskbars show: `hub.desktop` for the default home, a separate one for
 * each other home. It appears complete or not at all, is only written if it changed, and an entry of that name which Hub did not write is left alone.
 * Entries that Hub wrote for deleted homes are removed.
 */
import { lstat, readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { diskReason, isMissing, systemErrorName } from '../../base/files/disk-error.ts';
import { replaceAtomically } from '../../base/files/durable-file.ts';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';
import { done, failed } from '../../base/outcome.ts';
import { desktopEntry, homeIn, isOwn } from './desktop-entry.ts';
import { entryName, type JumpList, type ListOwner, programName } from './interface.ts';

/** `dataHome` is `$XDG_DATA_HOME`. */
export function desktopJumpList(dataHome: string, owner: ListOwner): JumpList {
  const folder = path.join(dataHome, 'applications');
  const file = path.join(folder, `${entryName(owner.key)}.desktop`);
  return {
    publish: async (main, tasks) => {
      const entry = desktopEntry(main, tasks, owner);
      if (!entry.ok) return entry;
      await removeOrphans(folder, file);
      try {
        const present = await readIfThere(file);
        if (present === entry.value) return done('unchanged');
        if (present !== null && !isOwn(present)) return failed('taken');
        await makeFoldersAsync(folder, 0o700);
      } catch (error) {
        return failed(diskReason(error));
      }
      const written = await replaceAtomically(file, Buffer.from(entry.value), 0o644);
      return written.ok ? done('written') : written;
    },
    withdraw: async () => {
      const present = await readIfThere(file).catch(() => null);
      if (present !== null && isOwn(present)) await unlink(file).catch(() => {});
    },
  };
}

const usualName = `${entryName(null)}.desktop`;
const isOtherName = (name: string): boolean =>
  name.startsWith(`${programName}-`) && /^[0-9a-f]{8}\.desktop$/.test(name.slice(programName.length + 1));

/** Removes the entries of deleted homes. What can't be read or removed stays. */
async function removeOrphans(folder: string, own: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name === usualName || isOtherName(name)).map((name) => path.join(folder, name));
  for (const file of files.filter((one) => one !== own)) {
    const entry = await readFile(file, 'utf8').catch(() => '');
    const home = isOwn(entry) ? homeIn(entry) : null;
    if (home !== null && (await isGone(home))) await unlink(file).catch(() => {});
  }
}

/** Only a missing folder counts as deleted: one that can't be inspected may still be somebody's home. */
async function isGone(home: string): Promise<boolean> {
  try {
    await lstat(home);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemErrorName(error) ?? '');
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
