/**
 * The journal: one SQLite database in WAL mode that every process opens for itself. It is the spine of Hub: it holds everything acknowledged, and
 * each later step updates it. It must never acknowledge anything that a power cut could undo, and never load content without need. Only SQLite may
 * open the journal's files: see `keepPrivate`.
 */
import { chmodSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { told } from '../domain/language/say.ts';
import { type RunWatched, watchedForDamage } from './damage/damage.ts';
import { compareSchema, dropEarlierSchema, newNumber } from './damage/schema/schema-copy.ts';
import { journalForm } from './journal-form.ts';
import { fileIdentity, isJournalGone, type OpenedFiles, openedFiles } from './journal-identity.ts';
import { noteLog, removeForeignLog, removeLeftLog } from './left-log.ts';
import { damageTolerantStatement, type Statement } from './row-values.ts';
import { inIndexTransaction, inPart, inSnapshot, inTransaction } from './transactions.ts';
import { useWriteAheadLog } from './writing/write-ahead.ts';

/** Its message is a sentence for a person. */
export class NewerJournal extends Error {}

/** A read-only connection. In WAL mode a reader waits for no writer, whatever lock or disk the writer waits for. */
export interface JournalReader extends Disposable {
  /** A prepared statement, kept for the next use. */
  statement(sql: string): Statement;
  /** Runs the work on the journal as it is now, whatever others write meanwhile. */
  snapshot<Result>(work: () => Result): Result;
  /** Reports that a fragment's row is damaged, and was not read. */
  reportDamagedRow(id: unknown): void;
  /** How many fragments were left out so far, each counted once. */
  readonly damaged: number;
  /** The folder of the large contents. */
  readonly blobs: string;
  /** The open files. */
  readonly opened: OpenedFiles;
  /** Whether the open file was removed or replaced: then anything written here is lost. */
  isGone(): boolean;
  /** Removes the log of a journal that is gone; call it before opening its successor. False while another process does so. */
  removeLog(): boolean;
}

export interface Journal extends JournalReader {
  /** Runs the work in one write transaction: all of it, or nothing. After a power cut it may have to be repeated. */
  transaction<Result>(work: () => Result): Result;
  /** The same, and synced when it returns. For everything that is acknowledged. */
  durableTransaction<Result>(work: () => Result): Result;
  /** The same, for work that writes into the tables that a search index is made of, which SQLite protects. */
  indexTransaction<Result>(work: () => Result): Result;
  /** Runs the work within a transaction: all of it, or nothing of it and the rest of the transaction stays. */
  part<Result>(work: () => Result): Result;
  /** Moves the write-ahead log into the database and empties its file. False if another process prevents it; does not wait for that. */
  tryEmptyLog(): boolean;
}

export interface JournalPlace {
  readonly file: string;
  readonly blobs: string;
}

/** Another process holds the write lock for as long as its commit takes; a writer stops waiting after this time. */
const lockTimeoutMs = 10_000;
/** A reader waits only while another process recovers the log after a crash, or migrates. An event loop must not wait longer than this. */
const readerTimeoutMs = 1_000;

/**
 * Opens the journal, and creates or migrates it if needed. The file's folder must exist. Throws SQLite's error if the file is not a database, is
 * damaged (also if its schema is to be migrated, and differs from the copy of it), or was written by a newer Hub.
 */
export function openJournal(place: JournalPlace): Journal {
  const connection = openDatabase(place, lockTimeoutMs);
  const { database, watched } = connection;
  return Object.assign(reading(connection, place), {
    transaction: <Result>(work: () => Result) => watched(() => inTransaction(database, work)),
    durableTransaction: <Result>(work: () => Result) => {
      database.exec('PRAGMA synchronous = FULL'); // in WAL mode: the log is synced at the commit
      try {
        return watched(() => inTransaction(database, work));
      } finally {
        database.exec('PRAGMA synchronous = NORMAL');
      }
    },
    indexTransaction: <Result>(work: () => Result) => watched(() => inIndexTransaction(database, work)),
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

/** Opens it like `openJournal`, for an event loop: writing throws. `damagedRow` is called once for each row that is left out as damaged. */
export function openJournalReader(place: JournalPlace, damagedRow?: DamagedRow): JournalReader {
  const connection = openDatabase(place, readerTimeoutMs);
  connection.database.exec('PRAGMA query_only = ON');
  return reading(connection, place, damagedRow);
}

/**
 * Opens for another thread the journal that this process has open, read-only: it creates, migrates and changes nothing. Null if that journal is gone.
 * Throws SQLite's error.
 *
 * SQLite finds the log by its name. With the log of the previous journal, one that replaced it would be read as a mixture of both, and be damaged when
 * a connection that may write is closed.
 */
export function openSameJournal(place: JournalPlace, opened: OpenedFiles, damagedRow?: DamagedRow): JournalReader | null {
  if (isJournalGone(place.file, opened)) return null;
  const database = new DatabaseSync(place.file, { timeout: readerTimeoutMs, readOnly: true });
  const reader = reading({ database, watched: watchedForDamage(place.file, opened['']), opened }, place, damagedRow);
  if (!reader.isGone()) return reader; // before its first statement, which opens the log
  database.close();
  return null;
}

type DamagedRow = (id: unknown) => void;

interface Connection {
  readonly database: DatabaseSync;
  readonly watched: RunWatched;
  readonly opened: OpenedFiles;
}

/** Throws SQLITE_BUSY if others keep taking the file's place for longer than `timeout`. */
function openDatabase(place: JournalPlace, timeout: number): Connection {
  const endMs = performance.now() + timeout;
  for (;;) {
    const connection = openIfItStays(place, timeout);
    if (connection !== null) return connection;
    if (performance.now() >= endMs) throw Object.assign(new Error('the journal is being replaced'), { errcode: 5 });
  }
}

/**
 * Null if another file took its place meanwhile, for opening may wait for other processes. A connection to the previous file must not be used: its log
 * would be taken for the log of the next one, which is beside that by now, and would be removed while others use it.
 */
function openIfItStays(place: JournalPlace, timeout: number): Connection | null {
  const before = fileIdentity(place.file);
  const database = new DatabaseSync(place.file, { timeout });
  let isKept = false;
  try {
    const identity = fileIdentity(place.file);
    const isStill = (): boolean => fileIdentity(place.file) === identity;
    if (identity === null || (before !== null && before !== identity)) return null;
    const watched = watchedForDamage(place.file, identity);
    keepPrivate(place.file);
    removeForeignLog(place.file, timeout);
    if (!isStill()) return null; // the first statement would open the log of the next file
    watched(() => prepare(database, place.file, timeout));
    const opened = { ...openedFiles(place.file), '': identity };
    if (!isStill()) return null;
    noteLog(place.file, identity);
    isKept = true;
    return { database, watched, opened };
  } finally {
    if (!isKept) database.close();
  }
}

/**
 * SQLite creates a new file that other users may read; its log, which is created next, takes over the file's permissions. The file is changed by name,
 * because opening and closing it would release SQLite's locks on it in this process (§2.2 of https://sqlite.org/howtocorrupt.html), and another
 * program could then remove the log that is in use here.
 */
function keepPrivate(file: string): void {
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

function reading(
  { database, watched, opened }: Connection,
  { file, blobs }: JournalPlace,
  damagedRow: DamagedRow = () => {},
): JournalReader {
  const statements = new Map<string, Statement>();
  const damagedIds = new Set<unknown>();
  return {
    blobs,
    statement: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const prepared = damageTolerantStatement(
        watched(() => database.prepare(sql)),
        watched,
      );
      statements.set(sql, prepared);
      return prepared;
    },
    snapshot: (work) => (database.isTransaction ? work() : inSnapshot(database, work)),
    get damaged() {
      return damagedIds.size;
    },
    reportDamagedRow: (id) => {
      if (damagedIds.has(id)) return;
      damagedIds.add(id);
      damagedRow(id);
    },
    opened,
    isGone: () => isJournalGone(file, opened),
    removeLog: () => removeLeftLog(file, opened),
    [Symbol.dispose]: () => database.close(),
  };
}

function prepare(database: DatabaseSync, file: string, timeout: number): void {
  useWriteAheadLog(database, timeout);
  // Deleted content is overwritten in the file. The cache is 2 MB: Hub reads few rows at a time, and several processes have it open.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -2000');
  migrate(database, file);
}

function migrate(database: DatabaseSync, file: string): void {
  if (version(database) === journalForm) return;
  const journal = { statement: (sql: string) => damageTolerantStatement(database.prepare(sql), (work) => work()) };
  inTransaction(database, () => {
    const from = version(database);
    if (from === journalForm) return; // another process was faster
    if (from > journalForm)
      throw new NewerJournal(
        told('the journal was written by a newer Hub (form {form}, this one knows {known})', { form: from, known: journalForm }),
      );
    compareSchema(journal, file);
    const { migrations } = createRequire(import.meta.url)('./migrations.ts') as typeof import('./migrations.ts');
    // No more than this Hub knows: after an update of the program, the file may be of a later one.
    for (const migration of migrations.slice(from, journalForm)) database.exec(migration);
    // The number in its header tells it from each other journal, and from what a backup of it becomes: a copy of a schema is used for none but its own.
    database.exec(`PRAGMA user_version = ${journalForm}; ${newNumber()}`);
  });
  dropEarlierSchema(journal, file); // not before: what could not be migrated still has its schema
}

function version(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** A number that changes when another connection writes, but not when this one does (https://sqlite.org/pragma.html#pragma_data_version). */
export function dataVersion(journal: JournalReader): number {
  return Number(journal.statement('PRAGMA data_version').get()?.data_version);
}
