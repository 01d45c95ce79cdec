/**
 * Replaces a damaged journal. The old one is put aside complete, with its blobs, because other tools may be able to read more of it than Hub. A new one
 * takes its place, with everything that Hub can read from the old one. Nothing is deleted.
 */
import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import { takeProcessLock } from '../../base/files/process-lock.ts';
import { allUnsure, allWaiting } from '../../domain/retention/lost-copies.ts';
import { type Journal, type JournalPlace, openJournal } from '../journal.ts';
import { tryGiveUpSchema } from './carrying/given-files.ts';
import { FoundDamage, isDamage, isMarkedDamaged, markDamaged, removeDamageMark } from './damage.ts';
import { begunMove, lossEnding, writeLoss, writeMove } from './loss-file.ts';
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
  takeBackChanged(place);
  const isBegun = begunEnding(place) !== null;
  const found = isBegun ? { damage: new Error('the journal is being put aside') } : openedOrDamage(place, isStillDamaged);
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
  markDamaged(place.file);
  const ending = putAsideJournal(place, nowMs);
  removeDamageMark(place.file);
  const journal = openJournal(place);
  keepSchema(journal, place.file);
  return { journal, putAside: path.basename(`${place.file}${ending}`) };
}

/** What earlier starts began to put aside, and had not when they ended: the ending of its names, and whether it is the journal that is there now. */
function begunMoves({ file }: JournalPlace): readonly { readonly ending: string; readonly isSame: boolean }[] {
  const names = readdirSync(path.dirname(file));
  const written = names.flatMap((name) => (name.endsWith(lossEnding) ? [name.slice(0, -lossEnding.length)] : []));
  return journalsAmong(written, file).flatMap((one) => {
    const ending = one.file.slice(path.basename(file).length);
    const begun = names.includes(one.file) ? null : begunMove(`${file}${ending}`, file);
    return begun === null ? [] : [{ ending, isSame: begun === 'same' }];
  });
}

function begunEnding(place: JournalPlace): string | null {
  return begunMoves(place).find(({ isSame }) => isSame)?.ending ?? null;
}

/** Somebody may have written into it, or put a backup in its place. */
function takeBackChanged(place: JournalPlace): void {
  if (begunMoves(place).every(({ isSame }) => isSame)) return;
  const lock = takeProcessLock(`${place.file}.lock`);
  if (!lock.ok) throw new Error('the journal is being put aside');
  using _lock = lock.value;
  for (const { ending, isSame } of begunMoves(place)) if (!isSame) takeBack(place, ending, false);
}

/**
 * Moves back what was moved before the database was; what the disk does not move stays there. The log of a database that has changed since would damage it: it is put aside by
 * itself, as a journal that nobody can read. Throws the system's error about that.
 */
function takeBack({ file, blobs }: JournalPlace, ending: string, isSame: boolean): void {
  const aside = `${file}${ending}`;
  if (isThere(aside)) return;
  if (isSame && !isThere(`${file}-wal`)) moveIfThere(`${aside}-wal`, `${file}-wal`);
  tryTo(() => rmdirSync(blobs)); // if it is empty: the other one may be a link to another disk
  tryTo(() => moveFolder(`${blobs}${ending}`, blobs));
  makeFolders(blobs, 0o700);
  tryTo(() => moveIfThere(`${aside}${schemaEnding}`, `${file}${schemaEnding}`));
  rmSync(`${aside}-shm`, { force: true });
  // The next start tries again: what is written down says that something was begun.
  if (isThere(`${blobs}${ending}`)) return;
  if (isThere(`${aside}-wal`) && !isOfNoUse(`${aside}-wal`)) {
    renameSync(`${aside}-wal`, aside);
    writeLoss(aside, allUnsure);
  } else for (const part of ['-wal', lossEnding]) rmSync(`${aside}${part}`, { force: true });
}

/**
 * Moves the database, its log, the copy of its schema and its blobs to names that end in `.bad-<date>`, and makes an empty folder for the next blobs. That it does is written down before: what
 * was begun is finished under the same names, whenever it was ended. Throws the system's error, and then everything is where it was, as far as the disk moves it.
 */
function putAsideJournal(place: JournalPlace, nowMs: number): string {
  const begun = begunEnding(place);
  const ending = begun ?? asideEnding(nowMs);
  const aside = `${place.file}${ending}`;
  if (begun === null) writeMove(aside, place.file);
  try {
    moveFolder(place.blobs, `${place.blobs}${ending}`);
    makeFolders(place.blobs, 0o700);
    // The database is the last: as long as it is there, this is not finished.
    tryMoveSchema(`${place.file}${schemaEnding}`, `${aside}${schemaEnding}`);
    for (const part of ['-shm', '-wal', '']) moveIfThere(`${place.file}${part}`, `${aside}${part}`);
  } catch (error) {
    tryTo(() => takeBack(place, ending, begunMove(aside, place.file) === 'same'));
    throw error;
  }
  writeLoss(aside, allWaiting);
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
  if (!isThere(from) || !isThere(to)) return moveIfThere(from, to);
  for (const name of readdirSync(from)) {
    const [one, other] = [path.join(from, name), path.join(to, name)];
    if (!isThere(other)) renameSync(one, other);
    else if (lstatSync(one).isDirectory() && lstatSync(other).isDirectory()) moveFolder(one, other);
  }
  tryTo(() => rmdirSync(from)); // once it is empty
}

/** What was moved before is not replaced: it may have copies that no other file has. */
function moveIfThere(from: string, to: string): void {
  if (!isThere(from)) return;
  if (!isThere(to)) return renameSync(from, to);
  if (isOfNoUse(from)) return rmSync(from);
  let free = `${to}-next`;
  for (let number = 2; isThere(free); number += 1) free = `${to}-next-${number}`;
  renameSync(from, free);
}

/** A log without a frame has no more than this (https://sqlite.org/fileformat2.html#walformat). */
const emptyLogBytes = 32;

/** The index of a log has nothing of a copy, nor has a schema, or an empty log. */
function isOfNoUse(file: string): boolean {
  return file.endsWith('-shm') || file.endsWith(schemaEnding) || (file.endsWith('-wal') && lstatSync(file).size <= emptyLogBytes);
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {}
}

/** Throws where the system does not tell. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
