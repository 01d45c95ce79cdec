/**
 * Empties the search indexes of earlier versions, which nothing reads any more: once everything is in the new ones, or when something is deleted, because
 * it would stay in them. The empty tables stay: removing one while other processes write makes their next statement fail.
 *
 * FTS5 can empty an index only at once: with a million fragments that took 11.5 s, during which copies wait. So its own tables are emptied here, some rows
 * at a time. Between any two steps the index is sound: first it gets a list of no segments, and then nothing refers to the rows that are left; and its
 * count of fragments always is that of the rows that it has of them. (fts5_index.c, `fts5StructureDecode`; fts5_storage.c, `fts5StorageSaveTotals`.)
 */
import type { Journal, JournalReader } from '../journal.ts';

/** Its pages of 4 KiB, and its small rows. Removing so many takes a few milliseconds. */
const pagesAtOnce = 64;
const rowsAtOnce = 2_000;

/** The records of an index about itself have the lowest ids. */
const totalsId = 1;
const structureId = 10;

type EarlierIndex = 'search' | 'pairs';

/** One that is not empty yet. */
export function earlierIndex(journal: JournalReader): EarlierIndex | undefined {
  const has = (sql: string): boolean => journal.statement(sql).get() !== undefined;
  return (['search', 'pairs'] as const).find(
    (name) =>
      has(`SELECT 1 FROM ${name}_data WHERE id > ${structureId} LIMIT 1`) ||
      has(`SELECT 1 FROM ${name}_idx LIMIT 1`) ||
      has(`SELECT 1 FROM ${name}_docsize LIMIT 1`),
  );
}

/** Does one step; cheap if they are empty. The next step goes on there, also after a restart. */
export function emptyEarlierIndexes(journal: Journal): 'more' | 'done' {
  const index = earlierIndex(journal);
  if (index === undefined) return 'done';
  journal.indexTransaction(() => {
    const isListed = listNoSegments(journal, index);
    if (isListed && removedSome(journal, index)) return;
    // The rest is a few records. Of a damaged index it is everything, and FTS5 makes it anew.
    journal.statement(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`).run();
  });
  return 'more';
}

function removedSome(journal: Journal, index: EarlierIndex): boolean {
  const pages = `DELETE FROM ${index}_data WHERE id IN (SELECT id FROM ${index}_data WHERE id > ${structureId} ORDER BY id LIMIT ${pagesAtOnce})`;
  if (journal.statement(pages).run().changes > 0) return true;
  const terms = `DELETE FROM ${index}_idx WHERE (segid, term) IN (SELECT segid, term FROM ${index}_idx ORDER BY segid, term LIMIT ${rowsAtOnce})`;
  if (journal.statement(terms).run().changes > 0) return true;
  const fragments = `DELETE FROM ${index}_docsize WHERE id IN (SELECT id FROM ${index}_docsize ORDER BY id LIMIT ${rowsAtOnce})`;
  const { changes } = journal.statement(fragments).run();
  return changes === rowsAtOnce && countFewer(journal, index, changes);
}

/** After a counter; FTS5 writes it where an index forgets fragments one by one. */
const secondForm = [0xff, 0, 0, 1] as const;

/** Whether a record with the list of segments is of the second form. */
export function isSecondForm(record: Uint8Array): boolean {
  return secondForm.every((byte, at) => record[4 + at] === byte);
}

/** False if there is no list that can be understood. */
function listNoSegments(journal: Journal, index: EarlierIndex): boolean {
  const record = journal.statement(`SELECT block FROM ${index}_data WHERE id = ${structureId}`).get()?.block;
  if (!(record instanceof Uint8Array) || record.length < 7) return false;
  const head = record.subarray(0, isSecondForm(record) ? 8 : 4);
  // Levels, segments, and how much was written.
  journal.statement(`UPDATE ${index}_data SET block = ? WHERE id = ${structureId}`).run(Buffer.concat([head, Buffer.alloc(3)]));
  return true;
}

/** False if there is no count that can be understood. It is the first number of its record, in SQLite's form of variable length. */
function countFewer(journal: Journal, index: EarlierIndex, fewer: number): boolean {
  const record = journal.statement(`SELECT block FROM ${index}_data WHERE id = ${totalsId}`).get()?.block;
  if (!(record instanceof Uint8Array)) return false;
  const length = record.findIndex((byte) => byte < 0x80) + 1;
  const count = record.subarray(0, length).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  if (length === 0 || length > 7 || count < fewer) return false;
  const totals = Buffer.concat([variableInteger(count - fewer), record.subarray(length)]);
  journal.statement(`UPDATE ${index}_data SET block = ? WHERE id = ${totalsId}`).run(totals);
  return true;
}

function variableInteger(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return Buffer.from(bytes);
}
