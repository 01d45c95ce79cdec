/** Fetches what belongs to a page, as the page may read it, within the limits of one save. */
import { type ExcludedHosts, whyExcluded } from './excluded.ts';
import { nameOfDisposition } from './file-name.ts';
import { hostPattern, type Missing, pageLimits, type WhyNotFetched } from './tasks.ts';

export interface FetchedFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** What its site calls it. */
  readonly name?: string;
}

/** Fetches what the page may not read. */
export type FetchElsewhere = (address: string, signal: AbortSignal) => Promise<FetchedFile | WhyNotFetched | 'host-needed'>;

/** What a file is for: a picture, a style sheet, or what else styles name. */
export type Part = 'picture' | 'style' | 'other';

/** The files of a page that is saved as one file, within the limits of one save. */
export interface PageFiles {
  /** Null: it could not be had, or is over a limit. The same address is fetched once. */
  bytes(address: string, part: Part): Promise<FetchedFile | null>;
  /** The same as a `data:` address. */
  data(address: string, part: Part): Promise<string | null>;
  /** Counts characters that are written into the file; false: there is no room for so many, and they are not counted. */
  take(characters: number): boolean;
  /** Whether something of this address may be in the file; one that may not is counted as missing. */
  mayHave(address: string, part: Part): boolean;
  /** The file is without this one, because there is no room for it. `which`: its address, or what tells it from others of the page. */
  lack(which: string, part: Part): void;
  /** What the file is without, though the page has it; undefined: nothing. */
  missing(): Missing | undefined;
}

export function openPageFiles(fetchElsewhere: FetchElsewhere, excluded: ExcludedHosts): PageFiles {
  const signal = AbortSignal.timeout(pageLimits.inliningMs);
  const inTurn = openTurns(pageLimits.fetchedAtOnce);
  const known = new Map<string, Promise<FetchedFile | null>>();
  const written = new Map<string, Promise<string | null>>();
  const lacked = new Map<string, Part>();
  const origins = new Set<string>();
  let leftBytes: number = pageLimits.inlinedBytes;
  let leftCharacters: number = pageLimits.writtenCharacters;
  const fetchFresh = async (address: string, part: Part): Promise<FetchedFile | null> => {
    const own =
      leftBytes === 0
        ? 'too-large'
        : await tryFetch(address, { mostBytes: Math.min(leftBytes, pageLimits.inlinedEachBytes), signal, excluded });
    const file = own === 'not-readable' ? await fetchElsewhere(address, signal) : own;
    if (typeof file !== 'string' && file.bytes.length <= leftBytes) {
      leftBytes -= file.bytes.length;
      return file;
    }
    // What its own site does not have is missing from the page too. Another site was asked without cookies, and may show the page more.
    if (file !== 'not-found' || new URL(address).origin !== location.origin) lacked.set(address, part);
    const pattern = file === 'host-needed' ? hostPattern(address) : null;
    if (pattern !== null && origins.size < pageLimits.origins) origins.add(pattern);
    return null;
  };
  const bytes = async (address: string, part: Part): Promise<FetchedFile | null> => {
    const before = known.get(address);
    if (before !== undefined) return await before;
    if (known.size >= pageLimits.inlinedFiles) {
      lacked.set(address, part);
      return null;
    }
    const file = inTurn(async () => await fetchFresh(address, part));
    known.set(address, file);
    return await file;
  };
  const data = async (address: string, part: Part): Promise<string | null> => {
    const before = written.get(address);
    if (before !== undefined) return await before;
    const text = bytes(address, part).then((file) => (file === null ? null : dataAddress(file)));
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
    mayHave: (address, part) => {
      const isAllowed = whyExcluded(address, excluded) === null;
      if (!isAllowed) lacked.set(address, part);
      return isAllowed;
    },
    lack: (which, part) => void lacked.set(which, part),
    missing: () => {
      const parts = [...lacked.values()];
      const count = (of: Part): number => parts.filter((part) => part === of).length;
      if (parts.length === 0) return undefined;
      return { pictures: count('picture'), styles: count('style'), others: count('other'), origins: [...origins] };
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

export interface FetchBounds {
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Nothing is read from these, wherever the address leads to in the end. */
  readonly excluded: ExcludedHosts;
  readonly credentials?: RequestCredentials;
}

/**
 * The file at an address. It is read no further than `mostBytes`. `not-readable`: there was no answer that may be read; a browser does not tell whether
 * the site forbids it or is not there.
 */
export async function tryFetch(
  address: string,
  { mostBytes, signal, excluded, credentials = 'same-origin' }: FetchBounds,
): Promise<FetchedFile | WhyNotFetched> {
  const why = whyExcluded(address, excluded);
  if (why !== null) return why;
  try {
    const response = await fetch(address, { signal, credentials, redirect: 'follow' });
    const whyThere = whyExcluded(response.url, excluded);
    if (whyThere !== null || !response.ok) {
      await response.body?.cancel();
      return whyThere ?? 'not-found';
    }
    const bytes = await readUpTo(response, mostBytes);
    if (bytes === null) return 'too-large';
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
    const name = nameOfDisposition(response.headers.get('content-disposition') ?? '');
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream';
    return { mediaType: type, bytes, ...(name === null ? {} : { name }) };
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

export function bytesOfBase64(text: string): Uint8Array {
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };
  return fromBase64?.call(Uint8Array, text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function dataAddress({ mediaType, bytes }: FetchedFile): string {
  return `data:${mediaType};base64,${base64(bytes)}`;
}
