/** Fetches what belongs to a page, as the page may read it, within the limits of one save. */
import { pageLimits } from './tasks.ts';

export interface FetchedFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The files of a page that is saved as one file, within the limits of one save. */
export interface PageFiles {
  /** Null: it could not be had, or is over a limit. The same address is fetched once. */
  bytes(address: string): Promise<FetchedFile | null>;
  /** The same as a `data:` address. */
  data(address: string): Promise<string | null>;
  /** Counts characters that are written into the file; false: there is no room for so many, and they are not counted. */
  take(characters: number): boolean;
}

export function openPageFiles(): PageFiles {
  const signal = AbortSignal.timeout(pageLimits.inliningMs);
  const inTurn = openTurns(pageLimits.fetchedAtOnce);
  const known = new Map<string, Promise<FetchedFile | null>>();
  const written = new Map<string, Promise<string | null>>();
  let leftBytes: number = pageLimits.inlinedBytes;
  let leftCharacters: number = pageLimits.writtenCharacters;
  const fetchFresh = async (address: string): Promise<FetchedFile | null> => {
    if (leftBytes === 0) return null;
    const file = await tryFetch(address, Math.min(leftBytes, pageLimits.inlinedEachBytes), signal);
    if (typeof file === 'string' || file.bytes.length > leftBytes) return null;
    leftBytes -= file.bytes.length;
    return file;
  };
  const bytes = async (address: string): Promise<FetchedFile | null> => {
    const before = known.get(address);
    if (before !== undefined) return await before;
    if (known.size >= pageLimits.inlinedFiles) return null;
    const file = inTurn(async () => await fetchFresh(address));
    known.set(address, file);
    return await file;
  };
  const data = async (address: string): Promise<string | null> => {
    const before = written.get(address);
    if (before !== undefined) return await before;
    const text = bytes(address).then((file) => (file === null ? null : dataAddress(file)));
    written.set(address, text);
    return await text;
  };
  return {
    bytes,
    data,
    take: (characters) => {
      if (characters > leftCharacters) return false;
      leftCharacters -= characters;
      return true;
    },
  };
}

/** Runs tasks, no more than so many at once: each of them may hold a file that there turns out to be no room for. */
function openTurns(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/**
 * The file at an address. It is read no further than `mostBytes`. `not-readable`: there was no answer that may be read; a browser does not tell whether
 * the site forbids it or is not there.
 */
export async function tryFetch(
  address: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<FetchedFile | 'not-readable' | 'not-found' | 'too-large' | 'too-slow'> {
  try {
    const response = await fetch(address, { signal, credentials: 'same-origin', redirect: 'follow' });
    if (!response.ok) return 'not-found';
    const bytes = await readUpTo(response, mostBytes);
    if (bytes === null) return 'too-large';
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
    return { mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream', bytes };
  } catch {
    return signal.aborted ? 'too-slow' : 'not-readable';
  }
}

async function readUpTo(response: Response, mostBytes: number): Promise<Uint8Array | null> {
  if (Number(response.headers.get('content-length') ?? 0) > mostBytes) {
    await response.body?.cancel();
    return null;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > mostBytes) {
      await reader?.cancel();
      return null;
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** RFC 4648 §4. */
export function base64(bytes: Uint8Array): string {
  const withOwn = bytes as Uint8Array & { toBase64?: () => string };
  if (withOwn.toBase64 !== undefined) return withOwn.toBase64();
  let text = '';
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}

function dataAddress({ mediaType, bytes }: FetchedFile): string {
  return `data:${mediaType};base64,${base64(bytes)}`;
}
