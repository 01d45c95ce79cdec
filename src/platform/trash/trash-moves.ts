/**
 * Moves a file into the trash and back. It must never replace a file, neither there nor where it was: each name is taken first, by an empty file of ours,
 * which the moved one then replaces in one step.
 */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { isMissing, isTaken } from '../../base/files/disk-error.ts';
import type { TrashFolder } from './trash-folder.ts';
import { nameInTrash, trashInfo } from './trash-info.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;
const createNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
const mode = 0o600;
/** Each after the first has 64 random bits in its name. */
const mostAttempts = 4;

/** The way to a name in the trash. */
export const inTrash = (trash: TrashFolder, name: string): string => `${trash.files}/${name}`;

/** Takes a name in the trash for this file (a real path), and writes its note. Returns the name. Rejects as the disk does. */
export async function reserveInTrash(trash: TrashFolder, file: string, atMs: number): Promise<string> {
  const content = trashInfo(trash.top === null ? file : path.relative(trash.top, file), atMs);
  for (let attempt = 1; ; attempt += 1) {
    const name = nameInTrash(path.basename(file), attempt === 1 ? '' : randomBytes(8).toString('hex'));
    try {
      await writeNew(noteOf(trash, name), content);
      try {
        await writeNew(inTrash(trash, name), '');
        return name;
      } catch (error) {
        await fs.unlink(noteOf(trash, name));
        throw error;
      }
    } catch (error) {
      if (!isTaken(error) || attempt === mostAttempts) throw error;
    }
  }
}

/** Gives the name up again: nothing was moved there, or it was moved back. */
export async function releaseInTrash(trash: TrashFolder, name: string): Promise<void> {
  await tryRemovePlaceholder(inTrash(trash, name));
  await removeNote(trash, name);
}

/** What is in the trash under this name has left it. */
export async function removeNote(trash: TrashFolder, name: string): Promise<void> {
  try {
    await fs.unlink(noteOf(trash, name));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** False if something has this place already. Rejects as the disk does; then nothing was moved. */
export async function moveToFreePlace(from: string, to: string): Promise<boolean> {
  try {
    await writeNew(to, '');
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  try {
    await fs.rename(from, to);
    return true;
  } catch (error) {
    await tryRemovePlaceholder(to);
    throw error;
  }
}

const noteOf = (trash: TrashFolder, name: string): string => `${trash.info}/${name}.trashinfo`;

async function writeNew(file: string, content: string): Promise<void> {
  await using handle = await fs.open(file, createNew, mode);
  if (content === '') return;
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await fs.unlink(file); // half a note is none
    throw error;
  }
}

async function tryRemovePlaceholder(file: string): Promise<void> {
  try {
    const status = await fs.lstat(file);
    if (status.isFile() && status.size === 0) await fs.unlink(file);
  } catch {
    // an empty file stays
  }
}
