/** What a handler answers, and how it goes onto the wire. Every answer carries the same guard headers, and none ever a CORS header. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type ProblemReason, problemMediaType, problemOf } from '../contract/problem.ts';

type ExtraHeaders = Readonly<Record<string, string>>;

/** A file that is sent in pieces (see `sendFile`). */
export interface FileAnswer {
  readonly kind: 'file';
  readonly file: string;
  /** The length that it has; a file of another one is not what was meant. */
  readonly bytes: number;
  readonly mediaType: string;
  readonly headers?: ExtraHeaders;
}

export type Answer =
  | { readonly kind: 'json'; readonly value: unknown; readonly status?: number; readonly headers?: ExtraHeaders }
  /** Ready bytes. With an `etag` (quoted) the server itself answers 304 to an `If-None-Match` that has it. */
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly etag?: string;
      readonly status?: number;
      readonly headers?: ExtraHeaders;
    }
  /** One of the two above that was made ready to be sent many times (see `readyAnswer`). */
  | ReadyAnswer
  | FileAnswer
  /** An event stream of ready frames (see `eventFrame`). It begins when the iterable is asked for its iterator, and ends with the iterable, when the client goes, or when the server stops. */
  | { readonly kind: 'events'; readonly frames: AsyncIterable<string> }
  | { readonly kind: 'problem'; readonly reason: ProblemReason; readonly detail?: string; readonly headers?: ExtraHeaders };

/** What goes onto the wire of an answer that is complete when it starts. */
interface Whole {
  readonly status: number;
  /** Names and values in turn, without those that speak of the body. */
  readonly headers: readonly string[];
  readonly contentHeaders: readonly string[];
  /** A string is latin1, a character a byte. */
  readonly body: string | Uint8Array;
  readonly etag: string | null;
}

export interface ReadyAnswer {
  readonly kind: 'ready';
  readonly whole: Whole;
}

/** The same answer for many requests: what it looks like on the wire is made once, which is most of what a small one costs. */
export function readyAnswer(answer: Extract<Answer, { kind: 'bytes' | 'json' }>): ReadyAnswer {
  return { kind: 'ready', whole: wholeOf(answer) };
}

/** An answer that is complete when it starts. */
export type WholeAnswer = Exclude<Answer, { kind: 'events' | 'file' }>;

/** An embedding page, a content sniffer, a cache: nobody makes anything else of an answer than what it is. */
export const guardHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
];

/** What happens to the connection after an answer. `linger`: it is said to close, and the caller ends the response. */
export type Afterwards = 'keep' | 'close' | 'linger';

/** Writes an answer as a whole. A client that takes nothing of it for `stillMs` is let go. */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WholeAnswer,
  afterwards: Afterwards,
  stillMs: number,
): void {
  writeWhole(request, response, answer, afterwards);
  letGoIfStill(request, response, stillMs);
}

/** Ends the connection once nothing moves on it for `stillMs`, though some of the answer still waits to be taken. */
export function letGoIfStill(request: IncomingMessage, response: ServerResponse, stillMs: number): void {
  // Where the system took all of it at once there is no need: a timer for each answer costs a hot route several percent.
  if (response.writableLength > 0) request.socket.setTimeout(stillMs);
}

function writeWhole(request: IncomingMessage, response: ServerResponse, answer: WholeAnswer, afterwards: Afterwards): void {
  const { status, headers, contentHeaders, body, etag } = answer.kind === 'ready' ? answer.whole : wholeOf(answer);
  const said = afterwards === 'keep' ? headers : [...headers, 'Connection', 'close'];
  if (etag !== null && etagMatches(ifNoneMatchOf(request), etag)) {
    response.writeHead(304, [...said]).end();
    return;
  }
  response.writeHead(status, [...said, ...contentHeaders]);
  if (afterwards === 'linger') response.write(body, 'latin1');
  else response.end(body, 'latin1');
}

/** Up to here a body goes out as a string (latin1 is one character a byte): Node joins it with the headers to one write, where bytes take a `writev`. */
const smallBytes = 16 * 1024;

function wholeOf(answer: Exclude<WholeAnswer, ReadyAnswer>): Whole {
  const { status, mediaType, bytes, etag } = asBytes(answer);
  return {
    status,
    headers: [...guardHeaders, ...(etag === null ? [] : ['ETag', etag]), ...Object.entries(answer.headers ?? {}).flat()],
    contentHeaders: ['Content-Type', mediaType, 'Content-Length', String(bytes.byteLength)],
    body: bytes.byteLength <= smallBytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') : bytes,
    etag,
  };
}

interface Bytes {
  readonly status: number;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly etag: string | null;
}

function asBytes(answer: Exclude<WholeAnswer, ReadyAnswer>): Bytes {
  switch (answer.kind) {
    case 'bytes':
      return { status: answer.status ?? 200, mediaType: answer.mediaType, bytes: answer.bytes, etag: answer.etag ?? null };
    case 'json':
      return { status: answer.status ?? 200, mediaType: 'application/json', bytes: Buffer.from(JSON.stringify(answer.value)), etag: null };
    case 'problem': {
      const body = problemOf(answer.reason, answer.detail);
      return { status: body.status, mediaType: problemMediaType, bytes: Buffer.from(JSON.stringify(body)), etag: null };
    }
  }
}

/** Node makes an object of all headers for whoever asks for one of them, and most requests don't have this one. */
function ifNoneMatchOf(request: IncomingMessage): string | undefined {
  const isThere = request.rawHeaders.some((name, index) => index % 2 === 0 && name.length === 13 && name.toLowerCase() === 'if-none-match');
  return isThere ? request.headers['if-none-match'] : undefined;
}

/** RFC 9110 §13.1.2, weak comparison. */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** A whole HTTP answer for a socket on which no request could be read. */
export function rawProblem(reason: ProblemReason): Buffer {
  const body = problemOf(reason);
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = [...guardHeaders, 'Content-Type', problemMediaType, 'Content-Length', String(bytes.byteLength), 'Connection', 'close'];
  const lines = [`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
