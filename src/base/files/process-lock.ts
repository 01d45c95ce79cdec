/**
 * A lock that lives exactly as long as the process that holds it: an exclusive lock of the operating system on a small SQLite file. The kernel frees
 * it at any death, SIGKILL included, so no lock is ever stale, on any system that Node runs on.
 */
import { DatabaseSync } from 'node:sqlite';
import { done, failed, type Outcome } from '../outcome.ts';

/** Node closes a database without references, and that releases its lock; a caller may keep no reference to it. */
const held = new Set<DatabaseSync>();

/** Takes the lock within `withinMs`, or reports that another process (or this one) holds it. Throws if the file can't be opened. */
export function takeProcessLock(path: string, withinMs = 0): Outcome<Disposable, 'held'> {
  const database = new DatabaseSync(path, { timeout: withinMs });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return failed('held');
    throw error;
  }
  held.add(database);
  return done({
    [Symbol.dispose]: () => {
      if (held.delete(database)) database.close();
    },
  });
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html#busy). */
const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

/**
 * Whether a process holds the lock, without taking it and without making the file. False if that can't be told. It reads, which keeps the lock from
 * being taken for that moment.
 */
export function isProcessLockHeld(path: string): boolean {
  let database: DatabaseSync | null = null; // without `using`, which the Node of the tests under Wine does not know
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    database.exec('SELECT count(*) FROM sqlite_master');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database?.close();
  }
}
