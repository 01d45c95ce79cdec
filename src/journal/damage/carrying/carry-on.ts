/** Goes on carrying copies over from journals that were put aside, beside the processes that use the new one, until none is left. */
import path from 'node:path';
import { isPassing, systemErrorName } from '../../../base/files/disk-error.ts';
import { allUnsure, boundedLoss, joinedSpans, type Loss, nothingLost, type Span } from '../../../domain/retention/lost-copies.ts';
import type { Journal, JournalPlace, JournalReader } from '../../journal.ts';
import { everybodysTurnMs } from '../../transactions.ts';
import { whyClosed } from '../closed-journal.ts';
import { isDamage, isSqliteError, isUnreadable } from '../damage.ts';
import { lossNow, mostSpans, readLoss, writeLoss } from '../loss-file.ts';
import type { PutAside } from '../names-aside.ts';
import { begin } from './carry-over.ts';
import { DamagedJournal } from './damaged-journal.ts';
import { forgetWaiting, isAnyWritten } from './deleted-meanwhile.ts';
import { tryFindLoss } from './find-loss.ts';
import { isLossThere, isSchemaThere } from './given-files.ts';
import { idsHere } from './number-here.ts';
import { attemptsAt, hasFailed, mayTry, resetAttempts } from './progress.ts';
import { carryRest, isRestThere } from './rest.ts';
import { isWaitingIn, placesAside, placesOf, waitingJournals } from './waiting-journals.ts';

/** A slice ends early after this: others wait for the lock of the journal meanwhile. */
const sliceMs = 50;
/** After this many, it is written down what was lost up to there. */
const slicesUntilTold = 64;
/** While what was deleted of the waiting copies can be undone. */
const undoableMs = 1_000;

/** Of which it is found out at once which were lost. */
const idsAtOnce = 20_000;
/** The tables that come before the copies are read within a transaction. */
const beginMs = 5_000;

export interface CarryOnParts {
  readonly place: JournalPlace;
  readonly journal: Journal;
  /** To end early; another one goes on where this one ended. Asked often, also in the middle of long work. */
  readonly isOver: () => boolean;
  /** Between two slices, for this many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Whether the disk, and the limit of the journal, leave room for more. Without it the copies wait: they are safe where they are. */
  readonly hasRoom: () => Promise<boolean>;
}

/** Whether there is anything to do: copies wait, or deletions of such copies are to be forgotten, or of a journal that an earlier Hub put aside nobody has found out what was lost. `aside`: those that were put aside. */
export function isAnythingLeft(place: JournalPlace, journal: JournalReader, aside: readonly PutAside[]): boolean {
  try {
    return placesOf(place, aside).some((one) => isLeftIn(one, journal)) || isAnyWritten(journal);
  } catch {
    return false;
  }
}

/** Whether this one, which was put aside, has copies that wait or what belongs to them, or nobody has found out what was lost with it. Throws SQLite's error. */
export function isLeftIn({ file }: Pick<JournalPlace, 'file'>, journal: JournalReader): boolean {
  return isWaitingIn(journal, file) || readLoss(file) === null || !isRestThere(journal, path.basename(file));
}

/**
 * Throws the last error of those that ended one of the journals early, as SQLite's if the new one takes no more, or the damaged one can't be read now: what was carried
 * over until then stays. Those that can't be opened wait.
 */
export async function carryOn(parts: CarryOnParts): Promise<void> {
  const { place, journal, isOver } = parts;
  const errors: unknown[] = [];
  const each = async (of: readonly JournalPlace[], work: (from: JournalPlace) => Promise<void>): Promise<void> => {
    for (const from of of) {
      const isClosed = (await whyClosed(from)) !== null;
      // Nothing is to be compared with, or written into, a journal that was removed.
      if (journal.isGone()) return;
      if (isClosed) continue;
      try {
        if (isSchemaThere(from.file, journal)) await work(from);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await each(waitingJournals(place, journal), async (from) => {
    if (isLossThere(from.file, journal)) await carryAll(from, parts);
  });
  if (!journal.isGone()) forgetWaiting(place, journal);
  const rest = { isOver, goesOn: () => goesOn(parts), turn: () => turn(parts) };
  await each(restless(place, journal), async (from) => carryRest(from, journal, rest));
  await each(untoldJournals(place), async ({ file }) => {
    if (!isOver()) tellMissing(file, journal, isOver);
  });
  if (errors.length > 0) throw errors.at(-1);
}

async function carryAll(from: JournalPlace, parts: CarryOnParts): Promise<void> {
  const { journal, isOver, pause } = parts;
  using carrying = (await goesOn(parts)) ? begin(from, journal, performance.now() + beginMs) : null;
  if (carrying === null) return;
  try {
    for (let slices = 1; await goesOn(parts); slices += 1) {
      const end = carrying.slice(performance.now() + sliceMs, isOver);
      if (end === 'done' || end === 'late') break;
      if (slices % slicesUntilTold === 0) carrying.tell();
      await pause(end === 'undoable' ? undoableMs : everybodysTurnMs);
    }
  } finally {
    if (!journal.isGone()) carrying.tell();
  }
}

/** Those of which no copy waits, and the rest was not carried over. */
function restless(place: JournalPlace, journal: JournalReader): readonly JournalPlace[] {
  return placesAside(place).filter(({ file }) => !isWaitingIn(journal, file) && !isRestThere(journal, path.basename(file)));
}

/** Lets the others at the journal. False if nothing is to be done any more. */
async function turn(parts: CarryOnParts): Promise<boolean> {
  await parts.pause(everybodysTurnMs);
  return goesOn(parts);
}

async function goesOn({ isOver, journal, hasRoom }: CarryOnParts): Promise<boolean> {
  return !isOver() && !journal.isGone() && (await hasRoom());
}

/** The files of which nobody has written down what was lost with them: an earlier Hub did not. */
function untoldJournals(place: JournalPlace): readonly JournalPlace[] {
  return placesAside(place).filter(({ file }) => lossNow(file) === null);
}

/** What is not in the history now may have been lost, or deleted since. Best effort. */
function tellMissing(file: string, journal: Journal, isOver: () => boolean): void {
  const [attempt, name] = ['find out what was lost with', path.basename(file)] as const;
  try {
    const before = attemptsAt(journal, attempt, name);
    // Counted before, as it may end without a word.
    const loss = mayTry(journal, attempt, name)
      ? tryMissing(
          () => missing(file, journal, isOver),
          () => hasFailed(journal, attempt, name),
        )
      : allUnsure;
    if (loss === 'later') return;
    resetAttempts(journal, attempt, name, before); // whatever comes now is no fault of the damaged one
    if (loss !== null) writeLoss(file, loss);
  } catch {} // it is said that nobody knows, until the next time
}

/** Null if it was ended, or what keeps it from being found out is not in that file; `later`: it is, and may not be at another time. */
function tryMissing(find: () => Loss | null, isLast: () => boolean): Loss | null | 'later' {
  try {
    return find();
  } catch (error) {
    if (isDamage(error)) return allUnsure;
    if (!isOfFile(error)) return null;
    return isLast() ? allUnsure : 'later';
  }
}

/** Whether an error may be the fault of the file that is read, and not of this process or the machine. */
function isOfFile(error: unknown): boolean {
  const code = systemErrorName(error);
  return code === null ? !isSqliteError(error) || isUnreadable(error) : !isPassing(code);
}

/** Slice by slice, as no memory may be needed for all of a million copies. Null if the new journal can't be read now, or it is over. Throws what keeps the old one from being read. */
function missing(file: string, journal: Journal, isOver: () => boolean): Loss | null {
  using old = new DamagedJournal(file);
  const highest = old.lastId('fragments');
  if (highest === 0) return allUnsure; // all numbers would be asked for
  let unsure: readonly Span[] = [];
  for (let last = highest; last >= 1; last -= idsAtOnce) {
    if (isOver()) return null;
    const among: Span = [Math.max(1, last - idsAtOnce + 1), last];
    const carried = new Set(idsHere(old, journal, among));
    const found = tryFindLoss(journal, { old, among, carried, failed: new Set(), unread: [among], isSlice: true });
    if (found === null) return null;
    unsure = boundedLoss({ ...nothingLost, unsure: joinedSpans([...unsure, ...found.lost, ...found.unsure]) }, mostSpans).unsure;
  }
  return { ...nothingLost, unsure };
}
