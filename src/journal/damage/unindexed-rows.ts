/**
 * The rows of a damaged table by their fragment, without its indexes: a damaged page of an index would otherwise cost all the rows that only it finds. The table
 * is read once, and what is remembered of a row is its number, or the row where it has none.
 */
import { type Row, wholeNumber } from '../row-values.ts';
import { readableIds } from './readable-ids.ts';

interface Reading {
  /** Throw where the table is damaged. */
  readonly read: (sql: string, ...given: number[]) => readonly Row[];
  readonly rows: (sql: string) => Iterable<Row>;
  /** No more time: what was found until then is all. */
  readonly isOver: () => boolean;
  /** A higher row number is damaged. */
  readonly highest: number;
}

export class UnindexedRows {
  readonly #reading: Reading;
  readonly #table: string;
  /** By fragment, the newest first. */
  readonly #found = new Map<number, (number | Row)[]>();

  constructor(table: string, reading: Reading) {
    [this.#table, this.#reading] = [table, reading];
    // Without row numbers: they are few, and their table is an index itself.
    if (table === 'tags') this.#readRows();
    else this.#readNumbers();
  }

  /** In the order in which they were written, as far as they were found: one on a damaged page is not. Throws if one that was found is damaged. */
  of(fragment: number): readonly Row[] {
    const found = this.#found.get(fragment) ?? [];
    const numbered = `SELECT * FROM ${this.#table} WHERE rowid = ?`;
    return found.toReversed().flatMap((one) => (typeof one === 'number' ? this.#reading.read(numbered, one) : [one]));
  }

  #readRows(): void {
    const { rows, isOver } = this.#reading;
    try {
      for (const row of rows(`SELECT * FROM ${this.#table} NOT INDEXED`)) {
        this.#add(row, row.fragment_id);
        if (isOver()) return;
      }
    } catch {} // those up to the damaged page
  }

  #readNumbers(): void {
    const { read, rows, isOver, highest } = this.#reading;
    let below = highest + 1;
    try {
      for (const { number, fragment_id } of rows(
        `SELECT rowid AS number, fragment_id FROM ${this.#table} NOT INDEXED WHERE rowid <= ${highest} ORDER BY rowid DESC`,
      )) {
        below = wholeNumber(number) ?? below;
        this.#add(below, fragment_id);
        if (isOver()) return;
      }
      return;
    } catch {} // a page of the table itself
    const fragmentOf = `SELECT fragment_id FROM ${this.#table} WHERE rowid = ?`;
    const next = `SELECT max(rowid) AS number FROM ${this.#table} NOT INDEXED WHERE rowid BETWEEN 1 AND ?`;
    for (const number of readableIds(below - 1, (under) => wholeNumber(read(next, under - 1)[0]?.number))) {
      if (isOver()) return;
      if (number === null) continue;
      try {
        this.#add(number, read(fragmentOf, number)[0]?.fragment_id);
      } catch {} // lost, and the others are not
    }
  }

  #add(row: number | Row, given: unknown): void {
    const fragment = wholeNumber(given);
    if (fragment === null) return;
    const known = this.#found.get(fragment);
    if (known === undefined) this.#found.set(fragment, [row]);
    else known.push(row);
  }
}
