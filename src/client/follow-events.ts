/**
 * Follows the event stream of a running Hub's bridge (`GET /api/events`), for a window to live by. Whoever answers there may be slow or wrong:
 * an event has a largest size, a stream that says nothing for too long is over, and nothing rejects.
 */
import http from 'node:http';

export interface FollowEvents {
  /** Hears of each event by its name, with its data parsed from JSON. */
  readonly heard: (name: string, data: unknown) => void;
  readonly signal: AbortSignal;
  /** For the first word of an answer. */
  readonly answersWithinMs?: number;
}

/** A snapshot with as many fragments as there can be, each with its beginning. */
const longestEventCharacters = 16 * 1024 * 1024;
const usuallyAnswersWithinMs = 10_000;
/** The bridge says something this often, if only a comment. */
const silentForMs = 60_000;

/** How a stream ended: `absent` never began, `refused` was answered with another status, `over` had begun. */
export type StreamEnd = 'absent' | 'refused' | 'over';

/** Follows the stream until it ends or `signal` aborts. */
export function followEvents(port: number, { heard, signal, answersWithinMs = usuallyAnswersWithinMs }: FollowEvents): Promise<StreamEnd> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/api/events', agent: false, signal });
    request.setTimeout(answersWithinMs, () => request.destroy());
    let end: StreamEnd = 'absent';
    request.on('error', () => resolve(end));
    request.once('close', () => resolve(end));
    request.once('response', (response) => {
      if (response.statusCode !== 200) {
        end = 'refused';
        return request.destroy();
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
  });
}

/**
 * Reads a stream of events (WHATWG HTML, "Server-sent events") piece by piece; each piece tells whether the stream makes sense still. Events
 * whose data are no JSON are passed over.
 */
export function eventReader(heard: FollowEvents['heard']): (piece: string) => boolean {
  let rest = '';
  return (piece) => {
    rest += piece;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      tell(rest.slice(0, end), heard);
      rest = rest.slice(end + 2);
    }
    return rest.length <= longestEventCharacters;
  };
}

function tell(event: string, heard: FollowEvents['heard']): void {
  const field = (name: string): string[] =>
    event
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const data = field('data');
  if (data.length === 0) return;
  const value = parsed(data.join('\n'));
  if (value !== undefined) heard(field('event').at(-1) ?? 'message', value);
}

/** Undefined for what is no JSON: not of this version's; the next one may be. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
