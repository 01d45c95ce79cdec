/**
 * The database of the index, data/index.db. It holds nothing that is not on the disk elsewhere: one that is damaged, or was made by another version, is
 * removed and made anew. Only the indexer writes into it; anyone may read it meanwhile (WAL).
 */
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { indexForm, indexSchema } from './index-schema.ts';

export type IndexRow = Readonly<Record<string, SQLOutputValue>>;

/** A connection with its prepared statements. Everything throws SQLite's errors. */
export class IndexDatabase implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string, ...values: SQLInputValue[]): IndexRow | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): readonly IndexRow[] {
    return this.#statement(sql).all(...values);
  }

  /** Returns the id of the row that was added last. */
  run(sql: string, ...values: SQLInputValue[]): { readonly id: number; readonly changes: number } {
    const statement = this.#statement(sql);
    statement.setReadBigInts(true); // FTS5 has rows of its own with larger ids than a number can be
    const { lastInsertRowid, changes } = statement.run(...values);
    return { id: Number(lastInsertRowid), changes: Number(changes) };
  }

  /** All of it, or nothing. */
  transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Empties the log, which keeps earlier versions of every page. False if somebody is reading: try it again later. */
  tryEmptyLog(): boolean {
    return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Another process ends its transaction by then. */
const lockTimeoutMs = 5_000;
const readTimeoutMs = 500;

/** Opens the index for the indexer, and makes it anew if it can't be used. Its folder must exist. */
export function openIndex(file: string): IndexDatabase {
  try {
    return openForWriting(file);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    removeIndex(file);
    return openForWriting(file);
  }
}

/** Opens it for reading. Null if there is none that this version can read. */
export function tryOpenIndexReader(file: string): IndexDatabase | null {
  if (!existsSync(file)) return null;
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: readTimeoutMs });
    if (formOf(database) === indexForm) return new IndexDatabase(database);
    database.close();
  } catch {} // it is damaged, or being made anew: the indexer will see to it
  return null;
}

/** Removes the index with its log. */
export function removeIndex(file: string): void {
  for (const suffix of ['-wal', '-shm', '']) rmSync(`${file}${suffix}`, { force: true });
}

/** Bytes on the disk. */
export function indexBytes(file: string): number {
  return ['', '-wal'].reduce((sum, suffix) => sum + (statSync(`${file}${suffix}`, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA; a table that is missing is SQLITE_ERROR (https://sqlite.org/rescode.html). */
const unusable: readonly number[] = [1, 11, 17, 26];

/** Whether the index is damaged, or has another form. */
export function isUnusable(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && unusable.includes(error.errcode & 0xff);
}

function openForWriting(file: string): IndexDatabase {
  // SQLite would create it readable for others; its log takes over these permissions.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' });
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs });
  try {
    // What leaves the index is overwritten.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -8000');
    const form = formOf(database);
    if (form === 0) database.exec(`BEGIN IMMEDIATE; ${indexSchema} PRAGMA user_version = ${indexForm}; COMMIT`);
    else if (form !== indexForm) throw Object.assign(new Error('an index of another form'), { errcode: 11 });
    return new IndexDatabase(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function formOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}
