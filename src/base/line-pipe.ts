/**
 * A pipe on which each line is one JSON object: a request one way, its answer the other. A Unix socket, or a named pipe on Windows.
 * The peer is not trusted: lines, clients and idle time are limited, and whatever it does, the server goes on.
 */
import { once } from 'node:events';
import { chmodSync, lstatSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import { within } from './deadline.ts';
import { done, failed, type Outcome } from './outcome.ts';

export interface LinePipeLimits {
  /** Of a line without its end, a request's or an answer's. */
  readonly lineBytes: number;
  readonly clients: number;
  /** A client that neither asks nor takes its answer for so long is cut off. Waiting for us does not count. */
  readonly idleMs: number;
}

const defaultLimits: LinePipeLimits = { lineBytes: 65_536, clients: 32, idleMs: 5_000 };
/** For the last answer to be taken, when it is we who end the connection. */
const lingerMs = 500;

/** An answer is any JSON value; a question that has no answer gets `bad_request`. */
export interface LinePipeOptions {
  readonly path: string;
  /** Answers one request, already parsed. What it throws is a bug and answered with `failed`. */
  readonly answer: (request: unknown) => unknown;
  readonly limits?: Partial<LinePipeLimits>;
}

/**
 * Serves the pipe. A leftover socket of a dead process is removed first, so the caller must hold a lock that says that no live process
 * serves it; anything at that path that is not a socket is left alone and refused.
 */
export async function serveLines(options: LinePipeOptions): Promise<Outcome<AsyncDisposable, 'in-use' | 'not-a-socket'>> {
  const limits = { ...defaultLimits, ...options.limits };
  if (!removeLeftoverSocket(options.path)) return failed('not-a-socket', options.path);
  const clients = new Set<net.Socket>();
  // Half open: a client that has asked and ended its side still gets its answers.
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    if (clients.size >= limits.clients) return void socket.destroy();
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
    void serveClient(socket, options.answer, limits);
  });
  const listening = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve);
    server.listen(options.path, () => resolve(null));
  });
  if (listening?.code === 'EADDRINUSE') return failed('in-use', options.path);
  if (listening) throw listening;
  if (!options.path.startsWith(windowsPipes)) chmodSync(options.path, 0o600); // its folder keeps others out; this says so
  server.on('error', () => {}); // a failed accept (too many descriptors) costs that client, never the server
  return done({
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of clients) endSoon(socket);
      }),
  });
}

const windowsPipes = '\\\\.\\pipe\\';

function removeLeftoverSocket(path: string): boolean {
  if (path.startsWith(windowsPipes)) return true;
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return true;
  if (!facts.isSocket()) return false;
  unlinkSync(path);
  return true;
}

/** One question after the other: nothing more is read from a client until its answer is written and taken. */
async function serveClient(socket: net.Socket, answer: LinePipeOptions['answer'], limits: LinePipeLimits): Promise<void> {
  socket.on('error', () => {}); // a client that died with our answer unread
  socket.on('timeout', () => socket.destroy());
  socket.setTimeout(limits.idleMs);
  try {
    for await (const line of linesOf(socket, limits.lineBytes)) {
      socket.setTimeout(0);
      const answered = `${line === tooLong ? badRequest(`a line is at most ${limits.lineBytes} bytes`) : await answerLine(line, answer, limits)}\n`;
      socket.setTimeout(limits.idleMs);
      if (line === tooLong) return endSoon(socket, answered);
      if (!socket.write(answered)) await once(socket, 'drain');
    }
    socket.end();
  } catch {
    socket.destroy(); // gone, or cut off
  }
}

/** Ends a connection with its last words. A peer that goes on sending, or does not take them, does not hold it open. */
function endSoon(socket: net.Socket, lastWords?: string): void {
  socket.setTimeout(0);
  if (lastWords === undefined) socket.end();
  else socket.end(lastWords);
  socket.resume(); // closing with unread bytes would take the last words from the peer
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

const tooLong = Symbol('a line that is too long');

/** The lines that are not blank, without their ends; after one that is too long there are no more. Holds at most one line and one chunk. */
async function* linesOf(socket: net.Socket, limitBytes: number): AsyncGenerator<Buffer | typeof tooLong, void> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]);
      start = end + 1;
      pieces = [];
      bytes = 0;
      if (line.length > limitBytes) return yield tooLong;
      if (!isBlank(line)) yield line;
    }
    pieces.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > limitBytes) return yield tooLong;
  }
}

/** A line of nothing but spaces, tabs and carriage returns. */
function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/**
 * Sends one request and resolves to the parsed answer, or to null when there is none within `timeoutMs`: nobody listens, the peer is
 * silent, closes, or answers something that is not JSON. Never rejects (§7).
 */
export async function askLine(path: string, request: unknown, timeoutMs: number): Promise<unknown> {
  const socket = net.connect(path);
  socket.on('error', () => {}); // told by the end of its lines
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    const answer = await within(timeoutMs, firstLine(socket));
    return typeof answer === 'string' ? JSON.parse(answer) : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

async function firstLine(socket: net.Socket): Promise<string | null> {
  for await (const line of linesOf(socket, defaultLimits.lineBytes)) return line === tooLong ? null : line.toString();
  return null;
}
