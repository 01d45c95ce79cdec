/**
 * The rows of a fragment in the tables of a damaged journal, as far as they can be read: a damaged page of a table costs the rows on it and no others of the
 * fragment, and one of an index none.
 */
import { type Row, wholeNumber } from '../row-values.ts';
import { type Reading, UnindexedRows } from './unindexed-rows.ts';

/** Of the time that is left: a table whose index is damaged is read as a whole before any other fragment. */
const shareOfUnindexed = 0.5;
/** More than a fragment has: a damaged page of an index may tell of any number. */
const mostRows = 1_000;
/** Its rows have the numbers of their fragments: no index finds them, and what is not found is on a damaged page of the table. */
const numberedAsFragments = 'annotations';

interface RowsReading extends Omit<Reading, 'isOver'> {
  /** When there is no more time (`performance.now()`). */
  readonly endMs: number;
}

export class RowsOfFragments {
  readonly #reading: RowsReading;
  /** Of the tables whose indexes are damaged. */
  readonly #unindexed = new Map<string, UnindexedRows>();
  /** The fragments with a row that can't be read, by their table. */
  readonly #lacking = new Map<string, Set<number>>();

  constructor(reading: RowsReading) {
    this.#reading = reading;
  }

  /** Those of this fragment that can be read. Throws if none can, and if one of a table without row numbers can't. */
  of(table: string, fragment: number): readonly Row[] {
    const known = this.#unindexed.get(table);
    const found = known?.of(fragment) ?? [];
    if (found.length > 0) return found;
    try {
      return this.#reading.read(`SELECT * FROM ${table} WHERE fragment_id = ?`, fragment);
    } catch (error) {
      if (known !== undefined || table === numberedAsFragments) throw error;
      // A page of the table is the usual damage, and costs its rows alone; to read all of the table takes long.
      return this.#isIndexed(table, fragment) ? this.#oneByOne(table, fragment) : this.#unindexedOf(table, fragment);
    }
  }

  /** Whether rows of the fragment are lost, or may be, because one beside its own is. */
  mayLack(table: string, fragment: number): boolean {
    return this.#lacking.get(table)?.has(fragment) || this.#unindexed.get(table)?.mayLack(fragment) || false;
  }

  /** The index of the fragments of this table can be read, without the table. */
  #isIndexed(table: string, fragment: number): boolean {
    try {
      this.#reading.read(`SELECT count(*) AS n FROM ${table} WHERE fragment_id = ?`, fragment);
      return true;
    } catch {
      return false;
    }
  }

  /** By an index that can be read, which has the numbers of the rows. */
  #oneByOne(table: string, fragment: number): readonly Row[] {
    const { read } = this.#reading;
    const numbers = read(`SELECT rowid AS number FROM ${table} WHERE fragment_id = ? LIMIT ${mostRows}`, fragment);
    return numbers.flatMap(({ number }) => {
      try {
        return read(`SELECT * FROM ${table} WHERE rowid = ?`, wholeNumber(number) ?? 0);
      } catch {
        const lacking = this.#lacking.get(table) ?? new Set();
        this.#lacking.set(table, lacking.add(fragment));
        return [];
      }
    });
  }

  #unindexedOf(table: string, fragment: number): readonly Row[] {
    const { endMs, ...reading } = this.#reading;
    const startMs = performance.now();
    const overMs = startMs + (endMs - startMs) * shareOfUnindexed;
    const rows = new UnindexedRows(table, { ...reading, isOver: () => performance.now() >= overMs });
    this.#unindexed.set(table, rows);
    return rows.of(fragment);
  }
}
