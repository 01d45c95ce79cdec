/** Whether what is on the pages of a schema is what a copy of it has, as far as that can be known of damaged pages. */
import { isDeepStrictEqual } from 'node:util';
import type { SchemaLeaf, SchemaRow } from './schema-pages.ts';

/** The rows of a page, null for a damaged one; null for a page of which nothing is known. */
export type FoundRows = readonly (SchemaRow | null)[] | null;

/** How much of a page may differ from the copy, beside what is damaged. */
export type MayDiffer = 'nothing' | 'a row' | 'everything';

/**
 * Whether these are the pages of the copy, damaged or not: one has to be as in the copy, and none may be another one, or have another row, as the rows have the numbers
 * of pages. Where the numbers of the schema are the same as well (`a row`), a page may have one row that is not that of the copy, beside others that are, and may lack some:
 * damage of a few bytes can be read as a row, and a schema that begins on other pages differs in more than that. One without any row that can be read says nothing then: a
 * single bit is the difference between a page of rows and one that has none, or is of another kind. Where the number of the journal is the same, which only
 * its backups have as well, all that differs is damaged (`everything`).
 */
export function isSameSchema(leaves: readonly SchemaLeaf[], found: readonly FoundRows[], mayDiffer: MayDiffer): boolean {
  return (
    leaves.some(({ rows }, at) => isDeepStrictEqual(found[at], rows)) &&
    (mayDiffer === 'everything' || leaves.every(({ rows }, at) => agrees(rows, found[at] ?? null, mayDiffer === 'a row')))
  );
}

function agrees(rows: readonly SchemaRow[], found: FoundRows, mayDiffer: boolean): boolean {
  if (found === null) return true;
  const readable = found.filter((row) => row !== null);
  if (mayDiffer && readable.length === 0) return true;
  const same = readable.filter((row) => rows.some((one) => isDeepStrictEqual(one, row)));
  if (same.length === 0) return false;
  return mayDiffer ? readable.length - same.length <= 1 : same.length === readable.length && found.length === rows.length;
}

/** Whether all of these rows are the copy's, wherever they are: others are gone. */
export function areRowsOf(leaves: readonly SchemaLeaf[], found: readonly SchemaLeaf[]): boolean {
  const known = leaves.flatMap(({ rows }) => rows);
  return found.flatMap(({ rows }) => rows).every((row) => known.some((one) => isDeepStrictEqual(one, row)));
}
