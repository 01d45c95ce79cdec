/**
 * Moves the file of a deleted copy to the desktop's trash, and brings it back. It must never delete a file for good, never move one that is not what Hub wrote,
 * and never move anything outside the WorkSpace.
 */
import { join } from 'node:path';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { syncOpened, tryClose } from '../../base/files/flush.ts';
import type { FileDeletion, FileReturn } from '../../contract/fragment-words.ts';
import { fileToTrash, placeWithin } from '../../domain/saving/file-deletion.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { type DoomedFile, doomedFile, type TrashedContent, trashedFile } from '../../journal/keeping/trashed-files.ts';
import { resultOfWrite } from '../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { knownTrash, type TrashFolder, type TrashUser, trashFor } from '../../platform/trash/trash-folder.ts';
import { inTrash, moveToFreePlace, releaseInTrash, removeNote, reserveInTrash } from '../../platform/trash/trash-moves.ts';
import { openGroupFolder } from './group-folder.ts';
import { isUntouched, openPlace, writtenFile } from './open-place.ts';

export interface TrashParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly user: TrashUser;
  readonly disk?: Disk;
  /** Aborted when nobody waits for the answer any more: then nothing is moved. */
  readonly signal: AbortSignal;
}

/** Rejects as the disk and the journal do; the file is where it was then, or where the journal says. */
export async function trashFile(parts: TrashParts, fragmentId: number): Promise<FileDeletion> {
  const { journal, writer, disk = realDisk, signal, user } = parts;
  const earlier = trashedFile(journal, fragmentId);
  if (earlier !== null && !earlier.isBack) return 'trashed';
  const facts = doomedFile(journal, fragmentId);
  if (facts === null) return 'none';
  return moveToTrash({ disk, signal, user }, facts, {
    begin: (to) => resultOfWrite(writer.write('recordTrashed', { ...facts, ...to, fragmentId })),
    undo: (to) => forget(parts, { ...facts, ...to, fragmentId }),
  });
}

/** What the journal is told of a move. `begin`: false if it must not be made. `undo`: the file is where it was. */
interface MoveRecord {
  readonly begin: (to: PlaceInTrash) => Promise<boolean>;
  readonly undo: (to: PlaceInTrash) => Promise<void>;
}

type PlaceInTrash = Pick<TrashedContent, 'workspace' | 'trash' | 'name'>;
type Surroundings = Required<Pick<TrashParts, 'user' | 'disk' | 'signal'>>;

/** Moves a file that Hub wrote, if it still is as Hub wrote it. Rejects as the disk and the journal do. */
export async function moveToTrash(parts: Surroundings, facts: DoomedFile, record: MoveRecord): Promise<FileDeletion> {
  const { disk, signal, user } = parts;
  const place = fileToTrash(facts);
  if (typeof place === 'string' || facts.workspace === null) return typeof place === 'string' ? place : 'outside';
  const folder = await openPlace(facts.workspace, place, disk);
  if (typeof folder === 'string') return folder;
  try {
    const from = `${folder.path}/${place.name}`;
    const status = await writtenFile(from, facts, { disk, signal });
    if (signal.aborted) return 'no-answer';
    if (typeof status === 'string') return status;
    await using trash = await trashFor(folder.realPath, user);
    if (trash === null) return 'no-trash';
    const name = await reserveInTrash(trash, join(folder.realPath, place.name), Date.now());
    const file = { workspace: facts.workspace, trash: trash.path, name };
    return await moveIn({ parts, record, trash, file, from, status });
  } finally {
    await tryClose(folder.descriptor, disk);
  }
}

interface Move {
  readonly parts: Surroundings;
  readonly record: MoveRecord;
  readonly trash: TrashFolder;
  readonly file: PlaceInTrash;
  readonly from: string;
  readonly status: Exclude<Awaited<ReturnType<typeof writtenFile>>, string>;
}

/** The journal knows where it will be before it is there: a crash between the two leaves it where it was, and undoing finds it there. */
async function moveIn({ parts, record, trash, file, from, status }: Move): Promise<FileDeletion> {
  const { disk, signal } = parts;
  const to = inTrash(trash, file.name);
  let isReserved = true;
  try {
    if (signal.aborted) return 'no-answer';
    if (!(await record.begin(file))) return 'shared';
    try {
      if (signal.aborted || !isUntouched(status, await disk.statusAt(from))) {
        await record.undo(file);
        return signal.aborted ? 'no-answer' : 'changed';
      }
      await disk.rename(from, to);
    } catch (error) {
      await record.undo(file);
      if (isOtherDisk(error)) return 'no-trash';
      throw error;
    }
    isReserved = false;
    if (isUntouched(status, await disk.statusAt(to))) return 'trashed';
    // Somebody has put another file there in this moment.
    await record.undo(file);
    isReserved = await moveToFreePlace(to, from);
    return isReserved ? 'changed' : 'failed';
  } finally {
    if (isReserved) await releaseInTrash(trash, file.name);
  }
}

async function forget({ writer }: TrashParts, file: TrashedContent): Promise<void> {
  await resultOfWrite(writer.write('fileIsBack', { ...file, atMs: Date.now() }));
}

/** Two mounts of one disk count as two for a move. */
function isOtherDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

/** Brings the file of a restored copy back, if it still is in the trash and its place is free. Rejects as the disk and the journal do. */
export async function bringBackFile(parts: TrashParts, fragmentId: number): Promise<FileReturn> {
  const { journal, writer, signal } = parts;
  const file = trashedFile(journal, fragmentId);
  if (file === null || !file.isBack) return 'none';
  if (signal.aborted) return 'no-answer';
  const end = await moveBack(parts, file);
  if (end === 'back') await forget(parts, file);
  else if (end === 'taken' || end === 'missing') await resultOfWrite(writer.write('fileStaysAway', file));
  return end;
}

async function moveBack({ disk = realDisk, user, signal }: TrashParts, file: TrashedContent): Promise<FileReturn> {
  const place = placeWithin(file.workspace, file.path);
  if (place === null) return 'failed';
  const opened = await openGroupFolder(file.workspace, place.group, disk);
  if (!opened.ok) return 'failed';
  const folder = opened.value;
  try {
    const to = `${folder.path}/${place.name}`;
    // It may never have left, or have been saved again meanwhile.
    const there = await writtenFile(to, file, { disk, signal });
    if (signal.aborted) return 'no-answer';
    if (typeof there !== 'string') return 'back';
    if (there === 'changed') return 'taken';
    if (folder.realPath !== join(await disk.realPath(file.workspace), place.group)) return 'taken';
    await using trash = await knownTrash(file.trash, user);
    const from = trash === null ? '' : inTrash(trash, file.name);
    if (trash === null || typeof (await writtenFile(from, file, { disk, signal })) === 'string')
      return signal.aborted ? 'no-answer' : 'missing';
    if (!(await moveToFreePlace(from, to))) return 'taken';
    await removeNote(trash, file.name);
    await syncOpened(folder.descriptor, disk);
    return 'back';
  } finally {
    await tryClose(folder.descriptor, disk);
  }
}
