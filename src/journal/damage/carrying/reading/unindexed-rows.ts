/**
 * The rows of a damaged table by their fragment, without its indexes: a damaged page of an index would otherwise cost all the rows that only it finds. The table
 * is read once, and what is remembered of a row is its number, or the row where it has none.
 */
import { type Row, wholeNumber } from '../../../row-values.ts';
import { readableIds } from './readable-ids.ts';
import { RowNumbers } from './row-numbers.ts';

export interface Reading {
  /** Throw where the table is damaged. */
  readonly read: (sql: string, ...given: number[]) => readonly Row[];
  readonly rows: (sql: string) => Iterable<Row>;
  /** No more time: what was found until then is all. */
  readonly isOver: () => boolean;
  /** A higher row number is damaged. */
  readonly highest: number;
}

/** Of those without a number: nobody has that many tags, and a damaged table may have any number. */
const mostRows = 200_000;

export class UnindexedRows {
  readonly #reading: Reading;
  readonly #table: string;
  readonly #numbers = new RowNumbers();
  /** Those without a number, by fragment, the newest first. */
  readonly #found = new Map<number, Row[]>();
  /** Fragments with a row beside one that was not found. */
  readonly #besideLost = new Set<number>();
  #isWhole = true;
  #isSound = true;
  /** Its rows are not in the order of their fragments, and some were not found. */
  #mayAllLack = false;

  constructor(table: string, reading: Reading) {
    [this.#table, this.#reading] = [table, reading];
    // Without row numbers: they are few, and their table is an index itself.
    if (table === 'tags') this.#readRows();
    else this.#readNumbers();
  }

  /** In the order in which they were written, as far as they were found and can be read. */
  of(fragment: number): readonly Row[] {
    if (this.#found.has(fragment)) return this.#found.get(fragment)?.toReversed() ?? [];
    const numbered = `SELECT * FROM ${this.#table} WHERE rowid = ?`;
    return this.#numbers.of(fragment).flatMap((number) => {
      try {
        return this.#reading.read(numbered, number);
      } catch {
        this.#lose(fragment); // its content goes on, on a damaged page
        return [];
      }
    });
  }

  /** Whether the fragment may have had more rows: those of one are written one after another, and the row beside one of its rows is lost. */
  mayLack(fragment: number): boolean {
    return this.#mayAllLack || this.#besideLost.has(fragment);
  }

  #readRows(): void {
    const { rows, isOver } = this.#reading;
    let count = 0;
    try {
      // The table itself: `NOT INDEXED` reads an index that has all columns.
      for (const row of rows(`SELECT * FROM ${this.#table} INDEXED BY sqlite_autoindex_${this.#table}_1`)) {
        this.#add(row, row.fragment_id);
        count += 1;
        if (count >= mostRows) throw new Error('damaged');
        if (isOver()) {
          this.#isWhole = false;
          break;
        }
      }
    } catch {
      this.#isSound = false; // those up to the damaged page
    }
    // They are in the order of the tags: any fragment may have more of them.
    this.#mayAllLack = !this.isComplete;
  }

  #readNumbers(): void {
    const { read, rows, isOver, highest } = this.#reading;
    let below = highest + 1;
    let above: number | null = null;
    try {
      for (const { number, fragment_id } of rows(
        `SELECT rowid AS number, fragment_id FROM ${this.#table} NOT INDEXED WHERE rowid <= ${highest} ORDER BY rowid DESC`,
      )) {
        const next = wholeNumber(number);
        // Otherwise several pages of the table have the same rows, and the walk may go round for ever.
        if (next === null || next >= below) throw new Error('damaged');
        below = next;
        above = this.#add(below, fragment_id);
        if (this.#numbers.isFull) return this.#endFull(above);
        if (isOver()) return this.#endEarly(above);
      }
      return;
    } catch {
      this.#isSound = false; // a page of the table itself
    }
    const fragmentOf = `SELECT fragment_id FROM ${this.#table} WHERE rowid = ?`;
    const next = `SELECT max(rowid) AS number FROM ${this.#table} NOT INDEXED WHERE rowid BETWEEN 1 AND ?`;
    this.#lose(above);
    let isAboveLost = true;
    for (const step of readableIds(below - 1, (under) => wholeNumber(read(next, under - 1)[0]?.number))) {
      const number = typeof step === 'number' ? step : null;
      const found = number === null ? null : this.#tryAdd(number, () => read(fragmentOf, number)[0]?.fragment_id);
      if (found === 'none') continue;
      if (found === null) this.#lose(above);
      else if (isAboveLost) this.#lose(found);
      [above, isAboveLost] = [found, found === null];
      if (this.#numbers.isFull) return this.#endFull(above);
      if (isOver()) return this.#endEarly(above);
    }
  }

  /** False if there was no time for all of the table. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether each row was found. */
  get isComplete(): boolean {
    return this.#isWhole && this.#isSound;
  }

  /** There was no time: another one reads on. */
  #endEarly(above: number | null): void {
    this.#isWhole = false;
    this.#lose(above);
  }

  /** No more is remembered, and none would be by another one: the rest is as good as damaged. */
  #endFull(above: number | null): void {
    this.#isSound = false;
    this.#lose(above);
  }

  /** The row next to one of this fragment is not found. */
  #lose(fragment: number | null): void {
    if (fragment !== null) this.#besideLost.add(fragment);
  }

  /** Its fragment; null if the row is lost, which others are not, and `none` if there is none. */
  #tryAdd(row: number, fragmentOf: () => unknown): number | null | 'none' {
    try {
      const fragment = fragmentOf();
      return fragment === undefined ? 'none' : this.#add(row, fragment);
    } catch {
      return null;
    }
  }

  /** Returns its fragment, null for what is no number of one. */
  #add(row: number | Row, given: unknown): number | null {
    const fragment = wholeNumber(given);
    if (fragment === null) return null;
    if (typeof row === 'number') return this.#numbers.add(fragment, row) ? fragment : null;
    const known = this.#found.get(fragment);
    if (known === undefined) this.#found.set(fragment, [row]);
    else known.push(row);
    return fragment;
  }
}
