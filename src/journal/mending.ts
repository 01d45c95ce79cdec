/**
 * Making damaged rows writable. SQLite holds a row that is written to the types of all its columns, and so refuses each write that touches one whose
 * page was damaged, with all that was to be written together. What a damaged column held is gone: it becomes what is unknown, or nothing.
 */
import type { Journal } from './journal.ts';

/** Those in which rows are changed. The others are only added to and deleted from. */
const tables = [
  'captures',
  'fragments',
  'present',
  'erasure',
  'without_pairs',
  'blob_bytes',
  'counters',
  'fragments_in_state',
  'held_up_saves',
] as const;

/** SQLITE_CONSTRAINT_DATATYPE, NOTNULL and CHECK: https://sqlite.org/rescode.html. */
const codes: ReadonlySet<unknown> = new Set([3091, 1299, 275]);

/** Whether a write failed at the types of a row, be it the one that was to be written or a damaged one. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && codes.has(error.errcode);
}

/** Does a write, and once more after `mend` where a row was refused. */
export function pastDamage<Result>(work: () => Result, mend: () => void): Result {
  try {
    return work();
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    mend();
    return work();
  }
}

/** Mends every row that would be refused: goes through whole tables. Within a transaction. */
export function mendRows(journal: Journal): void {
  for (const table of tables) mendTable(journal, table);
}

const kinds: Readonly<Record<string, readonly [types: string, empty: string]>> = {
  INTEGER: ["'integer'", '0'],
  TEXT: ["'text'", "''"],
  REAL: ["'real', 'integer'", '0'],
};

function mendTable(journal: Journal, table: string): void {
  const columns = journal.statement('SELECT name, type, "notnull" AS needed, pk FROM pragma_table_info(?)').all(table);
  const rules = columns.flatMap(({ name, type, needed, pk }) => {
    const [types, empty] = kinds[String(type)] ?? ["'blob'", "x''"];
    const isSound = `typeof(${name}) IN (${types}${needed === 1 || pk !== 0 ? '' : ", 'null'"})`;
    return [{ name, isSound, empty: needed === 1 ? empty : 'NULL', isKey: pk !== 0 || name === 'capture_id' }];
  });
  const others = rules.filter(({ isKey }) => !isKey);
  const keys = rules.filter(({ isKey, name }) => isKey && name !== 'capture_id').map(({ isSound }) => isSound);
  journal.statement(`DELETE FROM ${table} WHERE NOT (${keys.join(' AND ')})`).run();
  journal
    .statement(
      `UPDATE ${table} SET ${others.map(({ name, isSound, empty }) => `${name} = iif(${isSound}, ${name}, ${empty})`).join(', ')}
       WHERE NOT (${others.map(({ isSound }) => isSound).join(' AND ')}) AND ${rules
         .filter(({ isKey }) => isKey)
         .map(({ isSound }) => isSound)
         .join(' AND ')}`,
    )
    .run();
}
