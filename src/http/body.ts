/** A request's body and query as values, or a named reason. No answer quotes the input. */
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';
import { GrownBuffer } from '../base/grown-buffer.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';

/** One body's share of the memory limit; freed when the request is done. */
export interface BodyPlace extends Disposable {
  /** Reserves this many more bytes; false if there is no room. */
  take(bytes: number): boolean;
}

/** The limit on bodies in memory. Small ones are always accepted, so that a client with large ones does not block others with short ones. */
export class BodyRoom {
  readonly #most: number;
  readonly #small: number;
  #held = 0;

  constructor({ heldBodyBytes, smallBodyBytes }: { readonly heldBodyBytes: number; readonly smallBodyBytes: number }) {
    this.#most = heldBodyBytes;
    this.#small = smallBodyBytes;
  }

  place(): BodyPlace {
    let own = 0;
    return {
      take: (bytes) => {
        if (own + bytes > this.#small && this.#held + bytes > this.#most) return false;
        own += bytes;
        this.#held += bytes;
        return true;
      },
      [Symbol.dispose]: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}

/** The complete body. Waits no longer than the server's request deadline, which closes the connection. */
export async function collectBody(
  request: IncomingMessage,
  limitBytes: number,
  place: BodyPlace,
): Promise<Outcome<Buffer, 'body-too-large' | 'unavailable' | 'malformed-request'>> {
  const whole = new GrownBuffer();
  let refusal: 'body-too-large' | 'unavailable' | null = null;
  return await new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      if (refusal !== null) return;
      if (whole.bytes + chunk.byteLength > limitBytes) refusal = 'body-too-large';
      else if (!place.take(chunk.byteLength)) refusal = 'unavailable';
      else return whole.add(chunk);
      whole.clear();
      resolve(failed(refusal));
    });
    // A truncated body ends in 'close' without 'end'.
    request.on('error', () => {});
    request.once('end', () => resolve(done(whole.taken())));
    request.once('close', () => resolve(failed('malformed-request')));
  });
}

export const jsonDepth = 32;
/** An object with hundreds of thousands of keys would block everything else for a second. */
export const keysPerObject = 1_000;

type BodyFault = 'not-utf8' | 'malformed-json' | 'json-too-deep' | 'repeated-key' | 'too-many-keys';

/** Bytes → JSON value. A leading byte order mark is accepted and dropped, as RFC 8259 §8.1 allows: Windows tools write it. */
export function parseBody(bytes: Uint8Array): Outcome<unknown, BodyFault> {
  const text = decode(bytes);
  if (text === null) return failed('not-utf8');
  const fault = scanJson(text);
  if (fault !== null) return failed(fault);
  try {
    return done(JSON.parse(text));
  } catch {
    // V8's message quotes the input.
    return failed('malformed-json');
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The keys of one open object; an array has none. The set is created with the second key, because most objects in a bomb have one. */
interface Level {
  readonly isObject: boolean;
  first: string | null;
  more: Set<string> | null;
}

/**
 * Checks only brackets and keys, in one pass without recursion. Text that is not JSON is left to `JSON.parse`, which would itself accept any depth
 * (and block for seconds), and keep the last of two equal keys.
 */
function scanJson(text: string): Exclude<BodyFault, 'not-utf8'> | null {
  const levels: Level[] = [];
  let keyIsNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === openBrace || code === openBracket) {
      if (levels.length === jsonDepth) return 'json-too-deep';
      keyIsNext = code === openBrace;
      levels.push({ isObject: keyIsNext, first: null, more: null });
    } else if (code === closeBrace || code === closeBracket) {
      levels.pop();
      keyIsNext = false;
    } else if (code === comma) {
      keyIsNext = levels.at(-1)?.isObject ?? false;
    } else if (code === quote) {
      const end = endOfString(text, at);
      if (end < 0) return 'malformed-json';
      const level = levels.at(-1);
      const fault = keyIsNext && level ? takeKey(level, keyAt(text, at, end)) : null;
      if (fault !== null) return fault;
      keyIsNext = false;
      at = end;
    }
  }
  return null;
}

const [openBrace, closeBrace, openBracket, closeBracket, comma, quote, backslash] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x22, 0x5c];

/** The index of the quote that ends the string beginning at `start`, or -1. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

function keyAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(text.slice(start, end + 1)));
  } catch {
    return raw;
  }
}

/** Refuses a repeated key, `__proto__` (which assignments elsewhere could turn into a prototype), and too many keys. */
function takeKey(level: Level, key: string): 'repeated-key' | 'too-many-keys' | null {
  if (key === '__proto__' || key === level.first || level.more?.has(key)) return 'repeated-key';
  if (level.first === null) {
    level.first = key;
    return null;
  }
  level.more ??= new Set();
  level.more.add(key);
  return level.more.size < keysPerObject ? null : 'too-many-keys';
}

/** `a=1&b=two+words` → its values by name. Refuses a query that is not percent-encoded UTF-8, and a repeated name. */
export function parseQuery(query: string): Outcome<Readonly<Record<string, string>>, 'invalid-request'> {
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodePart(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decodePart(pair.slice(at + 1));
    if (name === null || value === null) return failed('invalid-request', 'The query is not percent-encoded UTF-8.');
    if (values.has(name)) return failed('invalid-request', 'The query has a name twice.');
    values.set(name, value);
  }
  return done(Object.fromEntries(values));
}

function decodePart(part: string): string | null {
  try {
    return /^[\x21-\x7e]*$/.test(part) ? decodeURIComponent(part.replaceAll('+', ' ')) : null;
  } catch {
    return null;
  }
}

/** The first error that a schema found, as a sentence that names the field. `place` is `body`, `query` or a parameter. */
export function describeFault(place: string, error: z.ZodError): string {
  const issue = error.issues[0];
  const field = [place, ...(issue?.path ?? [])].map((part) => (/^\w{1,64}$/.test(String(part)) ? String(part) : '?')).join('.');
  // The only message of zod's own that quotes the input.
  const quotes = issue === undefined || (issue.code === 'unrecognized_keys' && issue.message.startsWith('Unrecognized'));
  const fault = quotes ? 'has a key that is not known' : issue.message;
  return `${field}: ${fault}`;
}
