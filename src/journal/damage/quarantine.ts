/**
 * Replaces a damaged journal. The old one is put aside complete, with its blobs, because other tools may be able to read more of it than Hub. A new one
 * takes its place, with everything that Hub can read from the old one. Nothing is deleted.
 */
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { allWaiting } from '../../domain/retention/lost-copies.ts';
import { type Journal, type JournalPlace, openJournal } from '../journal.ts';
import { tryGiveUpSchema } from './carrying/given-files.ts';
import { FoundDamage, isDamage, isMarkedDamaged, removeDamageMark } from './damage.ts';
import { isToBeMoved, lossEnding, writeLoss, writeMove } from './loss-file.ts';
import { asideEnding, journalsAmong } from './names-aside.ts';
import { keepSchema, schemaEnding, tryCopySchema } from './schema/schema-copy.ts';

/** Copies made during this time are not noticed, because the monitor waits for the new journal. */
const carriedWithinMs = 5_000;

export interface OpenedJournal {
  readonly journal: Journal;
  /** The name of the damaged file now; null if the journal was sound. */
  readonly putAside: string | null;
}

/**
 * Opens the journal, and keeps a copy of its schema. If SQLite finds it damaged or not a database, its schema is not the one of the copy, or it is marked as damaged,
 * it is put aside first, and its readable rows are carried over. Call this before other processes open it: a process that has it open continues to write into the old file. Throws as `openJournal` does for any
 * other error, and if another process is putting the journal aside at this moment.
 *
 * @param isStillDamaged tells whether a journal that is marked is damaged indeed; by default the mark is believed, which is right if it was just made.
 */
export function openJournalOrFresh(place: JournalPlace, nowMs: number, isStillDamaged: IsDamaged = () => true): OpenedJournal {
  const found =
    begunEnding(place) === null ? openedOrDamage(place, isStillDamaged) : { damage: new Error('the journal is being put aside') };
  const opened = 'journal' in found ? found : putAsideAndOpen(place, nowMs, found.damage);
  if (areAside(place)) carrying().carryOverNew(place, opened.journal, carriedWithinMs, opened.putAside);
  return opened;
}

/** Whether a journal was put aside, ever. Best effort, as carrying over is. */
function areAside({ file }: JournalPlace): boolean {
  try {
    return journalsAmong(readdirSync(path.dirname(file)), file).length > 0;
  } catch {
    return false;
  }
}

/** Loaded when something is to be carried over: the start of Hub waits for this, and hardly ever needs it. */
function carrying(): typeof import('./carrying/carry-over.ts') {
  return createRequire(import.meta.url)('./carrying/carry-over.ts') as typeof import('./carrying/carry-over.ts');
}

type IsDamaged = (file: string) => boolean;

/** Opens the journal, or returns damage that opening it shows or that it is marked with. A journal of a newer Hub always throws, marked or not. */
function openedOrDamage(place: JournalPlace, isStillDamaged: IsDamaged): OpenedJournal | { readonly damage: unknown } {
  let journal: Journal | null = null;
  try {
    journal = openJournal(place);
    if (isMarkedDamaged(place.file) && isStillDamaged(place.file)) throw new FoundDamage('the journal is marked as damaged');
    tryGiveUpSchema(place.file, journal);
    keepSchema(journal, place.file);
    removeDamageMark(place.file); // it belongs to another file, or to what was in this one
    return { journal, putAside: null };
  } catch (error) {
    journal?.[Symbol.dispose]();
    if (!isDamage(error)) throw error;
    return { damage: error };
  }
}

function putAsideAndOpen(place: JournalPlace, nowMs: number, found: unknown): OpenedJournal {
  const lock = takeProcessLock(`${place.file}.lock`);
  if (!lock.ok) throw found;
  using _lock = lock.value;
  if (begunEnding(place) === null) {
    const again = openedOrDamage(place, () => true);
    if ('journal' in again) return again; // another process was faster
  }
  const ending = putAsideJournal(place, nowMs);
  removeDamageMark(place.file);
  const journal = openJournal(place);
  keepSchema(journal, place.file);
  return { journal, putAside: path.basename(`${place.file}${ending}`) };
}

/** The ending under which an earlier start began to put this journal aside, and ended before it had; null if none did. If what it wrote down can't be read, what it has moved tells. */
function begunEnding({ file }: JournalPlace): string | null {
  if (!existsSync(file)) return null;
  const names = readdirSync(path.dirname(file));
  const written = names.flatMap((name) => (name.endsWith(lossEnding) ? [name.slice(0, -lossEnding.length)] : []));
  const endings = journalsAmong(written, file).map((one) => one.file.slice(path.basename(file).length));
  const isBegun = (ending: string): boolean => {
    if (names.includes(`${path.basename(file)}${ending}`)) return false;
    return isToBeMoved(`${file}${ending}`) ?? names.some((name) => name.includes(ending) && !name.endsWith(lossEnding));
  };
  return endings.find(isBegun) ?? null;
}

/**
 * Moves the database, its log, the copy of its schema and its blobs to names that end in `.bad-<date>`, and makes an empty folder for the next blobs. That it does is written down before: what
 * was begun is finished under the same names, whenever it was ended. Throws the system's error.
 */
function putAsideJournal(place: JournalPlace, nowMs: number): string {
  const ending = begunEnding(place) ?? asideEnding(nowMs);
  writeMove(`${place.file}${ending}`);
  moveFolder(place.blobs, `${place.blobs}${ending}`);
  makeFolders(place.blobs, 0o700);
  // The database is the last: as long as it is there, this is not finished.
  tryMoveSchema(`${place.file}${schemaEnding}`, `${place.file}${ending}${schemaEnding}`);
  for (const part of ['-shm', '-wal', '']) moveIfThere(`${place.file}${part}`, `${place.file}${ending}${part}`);
  writeLoss(`${place.file}${ending}`, allWaiting);
  return ending;
}

/** It is not waited for: on Windows a backup program may have it open, and lets others read it. */
function tryMoveSchema(from: string, to: string): void {
  try {
    moveIfThere(from, to);
  } catch {
    tryCopySchema(from, to);
  }
}

/** If some of it was moved before, the rest joins that. */
function moveFolder(from: string, to: string): void {
  if (!existsSync(from) || !existsSync(to)) return moveIfThere(from, to);
  for (const name of readdirSync(from)) {
    const [one, other] = [path.join(from, name), path.join(to, name)];
    if (!existsSync(other)) renameSync(one, other);
    else if (lstatSync(one).isDirectory() && lstatSync(other).isDirectory()) moveFolder(one, other);
  }
}

/** The index of a log has nothing, nor has a schema, and a log without a frame has none of a copy (https://sqlite.org/fileformat2.html#walformat). */
const emptyLogBytes = 32;

/** What was moved before is not replaced: it may have copies that no other file has. */
function moveIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  if (!existsSync(to)) return renameSync(from, to);
  if (from.endsWith('-shm') || from.endsWith(schemaEnding) || (from.endsWith('-wal') && lstatSync(from).size <= emptyLogBytes))
    return rmSync(from);
  let free = `${to}-next`;
  for (let number = 2; existsSync(free); number += 1) free = `${to}-next-${number}`;
  renameSync(from, free);
}
