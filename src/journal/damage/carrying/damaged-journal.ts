/** A damaged journal that is read as far as that goes. Its statements throw where it is damaged, and it is not marked: it was put aside already. */
import type { DatabaseSync } from 'node:sqlite';
import { highestId } from '../../../domain/retention/lost-copies.ts';
import { damageTolerantStatement, type Row, type Statement, wholeNumber } from '../../row-values.ts';
import { isUnreadable } from '../damage.ts';
import { openDamaged } from '../file-header.ts';

/** What was asked for can't be read, because the file is damaged, or the disk under it is. */
export class Unreadable extends Error {}

/** By the index of another table, where the table itself can't be read. */
const namedBy = {
  captures: 'SELECT max(capture_id) AS last FROM fragments',
  fragments: 'SELECT max(fragment_id) AS last FROM representations',
} as const;

export class DamagedJournal implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  /** Throws SQLite's error, or the system's, if nothing of it can be read. */
  constructor(file: string) {
    this.#database = openDamaged(file);
  }

  /** All rows of a statement. Throws `Unreadable`, or SQLite's error. */
  read = (sql: string, ...given: (number | string)[]): readonly Row[] => {
    try {
      return this.#statement(sql).all(...given);
    } catch (error) {
      throw isUnreadable(error) ? new Unreadable('damaged', { cause: error }) : error;
    }
  };

  /** The rows one after the other; it may throw at any of them. */
  rows = (sql: string): Iterable<Row> => this.#statement(sql).rows();

  /** Null where it is damaged. */
  tryRead(sql: string, ...given: (number | string)[]): readonly Row[] | null {
    try {
      return this.read(sql, ...given);
    } catch {
      return null;
    }
  }

  /** Whether the tables that it names are known. */
  canAsk(sql: string): boolean {
    try {
      this.#statement(sql);
      return true;
    } catch {
      return false;
    }
  }

  /** The highest id used so far; 0 if unknown. */
  lastId(table: 'captures' | 'fragments'): number {
    const asked = [`SELECT max(id) AS last FROM ${table}`, `SELECT seq AS last FROM sqlite_sequence WHERE name = '${table}'`];
    return Math.max(...[...asked, namedBy[table]].map((sql) => Math.min(wholeNumber(this.tryRead(sql)?.[0]?.last) ?? 0, highestId)));
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? damageTolerantStatement(this.#database.prepare(sql), (work) => work());
    this.#statements.set(sql, statement);
    return statement;
  }
}
