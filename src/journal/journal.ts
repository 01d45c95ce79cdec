/**
 * The journal: one SQLite database in WAL mode that every process opens for itself. It is the spine of Hub: what is acknowledged stands
 * here, and each later step moves it on. It must never acknowledge what a power cut could take back, and never load content unasked. Nobody
 * but SQLite may open the journal's files, see `keepPrivate`.
 */
import { chmodSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Watched, watchedForDamage } from './damage.ts';
import { first } from './migrations/0001-first.ts';
import { erasure } from './migrations/0002-erasure.ts';
import { judging } from './migrations/0003-judging.ts';
import { absence } from './migrations/0004-absence.ts';
import { pairs } from './migrations/0005-pairs.ts';
import { blobBytes } from './migrations/0006-blob-bytes.ts';
import { counts } from './migrations/0007-counts.ts';
import { deletedCopies } from './migrations/0008-deleted-copies.ts';
import { soundCounts } from './migrations/0009-sound-counts.ts';
import { isGone, type OpenedFiles, openedFiles, removeLeftLog } from './opened-file.ts';
import { type Statement, survivingStatement } from './row.ts';
import { useWriteAheadLog } from './write-ahead.ts';

/** Its message is a sentence for a person. */
export class NewerJournal extends Error {}

/** In order; `PRAGMA user_version` counts how many of them a database has had. */
const migrations: readonly string[] = [first, erasure, judging, absence, pairs, blobBytes, counts, deletedCopies, soundCounts];

/** A connection that only looks. In WAL mode a reader waits for no writer, whatever lock or disk that one waits for. */
export interface JournalReader extends Disposable {
  /** A prepared statement, kept for the next use. */
  statement(sql: string): Statement;
  /** Says that a fragment's row is damaged, and was not read. */
  leftOut(id: unknown): void;
  /** How many fragments were left out so far, each counted once. */
  readonly damaged: number;
  /** The folder of the large contents. */
  readonly blobs: string;
  /** Whether somebody has removed the file that is open, or put another one in its place: then what is written here is lost. */
  isGone(): boolean;
  /** Makes way for the journal that comes after one that is gone; to be done before that one is opened. False while another process does so. */
  makeWay(): boolean;
}

export interface Journal extends JournalReader {
  /** Runs the work in one write transaction: all of it, or nothing. After a power cut it may have to be done again, from what is there. */
  transaction<Result>(work: () => Result): Result;
  /** The same, and when it returns the disk has it. For what is acknowledged to somebody. */
  durableTransaction<Result>(work: () => Result): Result;
  /** Runs the work within a transaction: all of it, or nothing of it and the rest of the transaction stays. */
  part<Result>(work: () => Result): Result;
  /** Brings the log into the database and empties its file. False when another process is in the way; it is not waited for. */
  tryEmptyLog(): boolean;
}

export interface JournalPlace {
  readonly file: string;
  readonly blobs: string;
}

/** Another process may hold the write lock for as long as its commit takes; a waiter gives up after this. */
const lockTimeoutMs = 10_000;
/** Only a log that is recovered after a crash, or a journal that is migrated, makes a reader wait. An event loop does not wait longer. */
const readerTimeoutMs = 1_000;

/**
 * Opens the journal, making or migrating it when needed. The file's folder must exist. Throws SQLite's error when the file is no
 * database, is damaged, or was written by a newer Hub.
 */
export function openJournal(place: JournalPlace): Journal {
  const { database, watched } = openDatabase(place, lockTimeoutMs);
  return Object.assign(reading(database, place, watched), {
    transaction: <Result>(work: () => Result) => watched(() => inTransaction(database, work)),
    durableTransaction: <Result>(work: () => Result) => {
      database.exec('PRAGMA synchronous = FULL'); // in WAL mode: the log is synced at the commit
      try {
        return watched(() => inTransaction(database, work));
      } finally {
        database.exec('PRAGMA synchronous = NORMAL');
      }
    },
    part: <Result>(work: () => Result) => inPart(database, work),
    tryEmptyLog: () => {
      database.exec('PRAGMA busy_timeout = 0');
      try {
        return watched(() => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0);
      } finally {
        database.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
      }
    },
  });
}

/** Opens it as `openJournal` does, for an event loop: what would write throws. `damagedRow` hears once of each row that is left out as damaged. */
export function openJournalReader(place: JournalPlace, damagedRow?: () => void): JournalReader {
  const { database, watched } = openDatabase(place, readerTimeoutMs);
  database.exec('PRAGMA query_only = ON');
  return reading(database, place, watched, damagedRow);
}

interface Opened {
  readonly database: DatabaseSync;
  readonly watched: Watched;
}

function openDatabase(place: JournalPlace, timeout: number): Opened {
  const database = new DatabaseSync(place.file, { timeout });
  try {
    keepPrivate(place.file);
    const watched = watchedForDamage(place.file);
    watched(() => prepare(database, timeout));
    return { database, watched };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * SQLite makes a new file that others may read; its log, which is made next, takes the rights that the file has then. By name: whoever opens
 * the file and closes it takes this process's locks on it from SQLite (§2.2 of https://sqlite.org/howtocorrupt.html), and then another
 * program removes the log that is in use here.
 */
function keepPrivate(file: string): void {
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

function reading(
  database: DatabaseSync,
  { file, blobs }: JournalPlace,
  watched: Watched,
  damagedRow: () => void = () => {},
): JournalReader {
  const opened: OpenedFiles = openedFiles(file);
  const statements = new Map<string, Statement>();
  const leftOut = new Set<unknown>();
  return {
    blobs,
    statement: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const prepared = survivingStatement(
        watched(() => database.prepare(sql)),
        watched,
      );
      statements.set(sql, prepared);
      return prepared;
    },
    get damaged() {
      return leftOut.size;
    },
    leftOut: (id) => {
      if (leftOut.has(id)) return;
      leftOut.add(id);
      damagedRow();
    },
    isGone: () => isGone(file, opened),
    makeWay: () => removeLeftLog(file, opened),
    [Symbol.dispose]: () => database.close(),
  };
}

function prepare(database: DatabaseSync, timeout: number): void {
  useWriteAheadLog(database, timeout);
  // Deleted content is overwritten in the file. The cache is 2 MB: Hub reads few rows at a time, and several processes have it open.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -2000');
  migrate(database);
}

function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function inPart<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('SAVEPOINT part');
  try {
    const result = work();
    database.exec('RELEASE part');
    return result;
  } catch (error) {
    // Some failures (a full disk) have ended the whole transaction already.
    if (database.isTransaction) database.exec('ROLLBACK TO part; RELEASE part');
    throw error;
  }
}

function migrate(database: DatabaseSync): void {
  if (version(database) === migrations.length) return;
  inTransaction(database, () => {
    const from = version(database);
    if (from > migrations.length)
      throw new NewerJournal(`the journal was written by a newer Hub (form ${from}, this one knows ${migrations.length})`);
    for (const migration of migrations.slice(from)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function version(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
