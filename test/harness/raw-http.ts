/**
 * An HTTP client that sends exactly the bytes that a test wrote. `fetch` and `node:http` would correct the Host, paths and lengths, which are what the
 * tests of the server's checks are about.
 */
import net from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** Replaces `127.0.0.1:port`; null sends no Host. */
  readonly host?: string | null;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Sent with its Content-Length, unless `headers` has one or a Transfer-Encoding. */
  readonly body?: string | Uint8Array;
}

/** The bytes of a request to the server on `port`, by default a valid `GET /`. */
export function requestBytes(port: number, request: RawRequest = {}): Buffer {
  const headers = [...(request.headers ?? [])];
  const host = request.host === undefined ? `127.0.0.1:${port}` : request.host;
  if (host !== null) headers.unshift(['Host', host]);
  const body = Buffer.from(request.body ?? '');
  const framed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  if (request.body !== undefined && !framed) headers.push(['Content-Length', String(body.byteLength)]);
  const lines = [
    `${request.method ?? 'GET'} ${request.target ?? '/'} ${request.version ?? 'HTTP/1.1'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** A connection that stays open until it is destroyed. Write errors are ignored: a test only checks whether there is an answer, and which. */
export class RawConnection implements Disposable {
  readonly socket: net.Socket;
  #received: Buffer = Buffer.alloc(0);
  #closed = false;
  #wake: () => void = () => {};

  private constructor(socket: net.Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** Resolves when it is connected, or closed because no server listens. */
  static async open(port: number, host = '127.0.0.1'): Promise<RawConnection> {
    const connection = new RawConnection(net.connect({ port, host }));
    await new Promise<void>((resolve) => connection.socket.once('connect', resolve).once('close', () => resolve()));
    return connection;
  }

  write(bytes: string | Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** The next complete final answer, or null if the connection ends without one. Rejects after `timeoutMs`. */
  async answer(timeoutMs = 5_000): Promise<RawAnswer | null> {
    const [answer] = await this.#until(() => {
      const parsed = parseAnswer(this.#received, this.#closed);
      if (parsed !== null) this.#received = this.#received.subarray(parsed.length);
      return parsed !== null ? [parsed.answer] : this.#closed ? [null] : null;
    }, timeoutMs);
    return answer ?? null;
  }

  /** Waits until the received data that was not yet returned as an answer contains `text`, and returns all of it. */
  async received(text: string, timeoutMs = 5_000): Promise<string> {
    return await this.#until(() => {
      const all = this.#received.toString('utf8');
      return all.includes(text) ? all : null;
    }, timeoutMs);
  }

  /** Waits until the server closes the connection. */
  async closed(timeoutMs = 5_000): Promise<void> {
    await this.#until(() => this.#closed || null, timeoutMs);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  async #until<Value>(look: () => Value | null, timeoutMs: number): Promise<Value> {
    const endsAt = performance.now() + timeoutMs;
    for (;;) {
      const found = look();
      if (found !== null) return found;
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) throw new Error(`nothing in ${timeoutMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

/** Sends bytes on a new connection, and resolves to the first answer, or null if the server closes without one. */
export async function sendRaw(port: number, bytes: string | Uint8Array, timeoutMs = 5_000): Promise<RawAnswer | null> {
  using connection = await RawConnection.open(port);
  connection.write(bytes);
  return await connection.answer(timeoutMs);
}

/** Sends one request on a new connection; throws if there is no answer. */
export async function askRaw(port: number, request: RawRequest = {}): Promise<RawAnswer> {
  const answer = await sendRaw(port, requestBytes(port, request));
  if (answer === null) throw new Error('the server closed without an answer');
  return answer;
}

/** The first final answer in `bytes` with the number of bytes up to its end, or null while it is incomplete. */
function parseAnswer(bytes: Buffer, ended: boolean): { readonly answer: RawAnswer; readonly length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error('this is not an HTTP answer');
  const start = headEnd + 4;
  if (status >= 100 && status < 200 && status !== 101) {
    const next = parseAnswer(bytes.subarray(start), ended);
    return next && { answer: next.answer, length: start + next.length };
  }
  const headers = new Map(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = parseBody(bytes.subarray(start), status, headers, ended);
  return body && { answer: { status, headers, body: body.body }, length: start + body.length };
}

function parseBody(
  rest: Buffer,
  status: number,
  headers: ReadonlyMap<string, string>,
  ended: boolean,
): { body: Buffer; length: number } | null {
  if (status === 304 || status === 204 || status === 101) return { body: Buffer.alloc(0), length: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return parseChunks(rest);
  const length = headers.has('content-length') ? Number(headers.get('content-length')) : ended ? rest.byteLength : Number.POSITIVE_INFINITY;
  return rest.byteLength >= length ? { body: rest.subarray(0, length), length } : null;
}

function parseChunks(rest: Buffer): { body: Buffer; length: number } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (rest.byteLength < end + 2) return null;
    if (size === 0) return { body: Buffer.concat(chunks), length: end + 2 };
    chunks.push(rest.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
