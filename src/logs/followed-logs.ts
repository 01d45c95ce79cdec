/**
 * The lines that are added to the logs, each once, as they come. Files are looked at a few times a second rather than watched: they are few, a look costs
 * microseconds, and it notices alike that a file was rotated, cut short, removed or created.
 */
import { hash } from 'node:crypto';
import { closeSync, fstatSync, statSync } from 'node:fs';
import { longestLineBytes, type OpenLogFile, scanLines, tryOpenLog, tryRead } from './line-scanner.ts';
import { type LogLine, parseLogLine } from './log-line.ts';
import { type LogPaths, logsOf } from './log-names.ts';

export interface FollowedLogs extends Disposable {
  /** The lines that were added since the last call, in the order of time. */
  next(): readonly LogLine[];
}

/** A line is in both of its files within a moment; of one that is not, this many are remembered. */
const mostUnmatched = 20_000;
/** Two lines of the same length differ in their times. */
const comparedBytes = 256;
/** In one call, from one file. What is more comes with the next call. */
const mostBytes = 8 * 1024 * 1024;

/** From now on. `logs`: the folder, which need not exist yet. */
export function followLogs(logs: string): FollowedLogs {
  const followed = logsOf(logs).map((paths) => new FollowedFile(paths));
  /** How much more often a line was read in an own file than in the shared one, by its digest: a line that never gets a match may be as long as the longest line that is read. */
  const ahead = new Map<string, number>();
  let waiting: string[] = [];
  const chunk = Buffer.allocUnsafe(256 * 1024);

  return {
    next: () => {
      const own = followed.flatMap((file) => (file.isShared ? [] : file.added(chunk)));
      for (const key of own.map(keyOf)) ahead.set(key, (ahead.get(key) ?? 0) + 1);
      const shared = followed.flatMap((file) => (file.isShared ? file.added(chunk) : []));
      // One that is nowhere else by the next look is in the shared file alone.
      const alone = waiting.filter((text) => !taken(ahead, text));
      waiting = shared.filter((text) => !taken(ahead, text));
      for (const key of ahead.keys()) {
        if (ahead.size <= mostUnmatched) break;
        ahead.delete(key);
      }
      return [...alone, ...own]
        .map(parseLogLine)
        .filter((line) => line !== null)
        .sort((one, other) => one.atMs - other.atMs);
    },
    [Symbol.dispose]: () => {
      for (const file of followed) file[Symbol.dispose]();
    },
  };
}

function taken(ahead: Map<string, number>, text: string): boolean {
  const key = keyOf(text);
  const count = ahead.get(key) ?? 0;
  if (count > 1) ahead.set(key, count - 1);
  else ahead.delete(key);
  return count > 0;
}

function keyOf(text: string): string {
  return hash('sha256', text, 'base64');
}

class FollowedFile implements Disposable {
  readonly isShared: boolean;
  readonly #path: string;
  #file: OpenLogFile | null;
  #read: number;
  /** What is before that place. If it has changed, the file was cut short and has grown again. */
  #before: Buffer = Buffer.alloc(0);

  constructor({ current, isShared }: LogPaths) {
    this.isShared = isShared;
    this.#path = current;
    this.#file = tryOpenLog(current);
    this.#read = this.#file === null ? 0 : afterLastLine(this.#file);
    this.#before = this.#bytesBefore();
  }

  added(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    this.#readOn(lines, chunk);
    const now = identityAt(this.#path);
    if (now === null || now === this.#file?.identity) return lines;
    // What was written into the rotated file after it was read and before this look.
    this.#readOn(lines, chunk);
    this[Symbol.dispose]();
    this.#file = tryOpenLog(this.#path);
    this.#read = 0;
    this.#before = this.#bytesBefore();
    this.#readOn(lines, chunk);
    return lines;
  }

  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file.descriptor);
    this.#file = null;
  }

  #readOn(lines: string[], chunk: Buffer): void {
    if (this.#file === null) return;
    const bytes = sizeOf(this.#file);
    if (bytes < this.#read || !this.#bytesBefore().equals(this.#before)) this.#read = 0; // it begins anew
    const sink = {
      line: (read: Buffer, start: number, end: number): void => void lines.push(read.toString('utf8', start, end)),
      broken: () => {},
    };
    this.#read = scanLines(this.#file, this.#read, Math.min(bytes, this.#read + mostBytes), sink, chunk);
    this.#before = this.#bytesBefore();
  }

  #bytesBefore(): Buffer {
    if (this.#file === null) return Buffer.alloc(0);
    const bytes = Buffer.alloc(Math.min(this.#read, comparedBytes));
    return bytes.subarray(0, tryRead(this.#file.descriptor, bytes, 0, bytes.length, this.#read - bytes.length));
  }
}

function sizeOf({ descriptor }: OpenLogFile): number {
  try {
    return fstatSync(descriptor).size;
  } catch {
    return 0;
  }
}

/** Null if nothing is there, or it cannot be looked at. */
function identityAt(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/** A line that is not complete yet is read when it is. */
function afterLastLine({ descriptor, bytes }: OpenLogFile): number {
  const end = Buffer.alloc(Math.min(bytes, longestLineBytes));
  const read = tryRead(descriptor, end, 0, end.length, bytes - end.length);
  const place = end.subarray(0, read).lastIndexOf(10);
  return place === -1 && bytes > end.length ? bytes : bytes - end.length + place + 1;
}
