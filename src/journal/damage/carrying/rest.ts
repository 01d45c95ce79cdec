/**
 * What comes over after the copies: the receipts, the messages of extensions and the WorkSpaces. What there was no time for at the start comes over once no copy
 * waits any more: what belongs to a copy that was deleted in between stays away.
 */
import path from 'node:path';
import type { Journal, JournalPlace, JournalReader } from '../../journal.ts';
import { type Row, wholeNumber } from '../../row-values.ts';
import { carryWorkspaces } from '../workspaces/carried-workspaces.ts';
import { DamagedJournal } from './damaged-journal.ts';
import { isOfCopy } from './fragment-carrier.ts';
import { numberHere } from './number-here.ts';
import { isHopeless } from './progress.ts';
import { RowCopier, readablePieces } from './row-copier.ts';

/** In one transaction. */
const rowsAtOnce = 500;

export const restTables = ['extension_messages', 'receipts'] as const;

/** The row as the new journal takes it, which has its copy, perhaps with another number; null without one. */
const belonging: Readonly<Record<(typeof restTables)[number], (row: Row, old: DamagedJournal, journal: Journal) => Row | null>> = {
  extension_messages: (row, old, journal) => {
    const number = numberHere(old, journal, wholeNumber(row.fragment_id) ?? 0);
    return number === null ? null : { ...row, fragment_id: number };
  },
  receipts: (row, _old, journal) =>
    journal.statement('SELECT 1 FROM representations WHERE sha256 = ? LIMIT 1').get(row.sha256 ?? null) === undefined ? null : row,
};

/** Whether nothing is left to be carried over of the journal that has this name now, but copies. */
export function isRestThere(journal: JournalReader, file: string): boolean {
  return journal.statement('SELECT 1 FROM counters WHERE name = ?').get(counter(file)) !== undefined;
}

/** Writes down that it is so. Call it in a transaction. */
export function writeRest(journal: Journal, file: string): void {
  journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, 1)').run(counter(file));
}

function counter(file: string): string {
  return `receipts carried over from ${file}`;
}

/** `isOver`: asked in the middle of long work. `goesOn`: false to end early. `turn`: the same, between two transactions. */
interface RestParts {
  readonly isOver: () => boolean;
  readonly goesOn: () => Promise<boolean>;
  readonly turn: () => Promise<boolean>;
}

/** Throws SQLite's error if the new journal takes no more, or the old one can't be opened now: another one goes on. */
export async function carryRest(from: JournalPlace, journal: Journal, { isOver, goesOn, turn }: RestParts): Promise<void> {
  if (!(await goesOn())) return;
  using old = tryOpen(from.file, journal);
  if (!carryWorkspaces(from.file, journal, () => !isOver())) return;
  if (old !== null)
    for (const table of restTables)
      for (const rows of readablePieces(old, table, rowsAtOnce)) {
        journal.transaction(() => copy(old, journal, table, rows));
        if (!(await turn())) return;
      }
  journal.transaction(() => writeRest(journal, path.basename(from.file)));
}

/** Null if nothing can be read of it, or that was tried often enough. */
function tryOpen(file: string, journal: Journal): DamagedJournal | null {
  try {
    return new DamagedJournal(file);
  } catch (error) {
    if (!isHopeless(error, journal, path.basename(file))) throw error;
    return null;
  }
}

function copy(old: DamagedJournal, journal: Journal, table: (typeof restTables)[number], rows: readonly Row[]): void {
  const copier = new RowCopier(old, journal);
  for (const { id: _id, ...row } of rows) {
    try {
      const own = belonging[table](row, old, journal);
      if (own !== null) copier.insert(table, own);
    } catch (error) {
      if (!isOfCopy(error)) throw error; // otherwise it is there, or damaged
    }
  }
}
