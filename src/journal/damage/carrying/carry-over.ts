/** Carries copies over from journals that were put aside: at the start, while the processes that need the new journal wait. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { allUnsure, type Loss } from '../../../domain/retention/lost-copies.ts';
import { lastNumber } from '../../given-numbers.ts';
import type { Journal, JournalPlace, JournalReader } from '../../journal.ts';
import { isDamage, isFailedRead } from '../damage.ts';
import { readLoss, writeLoss } from '../loss-file.ts';
import { journalsAmong, type PutAside } from '../names-aside.ts';
import { carryWorkspaces } from '../workspaces/carried-workspaces.ts';
import { Carrying } from './carrying-over.ts';
import { getOn, mayTry, readProgress } from './progress.ts';

/** The share of the time that the fragments may take. The receipts get the rest: without its receipt, a content that is copied again is saved twice. */
const shareOfFragments = 0.8;

/** How many fragments were carried over so far, how many of them lack something or may lack it, and which were lost; null if nobody knows. */
export interface CarriedOver {
  readonly copies: number;
  readonly incomplete: number;
  readonly loss: Loss | null;
}

/** The newest copies, within this time. Never throws, because a new journal is needed whatever the old one contains: what is left waits. */
export function carryOver(from: JournalPlace, journal: Journal, withinMs: number): CarriedOver {
  const startMs = performance.now();
  const [fragmentsEndMs, endMs] = [startMs + withinMs * shareOfFragments, startMs + withinMs];
  using carrying = tryBegin(from, journal, fragmentsEndMs);
  if (carrying !== null) {
    try {
      while (performance.now() < fragmentsEndMs && carrying.slice(fragmentsEndMs) === 'more');
    } catch {} // the new journal takes no more now
  }
  const areWorkspacesThere = carryWorkspaces(from.file, journal);
  if (carrying !== null) {
    carrying.others(endMs, areWorkspacesThere);
    carrying.tell();
  }
  const { copies = 0, incomplete = 0 } = tryProgress(from, journal) ?? {};
  return { copies, incomplete, loss: readLoss(from.file) };
}

/** Null if nothing can be read of it, which is written down, or if it can't be begun now. */
export function tryBegin(from: JournalPlace, journal: Journal, endMs: number): Carrying | null {
  let carrying: Carrying | null = null;
  try {
    carrying = new Carrying(from, journal);
    carrying.begin(endMs);
    return carrying;
  } catch (error) {
    carrying?.[Symbol.dispose]();
    if (carrying === null && (isDamage(error) || (isFailedRead(error) && !mayTryAgain(from, journal)))) tryGiveUp(from, journal);
    return null;
  }
}

/** The disk that did not give it may do so at another time. */
function mayTryAgain(from: JournalPlace, journal: Journal): boolean {
  try {
    return mayTry(journal, 'open', path.basename(from.file));
  } catch {
    return true;
  }
}

/** Nobody knows what was in it. */
function tryGiveUp(from: JournalPlace, journal: Journal): void {
  const file = path.basename(from.file);
  try {
    const known = readProgress(journal, file);
    getOn(journal, file, known?.below ?? null, () => ({ copies: 0, incomplete: 0, ...known, below: 1, begun: 0 }));
    writeLoss(from.file, allUnsure);
  } catch {} // it waits
}

function tryProgress(from: JournalPlace, journal: Journal) {
  try {
    return readProgress(journal, path.basename(from.file));
  } catch {
    return null;
  }
}

/** Where the journals are that were put aside, newest first. Throws the system's error. */
export function placesAside(place: JournalPlace): readonly JournalPlace[] {
  const folder = path.dirname(place.file);
  return placesOf(place, journalsAmong(existsSync(folder) ? readdirSync(folder) : [], place.file));
}

/** The same of those that are known. */
export function placesOf(place: JournalPlace, aside: readonly PutAside[]): readonly JournalPlace[] {
  return aside.map(({ file }) => ({
    file: path.join(path.dirname(place.file), file),
    blobs: `${place.blobs}${file.slice(path.basename(place.file).length)}`,
  }));
}

/** Those that have copies that were not carried over yet. Throws the system's error, or SQLite's. */
export function waitingJournals(place: JournalPlace, journal: JournalReader): readonly JournalPlace[] {
  return placesAside(place).filter(({ file }) => isWaitingIn(journal, file));
}

/** Whether copies in this one were not carried over yet. Throws SQLite's error. */
export function isWaitingIn(journal: JournalReader, file: string): boolean {
  return readLoss(file)?.waitsBelow !== undefined || (readProgress(journal, path.basename(file))?.below ?? 1) > 1;
}

/** The number below which a copy may wait in one of them; 0 if none does. Throws the system's error, or SQLite's. */
export function waitingBelow(place: JournalPlace, journal: JournalReader): number {
  const each = waitingJournals(place, journal).map(
    ({ file }) => readProgress(journal, path.basename(file))?.below ?? readLoss(file)?.waitsBelow ?? 0,
  );
  return each.length === 0 ? 0 : Math.min(Math.max(...each), lastNumber(journal, 'fragments') + 1);
}

/**
 * Carries the newest copies over from those that nothing was carried over from yet, in this time in all: usually the one that was just put aside. Never throws,
 * as a new journal is needed whatever the old ones contain: what is left waits.
 */
export function carryOverNew(place: JournalPlace, journal: Journal, withinMs: number): void {
  const endMs = performance.now() + withinMs;
  try {
    for (const from of waitingJournals(place, journal)) {
      const leftMs = endMs - performance.now();
      if (leftMs > 0 && tryProgress(from, journal) === null) carryOver(from, journal, leftMs);
    }
  } catch {}
}
