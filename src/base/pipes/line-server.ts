/**
 * A pipe on which each line is one JSON object: a request one way, its answer the other. A Unix socket, or a named pipe on Windows. The peer is not
 * trusted: lines, clients and idle time are limited, and whatever it does, the server continues.
 */
import { once } from 'node:events';
import type net from 'node:net';
import { failed, type Outcome } from '../outcome.ts';
import { linesOf, longestLineBytes, tooLong } from './pipe-lines.ts';
import { type PipePlace, type PlaceFailure, takePlace } from './pipe-socket.ts';

export interface LinePipeLimits {
  /** The length of a request or an answer, without its line end. */
  readonly lineBytes: number;
  /** One more takes the place of the one that has been silent longest. */
  readonly clients: number;
  /** A client that neither sends nor reads for this long is disconnected. Waiting for our answer does not count. */
  readonly idleMs: number;
}

export const linePipeLimits: LinePipeLimits = { lineBytes: longestLineBytes, clients: 64, idleMs: 5_000 };
/** For the client to read the last answer, when the server closes the connection. */
const lingerMs = 500;

/** An answer is any JSON value; an unknown request gets `bad_request`. */
export interface LinePipeOptions extends PipePlace {
  /** Answers one request, already parsed. An exception is a bug and answered with `failed`. */
  readonly answer: (request: unknown) => unknown;
  readonly limits?: Partial<LinePipeLimits>;
}

/** Serves the pipe at its place, which `takePlace` takes and holds. */
export async function serveLines(options: LinePipeOptions): Promise<Outcome<AsyncDisposable, PlaceFailure>> {
  const limits = { ...linePipeLimits, ...options.limits };
  const clients = new Map<net.Socket, Client>();
  const serve = (socket: net.Socket): void => {
    if (clients.size >= limits.clients && !evictSilent(clients)) return void socket.destroy();
    const client: Client = { silentSinceMs: performance.now() };
    clients.set(socket, client);
    socket.once('close', () => clients.delete(socket));
    void serveClient(socket, client, options.answer, limits);
  };
  const place = await takePlace(options, serve);
  if (!place.ok) return failed(place.reason, place.detail);
  return {
    ok: true,
    value: {
      [Symbol.asyncDispose]: async () => {
        for (const socket of clients.keys()) endSoon(socket);
        await place.value[Symbol.asyncDispose]();
      },
    },
  };
}

/** A client: since when it is silent, or null while it waits for an answer. */
interface Client {
  silentSinceMs: number | null;
}

/** Disconnects the client that has been silent longest. False if all of them wait for an answer. */
function evictSilent(clients: ReadonlyMap<net.Socket, Client>): boolean {
  let longest: { readonly socket: net.Socket; readonly sinceMs: number } | null = null;
  for (const [socket, { silentSinceMs }] of clients) {
    if (silentSinceMs !== null && silentSinceMs < (longest?.sinceMs ?? Number.POSITIVE_INFINITY))
      longest = { socket, sinceMs: silentSinceMs };
  }
  longest?.socket.destroy();
  return longest !== null;
}

/** One question after the other: reads nothing more from a client until its answer is written and read. */
async function serveClient(socket: net.Socket, client: Client, answer: LinePipeOptions['answer'], limits: LinePipeLimits): Promise<void> {
  socket.on('error', () => {}); // a client that crashed before it read our answer
  socket.on('timeout', () => socket.destroy());
  socket.setTimeout(limits.idleMs);
  try {
    for await (const line of linesOf(socket, limits.lineBytes)) {
      socket.setTimeout(0);
      client.silentSinceMs = null;
      const answered = `${line === tooLong ? badRequest(`a line is at most ${limits.lineBytes} bytes`) : await answerLine(line, answer, limits)}\n`;
      client.silentSinceMs = performance.now();
      socket.setTimeout(limits.idleMs);
      if (line === tooLong) return endSoon(socket, answered);
      if (!socket.write(answered)) await once(socket, 'drain');
    }
    socket.end();
  } catch {
    socket.destroy(); // gone, or disconnected
  }
}

/** Closes a connection after a last line. A peer that keeps sending, or does not read it, cannot keep it open. */
function endSoon(socket: net.Socket, lastWords?: string): void {
  socket.setTimeout(0);
  if (lastWords === undefined) socket.end();
  else socket.end(lastWords);
  socket.removeAllListeners('readable'); // the line reader has stopped, and holds the socket
  socket.resume(); // closing with unread bytes would discard the last line before the peer reads it
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

async function answerLine(line: Buffer, answer: LinePipeOptions['answer'], limits: LinePipeLimits): Promise<string> {
  let request: unknown;
  try {
    request = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    return badRequest('not JSON');
  }
  try {
    const text: string | undefined = JSON.stringify(await answer(request));
    if (text === undefined) return badRequest();
    if (Buffer.byteLength(text) <= limits.lineBytes) return text;
    return JSON.stringify({ ok: false, error: 'failed', detail: `the answer is over ${limits.lineBytes} bytes` });
  } catch {
    return JSON.stringify({ ok: false, error: 'failed' });
  }
}

function badRequest(detail?: string): string {
  return JSON.stringify({ ok: false, error: 'bad_request', detail });
}
