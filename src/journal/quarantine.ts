/**
 * What becomes of a journal that is damaged: it is put aside whole, with its large contents, for whoever can read more of it
 * than Hub, and a new one takes its place, with what Hub can read of it. Hub goes on, and nothing is deleted.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { takeProcessLock } from '../base/process-lock.ts';
import { carryOver } from './carrying-over.ts';
import { isDamage, isMarkedDamaged, removeDamageMark } from './damage.ts';
import { type Journal, type JournalPlace, openJournal } from './journal.ts';
import { asideEnding } from './put-aside.ts';

/** Nobody hears of a copy meanwhile, since the monitor waits for the new journal. */
const carriedWithinMs = 5_000;

export interface OpenedJournal {
  readonly journal: Journal;
  /** Where the damaged one lies now; null when it was sound. */
  readonly putAside: string | null;
}

/**
 * Opens the journal; one that SQLite finds damaged, or no database, or that is marked as damaged, is put aside first, and what can
 * be read of it is carried over. To be called before other processes have it open: one that has goes on writing into what was put aside. Throws as `openJournal` does for anything else, and when another process is
 * putting it aside at this moment.
 */
export function openJournalOrFresh(place: JournalPlace, nowMs: number): OpenedJournal {
  const found = openedOrDamage(place);
  return 'journal' in found ? found : putAsideAndOpen(place, nowMs, found.damage);
}

/** Damage that shows when it is opened, or that somebody met in it. A journal of a newer Hub is none of ours, marked or not. */
function openedOrDamage(place: JournalPlace): OpenedJournal | { readonly damage: unknown } {
  try {
    const journal = openJournal(place);
    if (!isMarkedDamaged(place.file)) {
      removeDamageMark(place.file); // of another one
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
  const again = openedOrDamage(place);
  if ('journal' in again) return again; // another process was quicker
  const ending = putAsideJournal(place, nowMs);
  removeDamageMark(place.file);
  const journal = openJournal(place);
  carryOver({ file: `${place.file}${ending}`, blobs: `${place.blobs}${ending}` }, journal, carriedWithinMs);
  return { journal, putAside: path.basename(`${place.file}${ending}`) };
}

/** Moves the database, its log and its blobs to names that end in `.bad-<date>`, and makes an empty folder for the next blobs. */
function putAsideJournal(place: JournalPlace, nowMs: number): string {
  const ending = asideEnding(nowMs);
  // The database goes last: a crash before it leaves a journal that is damaged still, and is put aside at the next start.
  moveIfThere(place.blobs, `${place.blobs}${ending}`);
  mkdirSync(place.blobs, { recursive: true, mode: 0o700 });
  for (const part of ['-shm', '-wal', '']) moveIfThere(`${place.file}${part}`, `${place.file}${ending}${part}`);
  return ending;
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
