/** Transactions on a connection to the journal. */
import type { DatabaseSync } from 'node:sqlite';

/**
 * Whoever waits for the lock of the journal looks again after 100 ms at most (`sqliteDefaultBusyCallback` in SQLite's main.c), and never gets it from somebody
 * who lets go of it for moments only. In a pause of this length, between two steps of long work, everybody who waits gets it.
 */
export const everybodysTurnMs = 110;

export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
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

export function inSnapshot<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

export function inPart<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('SAVEPOINT part');
  try {
    const result = work();
    database.exec('RELEASE part');
    return result;
  } catch (error) {
    // Some failures (a full disk) have already ended the whole transaction.
    if (database.isTransaction) database.exec('ROLLBACK TO part; RELEASE part');
    throw error;
  }
}

export function inIndexTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.enableDefensive(false);
  try {
    return inTransaction(database, work);
  } finally {
    database.enableDefensive(true);
  }
}
