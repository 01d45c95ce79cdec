/** Carries copies over from journals that were put aside: at the start, while the processes that need the new journal wait. */
import path from 'node:path';
import { allUnsure, type Loss } from '../../../domain/retention/lost-copies.ts';
import type { Journal, JournalPlace } from '../../journal.ts';
import { readLoss, whyLossClosed, writeLoss } from '../loss-file.ts';
import { carryWorkspaces } from '../workspaces/carried-workspaces.ts';
import { Carrying } from './carrying-over.ts';
import { forgetAttempts, getOn, isHopeless, readProgress } from './progress.ts';
import { waitingJournals } from './waiting-journals.ts';

/** The share of the time that the fragments may take. The receipts get the rest: without its receipt, a content that is copied again is saved twice. */
const shareOfFragments = 0.8;

/** How many fragments were carried over so far, how many of them lack something or may lack it, and which were lost; null if nobody knows. */
export interface CarriedOver {
  readonly copies: number;
  readonly incomplete: number;
  readonly loss: Loss | null;
}

/**
 * The newest copies, within this time. Never throws, because a new journal is needed whatever the old one contains: what is left waits. `isNew`: it was put aside at this
 * start, so that nothing can have come over before.
 */
export function carryOver(from: JournalPlace, journal: Journal, withinMs: number, isNew = false): CarriedOver {
  const startMs = performance.now();
  const [fragmentsEndMs, endMs] = [startMs + withinMs * shareOfFragments, startMs + withinMs];
  using carrying = tryBegin(from, journal, fragmentsEndMs, isNew);
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

/** Null if nothing can be read of it, which is written down. Throws the system's error, or SQLite's, if it can't be begun now: its copies wait. */
export function begin(from: JournalPlace, journal: Journal, endMs: number, isNew = false): Carrying | null {
  let carrying: Carrying | null = null;
  try {
    carrying = new Carrying(from, journal);
    forgetAttempts(journal, 'open', path.basename(from.file));
    carrying.begin(endMs, isNew);
    return carrying;
  } catch (error) {
    carrying?.[Symbol.dispose]();
    if (carrying !== null || !isHopeless(error, journal, path.basename(from.file))) throw error;
    tryGiveUp(from, journal);
    return null;
  }
}

function tryBegin(from: JournalPlace, journal: Journal, endMs: number, isNew: boolean): Carrying | null {
  try {
    return begin(from, journal, endMs, isNew);
  } catch {
    return null; // it waits
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

/**
 * Carries the newest copies over from those that nothing was carried over from yet, in this time in all: usually the one that was just put aside (`putAside`: its name,
 * if there is one). Another one of which the system does not give now how far its copies wait, waits: it may have come over long ago. Never throws, as a new journal is
 * needed whatever the old ones contain: what is left waits.
 */
export function carryOverNew(place: JournalPlace, journal: Journal, withinMs: number, putAside: string | null = null): void {
  const endMs = performance.now() + withinMs;
  try {
    for (const from of waitingJournals(place, journal)) {
      const leftMs = endMs - performance.now();
      const isNew = path.basename(from.file) === putAside;
      if (!isNew && whyLossClosed(from.file) !== null) continue;
      if (leftMs > 0 && tryProgress(from, journal) === null) carryOver(from, journal, leftMs, isNew);
    }
  } catch {}
}
