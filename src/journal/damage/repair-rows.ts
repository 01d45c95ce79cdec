/**
 * Makes damaged rows writable again. SQLite checks the types of all columns of a row that it writes, so it rejects any write to a damaged row, together
 * with the rest of the transaction. The value of a damaged column is lost: it becomes null, 0 or empty.
 */
import type { Journal } from '../journal.ts';

/** The tables in which rows are updated. In the others, rows are only inserted and deleted. */
const tables = [
  'captures',
  'fragments',
  'present',
  'erasure',
  'unindexed_blocks',
  'index_facts',
  'index_days',
  'blob_bytes',
  'counters',
  'fragments_in_state',
  'held_up_saves',
  'annotations',
  'earlier_copies',
  'extracted_texts',
  'deletions',
  'deleted_fragments',
  'trashed_files',
  'extension_messages',
  'page_reports',
] as const;

/** SQLITE_CONSTRAINT_DATATYPE, NOTNULL and CHECK: https://sqlite.org/rescode.html. */
const codes: ReadonlySet<unknown> = new Set([3091, 1299, 275]);

/** Whether a write failed because of the types of a row: the new one, or a damaged one that it touched. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && codes.has(error.errcode);
}

/** Does a write; if a row is rejected, repairs the rows and tries once more. */
export function repairingRows<Result>(work: () => Result, mend: () => void): Result {
  try {
    return work();
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    mend();
    return work();
  }
}

/** Repairs every row that would be rejected. Reads whole tables. Call it within a transaction. */
export function repairRows(journal: Journal): void {
  for (const table of tables) repairTable(journal, table);
}

const kinds: Readonly<Record<string, readonly [types: string, empty: string]>> = {
  INTEGER: ["'integer'", '0'],
  TEXT: ["'text'", "''"],
  REAL: ["'real', 'integer'", '0'],
};

function repairTable(journal: Journal, table: string): void {
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
