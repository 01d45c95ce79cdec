/** Switches a database to WAL mode, which it keeps: only a new one, or one that another program converted, needs it. */
import type { DatabaseSync } from 'node:sqlite';

const pauseMs = 2;

/**
 * Switches the database to WAL mode. This needs exclusive access, and SQLite does not wait for it, whatever the busy timeout: it already holds a read
 * lock, so two processes could wait for each other forever. Processes that open a new database at the same time therefore have to try again. Throws
 * SQLite's error if the database is still in use after `withinMs`.
 */
export function useWriteAheadLog(database: DatabaseSync, withinMs: number, pause: () => void = sleep): void {
  const endMs = performance.now() + withinMs;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= endMs) throw error;
      pause();
    }
  }
}

/** SQLITE_BUSY with its extended codes (https://sqlite.org/rescode.html#busy). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;
}

function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}
