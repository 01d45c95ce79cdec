/**
 * A copy of SQLite's schema beside the journal: which tables and indexes there are, and on which pages they begin. It is what nothing else tells, and is on a few
 * pages: without it, one damaged page of them would cost all copies. It has the statements of Hub's own migrations and numbers of pages, and nothing of a copy:
 * the rows of `sqlite_schema` come from `CREATE` statements alone, and the statistics of `ANALYZE`, which Hub does not run, are in tables of their own.
 */
import { createHash, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isPassing, systemErrorName } from '../../../base/files/disk-error.ts';
import { temporaryName } from '../../../base/files/temporary-name.ts';
import type { Statement } from '../../row-values.ts';
import { FoundDamage, isDamage } from '../damage.ts';
import { writeBeside } from '../write-beside.ts';
import { areRowsOf, isSameSchema } from './same-schema.ts';
import { firstPageOf, isSchemaRow, pageOf, type SchemaLeaf, type SchemaRow } from './schema-pages.ts';

/** The ending of its name, after the one of the journal. */
export const schemaEnding = '-schema';
/** The one of a copy that the disk never gave, so that the journal it is beside was read without it. */
export const unreadSchemaEnding = '-schema-unread';

/** Many times as much as it takes. */
const mostBytes = 1_000_000;

export interface SchemaCopy {
  /** That of the journal, by chance, since its last migration (`application_id`); 0 for one that only an earlier Hub has opened. */
  readonly journal: number;
  /** SQLite's number of the schema, which changes with it, and Hub's. Other journals have the same ones. */
  readonly version: number;
  readonly form: number;
  /** Its pages with rows, in order; the first page of the file names them. */
  readonly leaves: readonly SchemaLeaf[];
}

type SchemaNumbers = Omit<SchemaCopy, 'leaves'>;

/** What is needed of a journal to keep a copy of its schema. */
export interface KeptJournal {
  statement(sql: string): Pick<Statement, 'all' | 'get'>;
  snapshot<Result>(work: () => Result): Result;
  transaction<Result>(work: () => Result): Result;
  tryEmptyLog(): boolean;
}

/** The SQL that gives the journal a number of its own, by chance. */
export function newNumber(): string {
  return `PRAGMA application_id = ${randomInt(1, 2 ** 31)}`;
}

/**
 * Keeps a copy of the schema of this journal, which nobody migrates meanwhile, and gives it its number if an earlier Hub did not. Throws if the schema is damaged, also where
 * SQLite reads it: it differs from the copy, and has not changed since. The copy stays then, as it does in place of one that can't be used, and where it can't be read now.
 * Otherwise best effort: without it, or with an older one, all is as before.
 */
export function keepSchema(journal: KeptJournal, file: string): void {
  try {
    const name = `${file}${schemaEnding}`;
    const kept = readIfThere(name);
    const found = journal.snapshot(() => schemaOf(journal));
    if (found?.journal !== 0 && kept === textOf(found)) return;
    const known = knownIn(kept, journal);
    if (known !== null && found !== null) compare(known, found);
    const copy = found?.journal === 0 ? { ...found, journal: tryNumber(journal) } : found;
    if (copy !== null && isUsable(copy)) {
      // The file has the pages that the copy tells of, as far as nobody else prevents it: they are compared with each other once they are damaged.
      journal.tryEmptyLog();
      writeBeside(name, textOf(copy));
    } else if (known === null) rmSync(name, { force: true });
  } catch (error) {
    if (isDamage(error)) throw error;
  }
}

/** The number that it has from now on; 0 if it takes none now, as on a full disk. */
function tryNumber(journal: KeptJournal): number {
  try {
    return journal.transaction(() => {
      if (numbersOf(journal).journal === 0) journal.statement(newNumber()).get();
      return numbersOf(journal).journal;
    });
  } catch (error) {
    if (isDamage(error)) throw error;
    return 0;
  }
}

/**
 * Call it in the transaction that changes the schema, before that: a damaged one must not become the one that is kept. Throws if it is damaged, and SQLITE_BUSY if this process
 * can't read the copy now. One that the disk does not give keeps no journal from being opened.
 */
export function compareSchema(journal: Pick<KeptJournal, 'statement'>, file: string): void {
  try {
    const known = knownIn(readIfThere(`${file}${schemaEnding}`), journal);
    const now = known === null ? null : schemaOf(journal);
    if (known !== null && now !== null) compare(known, now);
  } catch (error) {
    if (isDamage(error)) throw error;
    if (isPassing(systemErrorName(error))) throw Object.assign(new Error('the copy of the schema can not be read now'), { errcode: 5 });
  }
}

/**
 * Nothing changes the rows of the schema of a journal without changing its numbers. They may be on other pages: a backup that `VACUUM INTO` makes has the same numbers and rows,
 * and the pages of its own.
 */
function compare(known: SchemaCopy, now: SchemaCopy): void {
  const isSame = isDeepStrictEqual(rowsIn(known), rowsIn(now));
  if (!isSame && (known.journal !== 0 || isDamagedOne(known, now))) throw new FoundDamage('the schema of the journal is damaged');
}

function rowsIn({ leaves }: SchemaCopy): readonly SchemaRow[] {
  return leaves.flatMap(({ rows }) => rows);
}

/**
 * Call it once the schema has changed: removes the copy of what it was before, which is of no use. One of what it is now was kept by another process, at any moment, so what is
 * removed is looked at where nobody else can replace it. Best effort.
 */
export function dropEarlierSchema(journal: Pick<KeptJournal, 'statement'>, file: string): void {
  const [name, taken] = [`${file}${schemaEnding}`, path.join(path.dirname(file), temporaryName())];
  try {
    if (knownIn(readIfThere(name), journal) !== null) return;
    renameSync(name, taken);
    if (tryIsKnown(taken, journal) && !existsSync(name)) renameSync(taken, name);
    else rmSync(taken);
  } catch {}
}

/** Also if it can't be read. */
function tryIsKnown(name: string, journal: Pick<KeptJournal, 'statement'>): boolean {
  try {
    return knownIn(readIfThere(name), journal) !== null;
  } catch {
    return true;
  }
}

/** Copies the file with it (`from`), whole or not at all, unless there is one already (`to`). Best effort. */
export function tryCopySchema(from: string, to: string): void {
  try {
    const text = readIfThere(from);
    if (text !== null && !existsSync(to)) writeBeside(to, text);
  } catch {}
}

/** The copy in this text, if it is of this journal, and of the schema with the number that it has now. */
function knownIn(text: string | null, journal: Pick<KeptJournal, 'statement'>): SchemaCopy | null {
  const copy = copyIn(text);
  return copy !== null && isOfNumbers(copy, numbersOf(journal)) ? copy : null;
}

/** Whether it may be of a journal with these numbers. One without the number of a journal was kept before that had one: Hub may have ended between the two. */
export function isOfNumbers(copy: SchemaCopy, { journal, version, form }: SchemaNumbers): boolean {
  return (copy.journal === 0 || copy.journal === journal) && copy.version === version && copy.form === form;
}

/**
 * Of a copy without the number of a journal, which an earlier Hub has left: whether the journal has this schema, of which something is damaged or gone. Otherwise the copy is of
 * another one.
 */
function isDamagedOne({ leaves }: SchemaCopy, now: SchemaCopy): boolean {
  const rows = new Map(now.leaves.map((leaf) => [leaf.page, leaf.rows]));
  const found = leaves.map(({ page }) => rows.get(page) ?? null);
  const hasOthers = now.leaves.some(({ page }) => !leaves.some((leaf) => leaf.page === page));
  return (!hasOthers && isSameSchema(leaves, found, 'a row')) || areRowsOf(leaves, now.leaves);
}

/** Null if it is on one page, or on more than one can name, which that of a journal is not. */
function schemaOf(journal: Pick<KeptJournal, 'statement'>): SchemaCopy | null {
  const pages = journal.statement("SELECT pageno, pagetype, ncell FROM dbstat WHERE name = 'sqlite_schema' ORDER BY path").all();
  const [first, ...others] = pages;
  if (first?.pageno !== 1 || first.pagetype !== 'internal' || others.some(({ pagetype }) => pagetype !== 'leaf')) return null;
  const rows = Array.from(
    journal
      .statement('SELECT rowid AS rowid, type, name, tbl_name AS "table", rootpage AS root, sql FROM sqlite_schema ORDER BY rowid')
      .all(),
    (row) => ({ ...row }) as unknown as SchemaRow, // as it is read from a page: an object like others
  );
  let from = 0;
  const leaves = others.map(({ pageno, ncell }) => {
    const next = rows.slice(from, from + Number(ncell));
    from += next.length;
    return { page: Number(pageno), rows: next };
  });
  return { ...numbersOf(journal), leaves };
}

function numbersOf(journal: Pick<KeptJournal, 'statement'>): SchemaNumbers {
  const number = (name: 'application_id' | 'schema_version' | 'user_version') => Number(journal.statement(`PRAGMA ${name}`).get()?.[name]);
  return { journal: number('application_id'), version: number('schema_version'), form: number('user_version') };
}

/** The copy beside a journal; null if there is none, or it is damaged. Throws the system's error if it is not given now. */
export function readSchemaCopy(file: string): SchemaCopy | null {
  return copyIn(readIfThere(`${file}${schemaEnding}`));
}

/** Why the system does not give the copy beside a journal now: the name of its error. Null if it does, or there is none. */
export function whySchemaClosed(file: string): string | null {
  try {
    readIfThere(`${file}${schemaEnding}`);
    return null;
  } catch (error) {
    return systemErrorName(error);
  }
}

function copyIn(text: string | null): SchemaCopy | null {
  const [sum, json = ''] = text?.split('\n') ?? [];
  if (sum !== sumOf(json)) return null;
  try {
    const copy = { journal: 0, ...JSON.parse(json) } as SchemaCopy; // an earlier Hub wrote none
    return isUsable(copy) ? copy : null;
  } catch {
    return null; // another program wrote it
  }
}

/** Whether pages can be made of it, whoever wrote it: with rows as the schema of a journal has them, and each page once. */
function isUsable({ journal, version, form, leaves }: SchemaCopy): boolean {
  if (![journal, version, form].every(Number.isInteger) || leaves.length < 2) return false;
  const rows = leaves.flatMap((leaf) => leaf.rows);
  const roots = rows.map(({ root }) => root).filter((root) => root !== 0);
  const pages = [1, ...leaves.map(({ page }) => page), ...roots];
  return (
    rows.every(isSchemaRow) &&
    rows.every(({ rowid }, at) => rowid > (rows[at - 1]?.rowid ?? 0)) &&
    pages.every((page) => Number.isInteger(page) && page >= 1 && page < 2 ** 31) &&
    new Set(pages).size === pages.length &&
    leaves.every((leaf) => leaf.rows.length > 0 && pageOf(leaf.rows) !== null) &&
    firstPageOf(leaves) !== null
  );
}

/** With a checksum before it: SQLite would believe any number of a page. A number of a damaged row may be more than a number of JavaScript can be. */
function textOf(copy: SchemaCopy | null): string {
  const json = JSON.stringify(copy, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return `${sumOf(json)}\n${json}\n`;
}

function sumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}

/** Null for what is not there, is too large, or would be waited for, as a pipe. Throws the system's error. */
function readIfThere(name: string): string | null {
  const status = statSync(name, { throwIfNoEntry: false });
  return status?.isFile() && status.size <= mostBytes ? readFileSync(name, 'utf8') : null;
}
