/**
 * Puts SQLite's schema back into a journal that was put aside, from the copy beside it. A schema of another journal, or of this one before it was changed, would
 * give the rows of one table as those of another, so it is put back only where what is left in the file agrees with it.
 */
import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeBeside } from '../write-beside.ts';
import { type FoundRows, isSameSchema } from './same-schema.ts';
import { isOfNumbers, readSchemaCopy, type SchemaCopy } from './schema-copy.ts';
import { firstPageOf, headerBytes, kindOf, leavesOf, pageBytes, pageOf, rowsOf, type SchemaRow } from './schema-pages.ts';

/** The ending of the file with these pages as they were found: the first one, and then those that the copy has. */
export const foundPagesEnding = '-pages';

const magic = Buffer.from('SQLite format 3\0', 'latin1');

/** Writes the damaged pages of the schema anew; what was there stays in a file beside it. Nothing is written if the copy does not fit. Throws the system's error. */
export function putBackSchema(file: string): void {
  const { found, anew } = damagedPages(file);
  if (found === null || anew.length === 0) return;
  const descriptor = openSync(file, 'r+');
  try {
    // Written down before the first of them is written, and once: after that they are not what was found.
    if (!existsSync(`${file}${foundPagesEnding}`)) writeBeside(`${file}${foundPagesEnding}`, Buffer.concat([found.first, ...found.leaves]));
    for (const { at, bytes } of anew) writeSync(descriptor, bytes, 0, bytes.length, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether there is anything to put back. Throws the system's error. */
export function isSchemaToPutBack(file: string): boolean {
  return damagedPages(file).anew.length > 0;
}

function damagedPages(file: string): { readonly found: FoundPages | null; readonly anew: ReturnType<typeof damagedAnew> } {
  const copy = readSchemaCopy(file);
  if (copy === null) return { found: null, anew: [] };
  const descriptor = openSync(file, 'r');
  try {
    const found = readPages(descriptor, copy);
    return { found, anew: found !== null && fits(copy, found) ? damagedAnew(copy, found) : [] };
  } finally {
    closeSync(descriptor);
  }
}

/** What is to be written, and where: the first page keeps its header, which is mended by itself (`file-header.ts`). */
function damagedAnew({ leaves }: SchemaCopy, found: FoundPages): readonly { readonly at: number; readonly bytes: Buffer }[] {
  const isFirstSound = isDeepStrictEqual(leavesOf(found.first), pagesOf(leaves));
  const anew = [
    { at: headerBytes, bytes: isFirstSound ? null : (firstPageOf(leaves)?.subarray(headerBytes) ?? null) },
    ...leaves.map(({ page, rows }, index) => {
      const isSound = isDeepStrictEqual(found.rows[index], rows);
      return { at: (page - 1) * pageBytes, bytes: isSound ? null : pageOf(rows) };
    }),
  ];
  return anew.flatMap(({ at, bytes }) => (bytes === null ? [] : [{ at, bytes }]));
}

function pagesOf(leaves: SchemaCopy['leaves']): readonly number[] {
  return leaves.map(({ page }) => page);
}

interface FoundPages {
  readonly first: Buffer;
  readonly leaves: readonly Buffer[];
  /** What these have. */
  readonly rows: readonly FoundRows[];
  /** The pages that the first one names, and the copy does not have. */
  readonly others: readonly Buffer[];
  /** Of the first page of each row of the copy, as far as that is known. */
  readonly kinds: readonly ('table' | 'index' | null)[];
}

/** Of a damaged page nothing is known; one of another kind has none. */
function foundRows(page: Buffer): FoundRows {
  return kindOf(page) === null ? null : (rowsOf(page) ?? []);
}

/** Null beyond the end of the file, and where the disk does not give it. */
function tryReadPage(descriptor: number, page: number): Buffer | null {
  const bytes = Buffer.alloc(pageBytes);
  try {
    return readSync(descriptor, bytes, 0, pageBytes, (page - 1) * pageBytes) === pageBytes ? bytes : null;
  } catch {
    return null;
  }
}

/** Null if the file does not have them all: it was cut off, or its log has what is missing. */
function readPages(descriptor: number, copy: SchemaCopy): FoundPages | null {
  const read = (page: number): Buffer | null => tryReadPage(descriptor, page);
  const first = read(1);
  const pages = pagesOf(copy.leaves);
  const leaves = pages.flatMap((page) => read(page) ?? []);
  if (first === null || leaves.length < pages.length) return null;
  const named = new Set(leavesOf(first) ?? []).difference(new Set(pages));
  const others = [...named].flatMap((page) => read(page) ?? []);
  const roots = copy.leaves.flatMap(({ rows }) => rows.map(({ root }) => (root === 0 ? null : read(root))));
  return { first, leaves, rows: leaves.map(foundRows), others, kinds: roots.map((root) => (root === null ? null : kindOf(root))) };
}

/**
 * Whether it is the schema that this file had: its numbers have to be the same, if there is still a header, and what is on its pages (`isSameSchema`). No other page may
 * have rows of a schema. And where a table or an index begins, none may be of the other kind.
 */
function fits(copy: SchemaCopy, found: FoundPages): boolean {
  const rows = copy.leaves.flatMap((leaf) => leaf.rows);
  const hasHeader = found.first.subarray(0, magic.length).equals(magic);
  const mayDiffer = copy.journal === 0 ? 'a row' : 'everything';
  return (
    (!hasHeader || areNumbersOf(copy, found.first)) &&
    isSameSchema(copy.leaves, found.rows, hasHeader ? mayDiffer : 'nothing') &&
    !found.others.some((page) => rowsOf(page)?.some((row) => row !== null)) &&
    rows.every((row, at) => (found.kinds[at] ?? kindOfRow(row)) === kindOfRow(row))
  );
}

function areNumbersOf(copy: SchemaCopy, first: Buffer): boolean {
  return isOfNumbers(copy, { journal: first.readInt32BE(68), version: first.readUInt32BE(40), form: first.readUInt32BE(60) });
}

function kindOfRow({ type, sql }: SchemaRow): 'table' | 'index' {
  return type === 'table' && !/\bWITHOUT ROWID\b/i.test(sql ?? '') ? 'table' : 'index';
}
