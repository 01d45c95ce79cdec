/** Inserts rows of a damaged journal into the new one, as far as that has their columns. */
import type { Journal } from '../../journal.ts';
import type { Row } from '../../row-values.ts';
import { isRefusedRow, isUnreadable } from '../damage.ts';
import type { DamagedJournal } from './damaged-journal.ts';

/** Rows of these get new numbers: meanwhile, the new journal has given theirs to others. Nothing names them. */
const renumbered: ReadonlySet<string> = new Set(['earlier_copies', 'extracted_texts', 'extension_messages', 'waiting_deletions']);

/** The rows of a table up to a damaged page, this many at a time; then whether that is all of it. Throws what is not about the file. */
export function* readablePieces(old: DamagedJournal, table: string, most: number): Generator<readonly Row[], boolean> {
  let piece: Row[] = [];
  let isWhole = true;
  try {
    for (const row of old.rows(`SELECT * FROM ${table} NOT INDEXED`)) {
      piece.push(row);
      if (piece.length < most) continue;
      yield piece;
      piece = [];
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    isWhole = old.tryRead('SELECT 1 FROM sqlite_schema WHERE name = ?', table)?.length === 0; // one of an earlier Hub has no such table
  }
  if (piece.length > 0) yield piece;
  return isWhole;
}

export class RowCopier {
  readonly #old: DamagedJournal;
  readonly #journal: Journal;
  readonly #columns = new Map<string, readonly string[]>();

  constructor(old: DamagedJournal, journal: Journal) {
    [this.#old, this.#journal] = [old, journal];
  }

  /** Throws SQLite's error. */
  insert(table: string, row: Row): void {
    const own = this.#columnsOf(table).filter((name) => row[name] !== undefined);
    const values = own.map((name) => row[name] ?? null);
    const marks = own.map(() => '?').join(', ');
    this.#journal.statement(`INSERT INTO ${table} (${own.join(', ')}) VALUES (${marks})`).run(...values);
  }

  /**
   * All of its rows that can be read, and that the new one does not have, until the time is up (`performance.now()`), but as many as `surely` in any case. False if
   * there may be more, also such as can't be read. Throws SQLite's error if the new journal takes no more.
   */
  table(table: string, endMs: number, surely = 0): boolean {
    const pieces = readablePieces(this.#old, table, 1);
    try {
      for (let count = 0; ; count += 1) {
        const piece = pieces.next();
        if (piece.done) return piece.value;
        if (count >= surely && performance.now() > endMs) return false;
        for (const row of piece.value) this.#tryInsert(table, row);
      }
    } finally {
      pieces.return(false); // ends its statement
    }
  }

  /** An insertion that fails has changed nothing, so it needs no savepoint. */
  #tryInsert(table: string, row: Row): void {
    try {
      this.insert(table, row);
    } catch (error) {
      if (!isRefusedRow(error)) throw error;
    }
  }

  #columnsOf(table: string): readonly string[] {
    const known = this.#columns.get(table);
    if (known !== undefined) return known;
    const columns = this.#journal.statement('SELECT name FROM pragma_table_info(?)').all(table);
    const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'id' || !renumbered.has(table));
    this.#columns.set(table, names);
    return names;
  }
}
