/** Bringing a database into WAL mode, which it stays in: only a new one, or one that another program made over, has to be brought there. */
import type { DatabaseSync } from 'node:sqlite';

const pauseMs = 2;

/**
 * Has the database in WAL mode. The change of a mode needs the database alone, and SQLite waits for nobody there, whatever its busy timeout
 * (it has read the old mode by then, and two that wait for each other would wait for ever): several processes that open a new one at once have
 * to ask again. Throws SQLite's error when it is still in use after `withinMs`.
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
