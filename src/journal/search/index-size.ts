/** How large the search indexes are, and how much of the history is not in them yet. Reads a few rows, however large they are. */
import type { JournalReader } from '../journal.ts';
import { wholeNumber } from '../row-values.ts';
import { isSecondForm } from './earlier-indexes.ts';
import { blockSize } from './index-blocks.ts';

export interface IndexSize {
  /** Of the database's file, to within a few pages. */
  readonly bytes: number;
  /** Fragments that a search looks at one by one; at most. */
  readonly unindexed: number;
}

const pageBytes = 4_096;

export function indexSize(journal: JournalReader): IndexSize {
  const pages = (['text_index', 'short_index'] as const).reduce((sum, index) => sum + pagesOf(journal, index), 0);
  // Each has a row in a table of its own, of about ten bytes.
  const rows = wholeNumber(journal.statement('SELECT sum(fragments) AS rows FROM fragments_in_state').get()?.rows) ?? 0;
  const blocks = wholeNumber(journal.statement('SELECT count(*) AS blocks FROM unindexed_blocks').get()?.blocks) ?? 0;
  return { bytes: pages * pageBytes + rows * 24, unindexed: Math.min(rows, blocks * blockSize) };
}

/** FTS5 keeps its list of segments in one record, with the first and last page of each (fts5_index.c, `fts5StructureDecode`). */
function pagesOf(journal: JournalReader, index: 'text_index' | 'short_index'): number {
  const record = journal.statement(`SELECT block FROM ${index}_data WHERE id = 10`).get()?.block;
  return record instanceof Uint8Array ? pagesIn(record) : 0;
}

function pagesIn(record: Uint8Array): number {
  const isSecond = isSecondForm(record);
  let at = isSecond ? 8 : 4; // after a counter
  /** SQLite's integers of variable length; none here takes nine bytes. */
  const next = (): number => {
    let value = 0;
    for (let byte = 0x80; byte >= 0x80 && at < record.length; at += 1) {
      byte = record[at] ?? 0;
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  };
  const [levels] = [next(), next(), next()];
  let pages = 0;
  for (let level = 0; level < levels && at < record.length; level += 1) {
    const [, segments] = [next(), next()];
    for (let segment = 0; segment < segments && at < record.length; segment += 1) {
      const [, first, last] = [next(), next(), next()];
      const [, , tombstones = 0] = isSecond ? [next(), next(), next(), next(), next()] : [];
      pages += last - first + 1 + tombstones;
    }
  }
  return pages;
}
