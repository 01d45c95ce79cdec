/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) with a deadline for a client that does not read. */
import type { ServerResponse } from 'node:http';
import { tooLate, within } from '../base/deadline.ts';
import { guardHeaders } from './answer.ts';

export interface EventLimits {
  /** A comment is sent this often, so that neither a client nor the server takes the stream for dead. */
  readonly keepAliveMs: number;
  /** A client that reads nothing for this long while a frame waits is disconnected. */
  readonly stalledMs: number;
  /** A client whose connection moves nothing for this long, not even comments, is disconnected too. */
  readonly stillMs: number;
}

/** One event, serialized. `data` may have several lines. */
export function eventFrame(event: string, data: string, id?: string): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\n${lines.join('')}\n`;
}

/**
 * Sends frames until they end, the client leaves, or `signal` aborts. At most one frame waits here for a slow client, so the iterable decides what
 * such a client misses. Never rejects because of a client; rejects when the iterable does.
 */
export async function sendEvents(
  response: ServerResponse,
  frames: AsyncIterable<string>,
  signal: AbortSignal,
  limits: EventLimits,
): Promise<void> {
  const leaving = untilGone(response, signal);
  response.writeHead(200, [...guardHeaders, 'Content-Type', 'text/event-stream', 'Connection', 'close']);
  response.flushHeaders();
  response.socket?.setTimeout(limits.stillMs);
  // Not while bytes are pending: a write would make a connection whose client does not read look alive.
  const keepAlive = setInterval(() => response.writableLength > 0 || response.write(': here\n\n'), limits.keepAliveMs);
  const iterator = frames[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await leaving.or(iterator.next());
      if (next === null || next.done) break;
      if (!response.write(next.value) && (await within(limits.stalledMs, leaving.or(drained(response)))) === tooLate) break;
    }
  } finally {
    clearInterval(keepAlive);
    leaving.dispose();
    // Not awaited: a generator that hangs in `next` would never return from it.
    void iterator.return?.()?.catch(() => {});
    if (response.writableNeedDrain) response.destroy();
    else response.end();
  }
}

interface Leaving {
  /** The work's value, or null as soon as the stream has to end. */
  or<Value>(work: Promise<Value>): Promise<Value | null>;
  dispose(): void;
}

/**
 * One wait at a time. Not `Promise.race` with a long-lived promise of the end: that promise would retain each frame of a stream that is open for
 * days.
 */
function untilGone(response: ServerResponse, signal: AbortSignal): Leaving {
  let isGone = signal.aborted || response.destroyed;
  let endWait = (): void => {};
  const leave = (): void => {
    isGone = true;
    endWait();
  };
  response.once('close', leave);
  signal.addEventListener('abort', leave);
  return {
    or: async (work) =>
      await new Promise((resolve, reject) => {
        endWait = () => resolve(null);
        work.then(resolve, reject);
        if (isGone) resolve(null);
      }),
    dispose: () => signal.removeEventListener('abort', leave),
  };
}

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => response.once('drain', resolve));
}
