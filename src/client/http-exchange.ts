/**
 * One HTTP exchange with a server on a port of 127.0.0.1, on a connection of its own unless it is given some. The peer may be slow or wrong: the whole
 * exchange has one deadline, no redirect is followed, and nothing rejects (§7).
 */
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { within } from '../base/deadline.ts';
import { http } from '../base/network/node-http.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { Route } from '../contract/routes.ts';
import { type CallTime, waitMsOf } from './call-time.ts';

export interface HttpRequest {
  readonly method: Route['method'];
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Connections that are used again, for reading only. */
  readonly connections?: Agent | undefined;
}

/** Connections that are used again. Each new one costs the core a look at who is at its other end, for which a letter in a search should not wait. */
export class ReusedConnections extends http.Agent implements Disposable {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: 1 });
  }

  [Symbol.dispose](): void {
    this.destroy();
  }
}

/** `absent`: nobody listens. `no-answer`: not in time, or cut off. */
export type ExchangeFailure = 'absent' | 'no-answer';

/** Sends one request and lets `read` read the answer; what it leaves unread is dropped with the connection. */
export async function sendRequest<Value>(
  port: number | null,
  request: HttpRequest,
  time: CallTime,
  read: (response: IncomingMessage) => Promise<Value>,
): Promise<Outcome<Value, ExchangeFailure>> {
  const timeoutMs = waitMsOf(time.timeoutMs, time.longestMs);
  if (timeoutMs === 0 || time.signal?.aborted) return failed('no-answer');
  const exchange = await exchanged(port, request, time, timeoutMs, read);
  // The server may close a connection that rests at the moment at which it is used again.
  return exchange === 'stale' ? sendRequest(port, { ...request, connections: undefined }, time, read) : exchange;
}

async function exchanged<Value>(
  port: number | null,
  request: HttpRequest,
  time: CallTime,
  timeoutMs: number,
  read: (response: IncomingMessage) => Promise<Value>,
): Promise<Outcome<Value, ExchangeFailure> | 'stale'> {
  const sent = openRequest(port, request);
  if (sent === null) return failed('absent');
  const abort = (): unknown => sent.destroy();
  time.signal?.addEventListener('abort', abort, { once: true });
  try {
    const outcome = await within(timeoutMs, converse(sent, read));
    const isOver = typeof outcome === 'symbol' || outcome.ok || time.signal?.aborted === true;
    if (!isOver && sent.reusedSocket) return 'stale';
    return typeof outcome === 'symbol' ? failed('no-answer') : outcome;
  } finally {
    time.signal?.removeEventListener('abort', abort);
    sent.destroy();
  }
}

/** Sends a request; the caller listens for its events. Null if the port is not possible. */
export function openRequest(port: number | null, { method, path, body, connections }: HttpRequest): ClientRequest | null {
  if (port === null || !Number.isInteger(port) || port < 1 || port > 65_535) return null;
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
  return http.request({ host: '127.0.0.1', port, method, path, headers, agent: (method === 'GET' && connections) || false }).end(bytes);
}

async function converse<Value>(
  sent: ClientRequest,
  read: (response: IncomingMessage) => Promise<Value>,
): Promise<Outcome<Value, ExchangeFailure>> {
  try {
    return done(await read(await responseTo(sent)));
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    return failed(refused ? 'absent' : 'no-answer');
  }
}

function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.once('close', () => reject(new Error('closed without an answer')));
  });
}

/** The bytes of an answer; null as soon as there are more than `longestBytes`, or more are announced. */
export async function bytesWithin(response: IncomingMessage, longestBytes: number): Promise<Buffer | null> {
  if (Number(response.headers['content-length'] ?? 0) > longestBytes) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface PathParts {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** Half of a surrogate pair in an id has no form in UTF-8: it becomes U+FFFD, as in a query, and no fragment has such an id. */
export function pathTo(path: string, { id = '', query = {} }: PathParts): string {
  const words = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(words).toString();
  return `${path.replace(':id', encodeURIComponent(id.toWellFormed()))}${search === '' ? '' : `?${search}`}`;
}

/** Undefined if it is not JSON. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
