/** What the index takes from the journal: which fragment Hub saved in a file, and that a password was cleared. Best effort: a journal that cannot be read now is read by a later refresh. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { IndexDatabase } from '../../../file-index/index-database.ts';
import { numberFact, setFact } from '../../../file-index/workspace-rows.ts';
import { isSqliteError } from '../../../journal/damage/damage.ts';
import { type JournalPlace, type JournalReader, openJournalReader } from '../../../journal/journal.ts';
import { lastClearedWithoutFile } from '../../../journal/keeping/cleared-passwords.ts';

/** A save may be done long after others that were copied later. */
const lookedAtAgain = 500;
const atOnce = 1_000;

interface Saved {
  readonly id: number;
  readonly savedPath: string;
}

/** Notes at each file which fragment Hub saved there. */
export function linkSaves(index: IndexDatabase, place: JournalPlace): void {
  fromJournal(place, (journal) => linkAll(index, journal));
}

/** The number of the last password that was cleared, and whose file is gone; 0 if there is none. */
export function lastCleared(place: JournalPlace): number {
  return fromJournal(place, lastClearedWithoutFile) ?? 0;
}

function fromJournal<Result>(place: JournalPlace, read: (journal: JournalReader) => Result): Result | null {
  if (!existsSync(place.file)) return null;
  try {
    using journal = openJournalReader(place);
    return read(journal);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return null;
  }
}

function linkAll(index: IndexDatabase, journal: JournalReader): void {
  let after = Math.max(0, (numberFact(index, 'linked') ?? 0) - lookedAtAgain);
  for (;;) {
    const saves = savedAfter(journal, after);
    const last = saves.at(-1);
    if (last === undefined) return;
    index.transaction(() => {
      for (const saved of saves) link(index, saved);
      setFact(index, 'linked', last.id);
    });
    after = last.id;
  }
}

function savedAfter(journal: JournalReader, id: number): readonly Saved[] {
  return journal
    .statement('SELECT id, saved_path FROM fragments WHERE id > ? AND saved_path IS NOT NULL ORDER BY id LIMIT ?')
    .all(id, atOnce)
    .flatMap((row) =>
      typeof row.id === 'number' && typeof row.saved_path === 'string' ? [{ id: row.id, savedPath: row.saved_path }] : [],
    );
}

function link(index: IndexDatabase, { id, savedPath }: Saved): void {
  const folders = 'SELECT id FROM folders WHERE workspace IN (SELECT id FROM workspaces) AND path = ? AND escaped = 0';
  const sql = `UPDATE files SET fragment = ? WHERE folder IN (${folders}) AND name = ? AND escaped = 0 AND missing = 0`;
  index.run(sql, id, path.dirname(savedPath), path.basename(savedPath));
}
