/**
 * The first hundred bytes of a journal (SQLite file format, §1.3, https://sqlite.org/fileformat2.html). They say how to read all that follows, and are the same for
 * each journal of Hub but for what SQLite does without: where only they are damaged, everything else can be read once they are written anew.
 */
import { closeSync, existsSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage.ts';
import { isSchemaToPutBack, putBackSchema } from './schema/put-back-schema.ts';
import { writeBeside } from './write-beside.ts';

const headerBytes = 100;
/** Of a table's first page, right after the header: a page of rows, or one of other pages. */
const pageKinds: readonly number[] = [13, 5];
/** SQLite's default, which Hub does not change. */
const pageBytes = 4_096;

/** The ending of the file with the bytes as they were found. */
export const foundHeaderEnding = '-header';

/**
 * Opens a journal that was put aside, to read it. If its schema or its header is damaged, that is written anew first, and what was there stays in files beside it. Throws
 * if it can't be read. The schema comes first in any case: SQLite may read a damaged one as another one.
 */
export function openDamaged(file: string): DatabaseSync {
  for (const mend of [putBackSchema, writeHeader]) {
    mend(file);
    const opened = tryRead(file);
    if (opened !== null) return opened;
  }
  return new DatabaseSync(file, { readOnly: true });
}

/** Null if SQLite can read nothing of it at all. */
function tryRead(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    if (!isDamage(error)) throw error;
    return null;
  }
}

function writeHeader(file: string): void {
  const found = headerToBeWritten(file);
  if (found === null) return;
  const descriptor = openSync(file, 'r+');
  try {
    // Written down before, and once: after that it is not what was found.
    if (!isWhole(`${file}${foundHeaderEnding}`)) writeBeside(`${file}${foundHeaderEnding}`, found);
    writeSync(descriptor, usualHeader(file), 0, headerBytes, 0);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The header as it is now; null if it is the usual one, so that it would be written in vain, or if no page of a journal follows. Throws the system's error. */
function headerToBeWritten(file: string): Buffer | null {
  const found = readHeader(file);
  return found?.equals(usualHeader(file)) ? null : found;
}

/** A disk that was full may have left less of it. */
function isWhole(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.size === headerBytes;
}

/** What the log of a journal begins with, but for its last bit (https://sqlite.org/fileformat2.html#walformat): it may have been put aside by itself. */
const logMagic = 0x377f0682;

/** Null unless a page of a journal follows. */
function readHeader(file: string): Buffer | null {
  const descriptor = openSync(file, 'r');
  try {
    const found = Buffer.alloc(headerBytes + 1);
    const isWhole = readSync(descriptor, found, 0, found.length, 0) === found.length;
    const isLog = found.readUInt32BE(0) >>> 1 === logMagic >>> 1;
    return isWhole && !isLog && pageKinds.includes(found[headerBytes] ?? 0) ? found.subarray(0, headerBytes) : null;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether it has to be written into before it can be read. False if that can't be known. */
export function isToBeMended(file: string): boolean {
  try {
    return isSchemaToPutBack(file) || (headerToBeWritten(file) !== null && !canRead(file));
  } catch {
    return false;
  }
}

function canRead(file: string): boolean {
  const database = tryRead(file);
  database?.close();
  return database !== null;
}

/** Without a count of pages, so that SQLite takes that of the file, and without a list of free ones, which no reader needs. */
function usualHeader(file: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('SQLite format 3\0', 'latin1');
  header.writeUInt16BE(pageBytes, 16);
  header.fill(existsSync(`${file}-wal`) ? 2 : 1, 18, 20);
  header.set([64, 32, 32], 21);
  header.writeUInt32BE(4, 44); // the format of the schema
  header.writeUInt32BE(1, 56); // UTF-8
  return header;
}
