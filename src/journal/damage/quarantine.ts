/**
 * Replaces a damaged journal. The old one is put aside complete, with its blobs, because other tools may be able to read more of it than Hub. A new one
 * takes its place, with everything that Hub can read from the old one. Nothing is deleted.
 */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { allUnsure } from '../../domain/retention/lost-copies.ts';
import { type Journal, type JournalPlace, openJournal } from '../journal.ts';
import { carryOver } from './carrying-over.ts';
import { isDamage, isMarkedDamaged, removeDamageMark } from './damage.ts';
import { asideEnding, tryWriteLoss, writeCarriedOver } from './put-aside.ts';
import { carryWorkspaces } from './workspaces/carried-workspaces.ts';

/** Copies made during this time are not noticed, because the monitor waits for the new journal. */
const carriedWithinMs = 5_000;

export interface OpenedJournal {
  readonly journal: Journal;
  /** The name of the damaged file now; null if the journal was sound. */
  readonly putAside: string | null;
}

/**
 * Opens the journal. If SQLite finds it damaged or not a database, or it is marked as damaged, it is put aside first, and its readable rows are carried
 * over. Call this before other processes open it: a process that has it open continues to write into the old file. Throws as `openJournal` does for any
 * other error, and if another process is putting the journal aside at this moment.
 *
 * @param isStillDamaged tells whether a journal that is marked is damaged indeed; by default the mark is believed, which is right if it was just made.
 */
export function openJournalOrFresh(place: JournalPlace, nowMs: number, isStillDamaged: IsDamaged = () => true): OpenedJournal {
  const found = openedOrDamage(place, isStillDamaged);
  return 'journal' in found ? found : putAsideAndOpen(place, nowMs, found.damage);
}

type IsDamaged = (file: string) => boolean;

/** Opens the journal, or returns damage that opening it shows or that it is marked with. A journal of a newer Hub always throws, marked or not. */
function openedOrDamage(place: JournalPlace, isStillDamaged: IsDamaged): OpenedJournal | { readonly damage: unknown } {
  try {
    const journal = openJournal(place);
    if (!isMarkedDamaged(place.file) || !isStillDamaged(place.file)) {
      removeDamageMark(place.file); // it belongs to another file, or to what was in this one
      return { journal, putAside: null };
    }
    journal[Symbol.dispose]();
    return { damage: new Error('the journal is marked as damaged') };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { damage: error };
  }
}

function putAsideAndOpen(place: JournalPlace, nowMs: number, found: unknown): OpenedJournal {
  const lock = takeProcessLock(`${place.file}.lock`);
  if (!lock.ok) throw found;
  using _lock = lock.value;
  const again = openedOrDamage(place, () => true);
  if ('journal' in again) return again; // another process was faster
  const ending = putAsideJournal(place, nowMs);
  removeDamageMark(place.file);
  const journal = openJournal(place);
  const carried = carryOver({ file: `${place.file}${ending}`, blobs: `${place.blobs}${ending}` }, journal, carriedWithinMs);
  const putAside = path.basename(`${place.file}${ending}`);
  writeCarriedOver(journal, putAside, carried);
  carryWorkspaces(`${place.file}${ending}`, journal);
  return { journal, putAside };
}

/** Moves the database, its log and its blobs to names that end in `.bad-<date>`, and makes an empty folder for the next blobs. */
function putAsideJournal(place: JournalPlace, nowMs: number): string {
  const ending = asideEnding(nowMs);
  // The database is moved last: after a crash before that, the damaged journal is still there, and is put aside at the next start.
  moveIfThere(place.blobs, `${place.blobs}${ending}`);
  makeFolders(place.blobs, 0o700);
  // What was lost is found out later, and this is true until then, also if Hub is killed meanwhile.
  tryWriteLoss(`${place.file}${ending}`, allUnsure);
  for (const part of ['-shm', '-wal', '']) moveIfThere(`${place.file}${part}`, `${place.file}${ending}${part}`);
  return ending;
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
