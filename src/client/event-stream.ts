/**
 * Follows an event stream of the bridge, such as `GET /api/events` for a window that stays open. The peer may be slow or wrong: an event has a maximum
 * size, a stream that is silent for too long is over, and nothing rejects.
 */
import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { bytesWithin, type HttpRequest, openRequest } from './http-exchange.ts';

export interface FollowEvents {
  /** Called with each event: its name, and its data parsed from JSON. */
  readonly heard: (name: string, data: unknown) => void;
  readonly signal: AbortSignal;
  /** Called with the body of an answer with another status, parsed from JSON. */
  readonly refused?: (body: unknown) => void;
  /** For the first byte of an answer. */
  readonly answersWithinMs?: number;
}

/** A snapshot with the maximum number of fragments, each with its beginning. */
const longestEventCharacters = 16 * 1024 * 1024;
const longestRefusalBytes = 65_536;
const usuallyAnswersWithinMs = 10_000;
/** The bridge sends something this often, if only a comment. */
const silentForMs = 60_000;

/** How a stream ended: `absent` never began, `refused` was answered with another status, `over` had begun. */
export type StreamEnd = 'absent' | 'refused' | 'over';

/** Follows the stream at `port` until it ends or `signal` aborts. `asked`: another one than that of all events. */
export function followEvents(
  port: number | null,
  { heard, refused, signal, answersWithinMs = usuallyAnswersWithinMs }: FollowEvents,
  asked: HttpRequest = { method: 'GET', path: '/api/events' },
): Promise<StreamEnd> {
  const request = signal.aborted ? null : openRequest(port, asked);
  if (request === null) return Promise.resolve('absent');
  const { promise, resolve } = Promise.withResolvers<StreamEnd>();
  const abort = (): unknown => request.destroy();
  signal.addEventListener('abort', abort, { once: true });
  request.setTimeout(answersWithinMs, () => request.destroy());
  let end: StreamEnd = 'absent';
  request.on('error', () => resolve(end));
  request.once('close', () => {
    signal.removeEventListener('abort', abort);
    resolve(end);
  });
  request.once('response', (response) => {
    if (response.statusCode !== 200) {
      end = 'refused';
      void tellRefusal(response, refused).finally(() => request.destroy());
      return;
    }
    end = 'over';
    request.setTimeout(silentForMs);
    response.setEncoding('utf8');
    const read = eventReader(heard);
    response.on('data', (chunk: string) => {
      if (!read(chunk)) request.destroy();
    });
    response.on('error', () => request.destroy());
    response.once('end', () => request.destroy());
  });
  return promise;
}

/** Waits no longer than for the first byte. */
async function tellRefusal(response: IncomingMessage, refused: FollowEvents['refused']): Promise<void> {
  if (refused === undefined) return;
  try {
    const bytes = await bytesWithin(response, longestRefusalBytes);
    if (bytes !== null) refused(parsed(bytes.toString()));
  } catch {} // it was cut off
}

/**
 * Reads a stream of events piece by piece; each piece tells whether the stream makes sense still: it does not once too much has come since the
 * last event with data, comments aside. Those whose data are no JSON count too, and are passed over. The parser tells of no event without data, and
 * the bridge sends none.
 */
export function eventReader(heard: FollowEvents['heard']): (piece: string) => boolean {
  let charactersSinceData = 0;
  // Its own `maxBufferSize` tells only by `onError`, which would cost an Error with its stack for each line that is no field.
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => {
      charactersSinceData = 0;
      const value = parsed(data);
      if (value !== undefined) heard(event, value);
    },
    onComment: (comment) => {
      charactersSinceData -= Math.min(charactersSinceData, `:${comment}\n`.length);
    },
  });
  return (piece) => {
    if (charactersSinceData > longestEventCharacters) return false;
    charactersSinceData += piece.length;
    parser.feed(piece);
    return charactersSinceData <= longestEventCharacters;
  };
}

/** Undefined if it is not JSON: it is not from this version, and the next one may be. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
