/** A connection in place of one that was ended, as long as it takes: a server may have no room for another client for a while, or much to do. */
import { setTimeout as pause } from 'node:timers/promises';
import type { XConnection } from './connection.ts';

/** Between two tries: each is twice as long as the one before. */
const usualPauses = { firstMs: 250, longestMs: 8_000 };

export interface ConnectAgain {
  /** Null if it failed. */
  readonly connect: () => Promise<XConnection | null>;
  readonly isWanted: () => boolean;
  /** Called once, when the first try has failed. */
  readonly failed: () => void;
}

/** Null once it is not wanted any more. */
export async function connectAgain({ connect, isWanted, failed }: ConnectAgain, pauses = usualPauses): Promise<XConnection | null> {
  let pauseMs = 0;
  while (isWanted()) {
    const connection = await connect();
    if (connection !== null && isWanted()) return connection;
    await connection?.close();
    if (pauseMs === 0) failed();
    pauseMs = Math.min(Math.max(pauseMs * 2, pauses.firstMs), pauses.longestMs);
    await pause(pauseMs, undefined, { ref: false });
  }
  return null;
}
