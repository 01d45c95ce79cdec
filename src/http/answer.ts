/**
 * The answers of handlers and the refusals of the server, and how both are sent. Every answer has the same guard headers, and a CORS header only for the
 * extension that it is for. If a refusal comes while the client is still sending, the server answers at once, reads for a moment, then closes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { http } from '../base/network/node-http.ts';
import { type ProblemReason, problemMediaType, problemOf } from '../contract/problem.ts';

type ExtraHeaders = Readonly<Record<string, string>>;

/** A file that is sent in pieces (see `sendFile`). */
export interface FileAnswer {
  readonly kind: 'file';
  readonly file: string;
  /** The expected length; a file with another length is the wrong one. */
  readonly bytes: number;
  readonly mediaType: string;
  readonly headers?: ExtraHeaders;
}

export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Bytes in memory. With an `etag` (quoted) the server itself answers 304 to a matching `If-None-Match`. */
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly etag?: string;
      readonly headers?: ExtraHeaders;
    }
  /** One of the two above, serialized once to be sent many times (see `readyAnswer`). */
  | ReadyAnswer
  | FileAnswer
  /**
   * An event stream of serialized frames (see `eventFrame`). It begins when the iterable's iterator is requested, and ends with the iterable, when
   * the client leaves, or when the server stops.
   */
  | { readonly kind: 'events'; readonly frames: AsyncIterable<string> }
  | { readonly kind: 'problem'; readonly reason: ProblemReason; readonly detail?: string };

/** The bytes of an answer that is complete when it starts. */
interface Whole {
  readonly status: number;
  /** Alternating names and values, without those about the body. */
  readonly headers: readonly string[];
  readonly contentHeaders: readonly string[];
  /** A string is latin1, one byte per character. */
  readonly body: string | Uint8Array;
  readonly etag: string | null;
}

export interface ReadyAnswer {
  readonly kind: 'ready';
  readonly whole: Whole;
}

/** The same answer for many requests, serialized once, because serialization is most of the cost of a small answer. */
export function readyAnswer(answer: Extract<Answer, { kind: 'bytes' | 'json' }>): ReadyAnswer {
  return { kind: 'ready', whole: wholeOf(answer) };
}

/** An answer that is complete when it starts. */
export type WholeAnswer = Exclude<Answer, { kind: 'events' | 'file' }>;

/** No embedding page, content sniffer or cache may treat an answer as anything but what it is. */
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

/** Lets the extension with this origin read the answer, and nobody else. There are no cookies, so never with credentials. */
export function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
}

/** For so long a browser does not ask again. */
const preflightSeconds = 600;

/** Answers an admitted preflight, after `allowOrigin`. */
export function answerPreflight(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', 'content-type');
  response.setHeader('Access-Control-Max-Age', preflightSeconds);
  response.writeHead(204, [...guardHeaders]).end();
}

/** What happens to the connection after an answer. `linger`: the answer announces the close, and the caller ends the response. */
export type AfterAnswer = 'keep' | 'close' | 'linger';

/** Writes a complete answer. A client that reads nothing of it for `stillMs` is disconnected. */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WholeAnswer,
  afterwards: AfterAnswer,
  stillMs: number,
): void {
  writeWhole(request, response, answer, afterwards);
  disconnectIfStalled(request, response, stillMs);
}

/** Closes the connection if nothing moves on it for `stillMs` while part of the answer is unread. */
export function disconnectIfStalled(request: IncomingMessage, response: ServerResponse, stillMs: number): void {
  // Not needed if the system took all of it at once: a timer for each answer costs a busy route several percent.
  if (response.writableLength > 0) request.socket.setTimeout(stillMs);
}

function writeWhole(request: IncomingMessage, response: ServerResponse, answer: WholeAnswer, afterwards: AfterAnswer): void {
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

/**
 * Up to this size a body is sent as a string (latin1, one byte per character): Node joins it with the headers into one write, while bytes take a
 * `writev`.
 */
const smallBytes = 16 * 1024;

function wholeOf(answer: Exclude<WholeAnswer, ReadyAnswer>): Whole {
  const { status, mediaType, bytes, etag } = asBytes(answer);
  return {
    status,
    headers: [
      ...guardHeaders,
      ...(etag === null ? [] : ['ETag', etag]),
      ...(answer.kind === 'bytes' ? Object.entries(answer.headers ?? {}).flat() : []),
    ],
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
      return { status: 200, mediaType: answer.mediaType, bytes: answer.bytes, etag: answer.etag ?? null };
    case 'json':
      return { status: 200, mediaType: 'application/json', bytes: Buffer.from(JSON.stringify(answer.value)), etag: null };
    case 'problem': {
      const body = problemOf(answer.reason, answer.detail);
      return { status: body.status, mediaType: problemMediaType, bytes: Buffer.from(JSON.stringify(body)), etag: null };
    }
  }
}

/** Node builds an object of all headers when one of them is read, and most requests don't have this one. */
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

export interface LingerLimits {
  readonly stillMs: number;
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

/**
 * Answers with a problem and closes the connection, so that the rest of an unread body is never taken for a request. Closing a socket with unread
 * bytes resets it, and a reset can overtake the answer. So the whole answer is written, incoming bytes are discarded for `lingerMs` or `lingerBytes`,
 * and only then does the response end.
 */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, reason: ProblemReason, limits: LingerLimits): void {
  const mayStillSend = !request.complete && !request.destroyed;
  writeAnswer(request, response, { kind: 'problem', reason }, mayStillSend ? 'linger' : 'close', limits.stillMs);
  if (mayStillSend) discardRest(request, limits, () => response.end());
}

function discardRest(request: IncomingMessage, limits: LingerLimits, finish: () => void): void {
  let leftBytes = limits.lingerBytes;
  const stop = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', stop).off('close', stop);
    finish();
  };
  const count = (chunk: Buffer): void => {
    leftBytes -= chunk.byteLength;
    if (leftBytes < 0) stop();
  };
  const timer = setTimeout(stop, limits.lingerMs);
  request.on('data', count).once('end', stop).once('close', stop).resume();
}

/** A complete HTTP answer for a socket on which no request could be parsed. */
export function rawProblem(reason: ProblemReason): Buffer {
  const body = problemOf(reason);
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = [...guardHeaders, 'Content-Type', problemMediaType, 'Content-Length', String(bytes.byteLength), 'Connection', 'close'];
  const lines = [`HTTP/1.1 ${body.status} ${http.STATUS_CODES[body.status] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
