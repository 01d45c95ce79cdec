/** The damaged journals that were put aside, of which copies still wait to be carried over. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { highestId } from '../../../domain/retention/lost-copies.ts';
import type { JournalPlace, JournalReader } from '../../journal.ts';
import { lossEnding, lossNow } from '../loss-file.ts';
import { journalsAmong, type PutAside } from '../names-aside.ts';
import { readProgress } from './progress.ts';

/** Where the journals are that were put aside, newest first. Throws the system's error. */
export function placesAside(place: Pick<JournalPlace, 'file' | 'blobs'>): readonly JournalPlace[] {
  const folder = path.dirname(place.file);
  return placesOf(place, journalsAmong(existsSync(folder) ? readdirSync(folder) : [], place.file));
}

/** The same of those that are known. */
export function placesOf(place: Pick<JournalPlace, 'file' | 'blobs'>, aside: readonly PutAside[]): readonly JournalPlace[] {
  return aside.map(({ file }) => ({
    file: path.join(path.dirname(place.file), file),
    blobs: `${place.blobs}${file.slice(path.basename(place.file).length)}`,
  }));
}

/** Those that have copies that were not carried over yet. Throws the system's error, or SQLite's. */
export function waitingJournals(place: JournalPlace, journal: JournalReader): readonly JournalPlace[] {
  return placesAside(place).filter(({ file }) => isWaitingIn(journal, file));
}

/** Whether copies in this one were not carried over yet, or may not: what was written down of it can't be read now. Throws SQLite's error. */
export function isWaitingIn(journal: JournalReader, file: string): boolean {
  const known = readProgress(journal, path.basename(file));
  return (known?.below ?? 1) > 1 || toldBelow(file, known !== null) !== null;
}

/** The number below which copies wait, as it is written down beside the journal; null if none does. If that is damaged, and nothing else tells, all of them do. */
function toldBelow(file: string, isBegun: boolean): number | null {
  const loss = lossNow(file); // once: what is not given now may be a moment later
  const isDamaged = loss === null && !isBegun && existsSync(`${file}${lossEnding}`);
  return loss === 'closed' || isDamaged ? highestId + 1 : (loss?.waitsBelow ?? null);
}

/** The name of a damaged journal, and the number below which its copies wait: beyond any of them, where nobody has looked at them yet. */
export interface WaitingCopies {
  readonly file: string;
  readonly below: number;
}

/** Of which copies wait. Throws the system's error, or SQLite's. */
export function waitingCopies(place: JournalPlace, journal: JournalReader): readonly WaitingCopies[] {
  return waitingJournals(place, journal).flatMap(({ file }) => {
    const name = path.basename(file);
    const below = readProgress(journal, name)?.below ?? toldBelow(file, false) ?? 1;
    return below > 1 ? [{ file: name, below }] : [];
  });
}

/** The number below which a copy may wait in one of them; 0 if none does. Throws the system's error, or SQLite's. */
export function waitingBelow(place: JournalPlace, journal: JournalReader): number {
  return Math.max(0, ...waitingCopies(place, journal).map(({ below }) => below));
}
