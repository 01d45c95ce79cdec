/** The damaged journals that were put aside, next to the current one. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { told } from '../../domain/language/say.ts';
import type { Journal, JournalPlace, JournalReader } from '../journal.ts';
import { wholeNumber } from '../row-values.ts';
import type { CarriedOver } from './carrying-over.ts';
import { foundHeaderEnding } from './file-header.ts';

export interface PutAside {
  /** Its name, in the folder of the journal. */
  readonly file: string;
  readonly atMs: number;
}

/** The ending of the names of files that are put aside at this time. */
export function asideEnding(nowMs: number): string {
  return `.bad-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** The journals that were put aside, newest first. Empty if the folder can't be read. */
export async function journalsPutAside(file: string): Promise<readonly PutAside[]> {
  return asideAmong(await readdir(path.dirname(file)).catch(() => []), file);
}

/** The names of all files and folders that were put aside, of damaged journals and of what belongs to them, also if the journal itself was deleted. */
export async function filesPutAside({ file, blobs }: Pick<JournalPlace, 'file' | 'blobs'>): Promise<readonly string[]> {
  const names = await readdir(path.dirname(file)).catch((): string[] => []);
  return names.filter((name) => [file, blobs].some((of) => name.startsWith(`${path.basename(of)}.bad-`))).sort();
}

/** Removes what is of no use without the journal that it was put aside with, once that was deleted. Best effort. */
export function dropLeftParts(file: string): void {
  try {
    const folder = path.dirname(file);
    for (const name of readdirSync(folder)) {
      const ending = [foundHeaderEnding, '-shm'].find((one) => name.endsWith(one));
      if (ending === undefined || !name.startsWith(`${path.basename(file)}.bad-`)) continue;
      if (!existsSync(path.join(folder, name.slice(0, -ending.length)))) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // the doctor names them
  }
}

/** The journals that were put aside for a command, which waits for nothing else, about a history that is empty because no copy was carried over; null if it is for another reason. */
export function emptyHistoryNotice(journal: JournalReader, file: string): string | null {
  try {
    const aside = asideAmong(readdirSync(path.dirname(file)), file);
    const carried = carriedOver(journal, aside);
    return isBegunAnew(carried) ? putAsideNotice(aside, carried) : null;
  } catch {
    return null;
  }
}

/** What was carried over from the newest of them into this journal; null where nobody has written that down. */
export function carriedOver(journal: JournalReader, [newest]: readonly PutAside[]): CarriedOver | null {
  if (newest === undefined) return null;
  const [copies, incomplete] = counters.map((of) =>
    wholeNumber(journal.statement('SELECT value FROM counters WHERE name = ?').get(of(newest.file))?.value),
  );
  return copies === null || copies === undefined ? null : { copies, incomplete: incomplete ?? 0 };
}

/** Whether no copy was carried over. */
export function isBegunAnew(carried: CarriedOver | null): boolean {
  return carried?.copies === 0;
}

/** Writes down what was carried over from the journal that has this name now. The new journal is used also if that can't be written. */
export function writeCarriedOver(journal: Journal, file: string, { copies, incomplete }: CarriedOver): void {
  try {
    journal.transaction(() => {
      for (const [at, count] of [copies, incomplete].entries())
        journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)').run(counters[at]?.(file) ?? '', count);
    });
  } catch {}
}

/** The names of these counters of the journal: of the copies, and of those that may lack formats. */
const counters = [(file: string): string => `carried over from ${file}`, (file: string): string => `carried over in part from ${file}`];

function asideAmong(names: readonly string[], file: string): readonly PutAside[] {
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, rest] = /\.bad-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
      const atMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${rest}Z`);
      return name.startsWith(`${path.basename(file)}.bad-`) && Number.isFinite(atMs) ? [{ file: name, atMs }] : [];
    })
    .toSorted((one, other) => other.atMs - one.atMs);
}

/** The message about them, for as long as the files exist; null if there are none. At most 200 characters. `carried`: from the newest one, null if not known. */
export function putAsideNotice([newest, ...others]: readonly PutAside[], carried: CarriedOver | null): string | null {
  if (newest === undefined) return null;
  const at = new Date(newest.atMs).toISOString().slice(0, 16).replace('T', ' ');
  const [file, count] = [newest.file, others.length];
  if (isBegunAnew(carried))
    return count === 0
      ? told(
          'the journal was damaged and put aside at {at} UTC as data/{file}: no copy could be carried over from it, so the history began anew',
          { at, file },
        )
      : told(
          'the journal was damaged and put aside at {at} UTC as data/{file} (and {count} before): no copy could be carried over, so the history began anew',
          { at, file, count },
        );
  if (carried !== null && carried.incomplete > 0) {
    const known = carried.incomplete;
    return count === 0
      ? told(
          'the journal was damaged and put aside at {at} UTC as data/{file}: about {known} copies may lack formats that it still has; see: hub doctor journal',
          { at, file, known },
        )
      : told(
          'the journal was damaged and put aside at {at} UTC as data/{file} (and {count} before): about {known} copies may lack formats; see: hub doctor journal',
          { at, file, count, known },
        );
  }
  return count === 0
    ? told(
        'the journal was damaged and put aside at {at} UTC as data/{file}: what was unreadable is not in the history; delete it to dismiss this message',
        { at, file },
      )
    : told(
        'the journal was damaged and put aside at {at} UTC as data/{file} (and {count} before): what was unreadable is not in the history; delete it to dismiss this message',
        { at, file, count },
      );
}
