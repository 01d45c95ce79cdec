/**
 * What a row says, if it says what is meant. A page of the file can be damaged without SQLite seeing it, which knows no checksums: then any column
 * of a row may hold anything. One such row is never to hide the others, so nothing here throws.
 */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Watched } from './damage.ts';

export type Row = Record<string, SQLOutputValue>;

/** A prepared statement. A number that JavaScript has no exact form for comes as a `bigint`, which none that Hub wrote does. */
export interface Statement {
  get(...given: SQLInputValue[]): Row | undefined;
  all(...given: SQLInputValue[]): Row[];
  /** Not to be used again before its end. */
  rows(...given: SQLInputValue[]): Iterable<Row>;
  run(...given: SQLInputValue[]): { readonly changes: number; readonly lastInsertRowid: number };
}

/** Node's own statements throw at a number that is too large, and with it all the rows are lost. */
export function survivingStatement(prepared: StatementSync, watched: Watched): Statement {
  prepared.setReadBigInts(true);
  return {
    get: (...given) => {
      const row = watched(() => prepared.get(...given));
      return row && withNumbers(row);
    },
    all: (...given) => watched(() => prepared.all(...given)).map(withNumbers),
    rows: (...given) => watchedRows(prepared.iterate(...given), watched),
    run: (...given) => {
      const { changes, lastInsertRowid } = watched(() => prepared.run(...given));
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    },
  };
}

function* watchedRows(rows: NodeJS.Iterator<Row, unknown>, watched: Watched): Generator<Row> {
  try {
    for (;;) {
      const next = watched(() => rows.next());
      if (next.done) return;
      yield withNumbers(next.value);
    }
  } finally {
    rows.return?.();
  }
}

function withNumbers(row: Row): Row {
  for (const column in row) {
    const value = row[column];
    if (typeof value === 'bigint' && value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER) row[column] = Number(value);
  }
  return row;
}

/** A number, size or count: whole, not negative, exact. */
export function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The last instant that a date can be. */
const latestMs = 8_640_000_000_000_000;

/** A Unix time in ms. */
export function timeOf(value: unknown): number | null {
  const atMs = wholeNumber(value);
  return atMs !== null && atMs <= latestMs ? atMs : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** One of these words. */
export function wordOf<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  return words.find((word) => word === value) ?? null;
}

/** A SHA-256 as it names a content. */
export function digestOf(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : null;
}

export function mediaTypeOf(value: unknown): string | null {
  return typeof value === 'string' && /^[!-.0-~]+\/[ -~]+$/.test(value) ? value : null;
}

/** The SQL that adds to a count, whatever is in the column: a damaged count begins anew, and fails no write. */
export function oneMore(column: string, by = '1'): string {
  return `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}, ${column}, 0) + ${by}`;
}

/** The SQL for the numbers that Hub gives: a damaged one is outside these. */
export function isSoundId(column: string): string {
  return `${column} BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;
}

/** The SQL for the next number of a table that never gives one twice. SQLite's own is the one after the largest, however damaged that is. */
export function nextId(table: 'captures' | 'fragments'): string {
  return `(SELECT 1 + max(coalesce((SELECT max(id) FROM ${table} WHERE ${isSoundId('id')}), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}' AND typeof(seq) = 'integer' AND ${isSoundId('seq')}), 0)))`;
}
