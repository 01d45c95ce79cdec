/**
 * What can still be read of a journal that was put aside goes into the new one, row by row, the newest first, under a deadline: those who would use
 * the new one wait meanwhile. A row is read by its number, so that no damaged page costs more than what was on it. What is not carried over stays
 * in the file. Each content is held against its digest, since a damaged page may hold anything.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { blobPath } from './blobs.ts';
import { isHeldBack } from './fragment-view.ts';
import { readFragment } from './fragments.ts';
import type { Journal, JournalPlace } from './journal.ts';
import { indexedText } from './pair-index.ts';
import { digestOf, type Row, type Statement, survivingStatement, wholeNumber } from './row.ts';

/** So many are in one transaction, and between two of them the clock is looked at. */
const fragmentsAtOnce = 64;

/** How many fragments were carried over. Never throws: a new journal is needed whatever the old one holds. */
export function carryOver(from: JournalPlace, journal: Journal, withinMs: number): number {
  const endMs = performance.now() + withinMs;
  try {
    using old = new DatabaseSync(from.file, { readOnly: true });
    return new Carrying(old, from.blobs, journal, endMs).all();
  } catch {
    return 0; // nothing can be read of it
  }
}

/** A damaged number is not to have each below it looked for: more were never given. */
const mostNumbers = 50_000_000;

class NotCarried extends Error {}

class Carrying {
  readonly #old: DatabaseSync;
  readonly #oldBlobs: string;
  readonly #journal: Journal;
  readonly #endMs: number;
  readonly #statements = new Map<string, Statement>();

  constructor(old: DatabaseSync, oldBlobs: string, journal: Journal, endMs: number) {
    this.#old = old;
    this.#oldBlobs = oldBlobs;
    this.#journal = journal;
    this.#endMs = endMs;
  }

  all(): number {
    const last = Math.max(this.#lastId('fragments'), this.#lastId('captures'));
    // No number is given twice, also of what is not carried over.
    for (const table of ['captures', 'fragments']) this.#try(() => this.#insert('sqlite_sequence', { name: table, seq: last }));
    // Before the fragments: what was deleted, and is on the clipboard still, is not to come back.
    for (const table of ['deleted_copies', 'receipts', 'counters']) this.#copyTable(table);
    const carried = this.#fragments(this.#lastId('fragments'));
    this.#try(() => this.#present());
    this.#try(() => this.#journal.statement('UPDATE without_pairs SET below = ?').run(last + 1));
    return carried;
  }

  /** From the newest on, until the time is over. */
  #fragments(last: number): number {
    let carried = 0;
    for (let id = last; id > 0 && performance.now() < this.#endMs; ) {
      this.#journal.transaction(() => {
        for (const lowest = Math.max(0, id - fragmentsAtOnce); id > lowest; id -= 1) {
          const own = id;
          if (this.#try(() => this.#fragment(own))) carried += 1;
        }
      });
    }
    return carried;
  }

  #fragment(id: number): void {
    const fragment = this.#read('SELECT * FROM fragments WHERE id = ?', id)[0];
    const captureId = wholeNumber(fragment?.capture_id);
    if (fragment === undefined || captureId === null) throw new NotCarried();
    if (this.#journal.statement('SELECT 1 FROM captures WHERE id = ?').get(captureId) === undefined) {
      const capture = this.#read('SELECT * FROM captures WHERE id = ?', captureId)[0];
      if (capture === undefined) throw new NotCarried();
      this.#insert('captures', capture);
    }
    // Due at once: what is told of saves that wait is counted when they come to wait.
    this.#insert('fragments', { ...fragment, next_attempt_at: 0 });
    for (const representation of this.#read('SELECT * FROM representations WHERE fragment_id = ?', id)) {
      this.#content(representation);
      this.#insert('representations', representation);
    }
    this.#index(id);
  }

  /** Throws where it is not what its digest says; a large one that is not there is missing as it was. */
  #content({ inline, sha256, bytes }: Row): void {
    const digest = digestOf(sha256);
    if (digest === null) throw new NotCarried();
    if (inline instanceof Uint8Array) {
      // The content of one that was filtered is empty, and its digest stays.
      if (inline.length > 0 && (inline.length !== bytes || createHash('sha256').update(inline).digest('hex') !== digest))
        throw new NotCarried();
      return;
    }
    const [was, is] = [blobPath({ blobs: this.#oldBlobs }, digest), blobPath(this.#journal, digest)];
    if (existsSync(is) || !existsSync(was)) return;
    mkdirSync(path.dirname(is), { recursive: true, mode: 0o700 });
    try {
      linkSync(was, is);
    } catch {
      copyFileSync(was, is); // a file system without second names
    }
  }

  /** Throws where the fragment makes no sense. The index of pairs is made later, of what is in this one. */
  #index(id: number): void {
    const fragment = readFragment(this.#journal, id);
    if (fragment === null) throw new NotCarried();
    if (fragment.state === 'captured' || fragment.state === 'filtered') return;
    const { body, names } = (isHeldBack(fragment) ? null : indexedText(this.#journal, id)) ?? { body: '', names: '' };
    this.#journal.statement('INSERT INTO search (rowid, body, names) VALUES (?, ?, ?)').run(id, body, names);
  }

  /** What is on the clipboard is found there by the next monitor, and is no second copy where it is known. */
  #present(): void {
    const present = this.#read('SELECT * FROM present')[0];
    if (present === undefined) return;
    this.#journal.statement('DELETE FROM present').run();
    this.#insert('present', present);
  }

  #copyTable(table: string): void {
    this.#try(() => {
      for (const row of this.#rows(`SELECT * FROM ${table}`)) {
        if (performance.now() > this.#endMs) return;
        this.#try(() => this.#insert(table, row));
      }
    });
  }

  /** The highest number that was given; 0 where nobody can say. */
  #lastId(table: 'captures' | 'fragments'): number {
    const asked = [`SELECT max(id) AS last FROM ${table}`, `SELECT seq AS last FROM sqlite_sequence WHERE name = '${table}'`];
    return Math.max(
      ...asked.map((sql) => {
        let last = 0;
        this.#try(() => {
          last = wholeNumber(this.#read(sql)[0]?.last) ?? 0;
        });
        return Math.min(last, mostNumbers);
      }),
    );
  }

  #insert(table: string, row: Row): void {
    const columns = this.#journal.statement('SELECT name FROM pragma_table_info(?)').all(table);
    const own = columns.map(({ name }) => String(name)).filter((name) => row[name] !== undefined);
    const values = own.map((name) => row[name] ?? null);
    const marks = own.map(() => '?').join(', ');
    this.#journal.statement(`INSERT INTO ${table} (${own.join(', ')}) VALUES (${marks})`).run(...values);
  }

  /** All of it or nothing; false where it could not be. */
  #try(work: () => void): boolean {
    try {
      this.#journal.part(work);
      return true;
    } catch {
      return false;
    }
  }

  #read(sql: string, ...given: number[]): readonly Row[] {
    return this.#statement(sql).all(...given);
  }

  #rows(sql: string): Iterable<Row> {
    return this.#statement(sql).rows();
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? survivingStatement(this.#old.prepare(sql), (work) => work());
    this.#statements.set(sql, statement);
    return statement;
  }
}
