/**
 * What becomes of a journal that is damaged: it is put aside whole, with its large contents, for whoever can still read something of it,
 * and an empty one takes its place. Hub goes on, and nothing is deleted.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { takeProcessLock } from '../base/process-lock.ts';
import { type Journal, type JournalPlace, openJournal } from './journal.ts';

export interface OpenedJournal {
  readonly journal: Journal;
  /** Where the damaged one lies now; null when it was sound. */
  readonly putAside: string | null;
}

/**
 * Opens the journal; one that SQLite finds damaged, or no database, is put aside first. To be called before other processes have it open:
 * one that has goes on writing into what was put aside. Throws as `openJournal` does for anything else, and when another process is
 * putting it aside at this moment.
 */
export function openJournalOrFresh(place: JournalPlace, nowMs: number): OpenedJournal {
  try {
    return { journal: openJournal(place), putAside: null };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return putAsideAndOpen(place, nowMs, error);
  }
}

function putAsideAndOpen(place: JournalPlace, nowMs: number, found: unknown): OpenedJournal {
  const lock = takeProcessLock(`${place.file}.lock`);
  if (!lock.ok) throw found;
  using _lock = lock.value;
  try {
    return { journal: openJournal(place), putAside: null }; // another process was quicker
  } catch (error) {
    if (!isDamage(error)) throw error;
    const putAside = putAsideJournal(place, nowMs);
    return { journal: openJournal(place), putAside };
  }
}

/** Moves the database, its log and its blobs to names that end in `.bad-<date>`, and makes an empty folder for the next blobs. */
function putAsideJournal(place: JournalPlace, nowMs: number): string {
  const ending = `.bad-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  // The database goes last: a crash before it leaves a journal that is damaged still, and is put aside at the next start.
  moveIfThere(place.blobs, `${place.blobs}${ending}`);
  mkdirSync(place.blobs, { recursive: true, mode: 0o700 });
  for (const part of ['-shm', '-wal', '']) moveIfThere(`${place.file}${part}`, `${place.file}${ending}${part}`);
  return path.basename(`${place.file}${ending}`);
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

/** SQLITE_CORRUPT and SQLITE_NOTADB (https://sqlite.org/rescode.html), with their extended codes. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false;
  const primary = error.errcode & 0xff;
  return primary === 11 || primary === 26;
}
