/**
 * Reads the values of a row, if they are valid. A page of the file can be damaged without SQLite noticing, because it has no checksums: then any
 * column of a row may hold anything. One such row must never hide the others, so no value makes these functions throw. Statements throw SQLite's errors.
 */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { RunWatched } from './damage/damage.ts';

export type Row = Record<string, SQLOutputValue>;

/** A prepared statement. A number that JavaScript can't represent exactly comes as a `bigint`; Hub never writes such a number. */
export interface Statement {
  get(...given: SQLInputValue[]): Row | undefined;
  all(...given: SQLInputValue[]): Row[];
  /** The statement must not be used again before the iteration ends. */
  rows(...given: SQLInputValue[]): Iterable<Row>;
  run(...given: SQLInputValue[]): { readonly changes: number; readonly lastInsertRowid: number };
}

/** Wraps a statement so that a number too large for JavaScript does not throw: Node's own statements would, and lose all rows of the result. */
export function damageTolerantStatement(prepared: StatementSync, watched: RunWatched): Statement {
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

function* watchedRows(rows: NodeJS.Iterator<Row, unknown>, watched: RunWatched): Generator<Row> {
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

/** The latest time that a JavaScript date can represent. */
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

/** A SHA-256 in lowercase hexadecimal digits. */
export function digestOf(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : null;
}

export function mediaTypeOf(value: unknown): string | null {
  return typeof value === 'string' && /^[!-.0-~]+\/[ -~]+$/.test(value) ? value : null;
}

/** The SQL that adds to a count, whatever is in the column: a damaged count starts again from 0, and does not make the write fail. */
export function oneMore(column: string, by = '1'): string {
  return `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}, ${column}, 0) + ${by}`;
}

/** The SQL condition for ids that Hub gives: a damaged one does not match. */
export function isSoundId(column: string): string {
  return `${column} BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;
}

/** The SQL for the next id of a table that never reuses one. SQLite would use the number after the largest, however damaged that is. */
export function nextId(table: 'captures' | 'fragments'): string {
  return `(SELECT 1 + max(coalesce((SELECT max(id) FROM ${table} WHERE ${isSoundId('id')}), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}' AND typeof(seq) = 'integer' AND ${isSoundId('seq')}), 0)))`;
}
