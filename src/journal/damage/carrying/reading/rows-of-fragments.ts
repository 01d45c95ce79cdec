/**
 * The rows of a fragment in the tables of a damaged journal, as far as they can be read: a damaged page of a table costs the rows on it and no others of the
 * fragment, and one of an index none.
 */
import { type Row, wholeNumber } from '../../../row-values.ts';
import { type Reading, UnindexedRows } from './unindexed-rows.ts';

/** More than a fragment has: a damaged page of an index may tell of any number. */
const mostRows = 1_000;
/** Its rows have the numbers of their fragments: no index finds them, and what is not found is on a damaged page of the table. */
const numberedAsFragments = 'annotations';

/** The index of this table is damaged: it is to be read as a whole, or on, which takes long (`readTable`). */
export class NeedsTable extends Error {
  readonly table: string;

  constructor(table: string) {
    super(`the index of ${table} is damaged`);
    this.table = table;
  }
}

export class RowsOfFragments {
  readonly #reading: Omit<Reading, 'isOver'>;
  /** Of the tables whose indexes are damaged. */
  readonly #unindexed = new Map<string, UnindexedRows>();
  /** The fragments with a row that can't be read, by their table. */
  readonly #lacking = new Map<string, Set<number>>();

  constructor(reading: Omit<Reading, 'isOver'>) {
    this.#reading = reading;
  }

  /** Those of this fragment that can be read. Throws if none can, and if one of a table without row numbers can't; `NeedsTable` if that is not known. */
  of(table: string, fragment: number): readonly Row[] {
    const known = this.#unindexed.get(table);
    const found = known?.of(fragment) ?? [];
    // Where the time was up between the rows of one fragment, it has others below.
    const isCut = known?.isWhole === false && known.mayLack(fragment);
    if ((found.length > 0 && !isCut) || known?.isComplete) return found;
    try {
      return this.#reading.read(`SELECT * FROM ${table} WHERE fragment_id = ?`, fragment);
    } catch (error) {
      if (table === numberedAsFragments) throw error;
      // A page of the table is the usual damage, and costs its rows alone; to read all of the table takes long, and is done once.
      if (this.#isIndexed(table, fragment)) return this.#oneByOne(table, fragment);
      if (known?.isWhole) throw error;
      throw new NeedsTable(table);
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

  /** Reads a table without its indexes, until it is over. False if that is not all of it. Takes long: not in a transaction. */
  readTable(table: string, isOver: () => boolean): boolean {
    const rows = new UnindexedRows(table, { ...this.#reading, isOver });
    this.#unindexed.set(table, rows);
    return rows.isWhole;
  }
}
