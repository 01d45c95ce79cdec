/**
 * The lines that are added to the logs, each once, as they come. Files are looked at a few times a second rather than watched: they are few, a look costs
 * microseconds, and it notices alike that a file was rotated, cut short, removed or created.
 */
import { closeSync, fstatSync, statSync } from 'node:fs';
import { type OpenLogFile, scanLines, tryOpenLog } from './line-scanner.ts';
import { type LogLine, parseLogLine } from './log-line.ts';
import { type LogPaths, logsOf } from './log-names.ts';

export interface FollowedLogs extends Disposable {
  /** The lines that were added since the last call, in the order of time. */
  next(): readonly LogLine[];
}

/** A line is in both of its files within a moment; of one that is not, this many are remembered. */
const mostUnmatched = 20_000;
/** In one call, from one file. What is more comes with the next call. */
const mostBytes = 8 * 1024 * 1024;

/** From now on. `logs`: the folder, which need not exist yet. */
export function followLogs(logs: string): FollowedLogs {
  const followed = logsOf(logs).map((paths) => new FollowedFile(paths));
  /** How much more often a line was read in an own file than in the shared one. */
  const ahead = new Map<string, number>();
  let waiting: string[] = [];
  const chunk = Buffer.allocUnsafe(256 * 1024);

  return {
    next: () => {
      const own = followed.flatMap((file) => (file.isShared ? [] : file.added(chunk)));
      for (const text of own) ahead.set(text, (ahead.get(text) ?? 0) + 1);
      const shared = followed.flatMap((file) => (file.isShared ? file.added(chunk) : []));
      // One that is nowhere else by the next look is in the shared file alone.
      const alone = waiting.filter((text) => !taken(ahead, text));
      waiting = shared.filter((text) => !taken(ahead, text));
      for (const text of ahead.keys()) {
        if (ahead.size <= mostUnmatched) break;
        ahead.delete(text);
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
  const count = ahead.get(text) ?? 0;
  if (count > 1) ahead.set(text, count - 1);
  else ahead.delete(text);
  return count > 0;
}

class FollowedFile implements Disposable {
  readonly isShared: boolean;
  readonly #path: string;
  #file: OpenLogFile | null;
  #read: number;

  constructor({ current, isShared }: LogPaths) {
    this.isShared = isShared;
    this.#path = current;
    this.#file = tryOpenLog(current);
    this.#read = this.#file?.bytes ?? 0;
  }

  added(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    this.#readOn(lines, chunk);
    const status = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    if (status === undefined || `${status.dev}:${status.ino}` === this.#file?.identity) return lines;
    // What was written into the rotated file after it was read and before this look.
    this.#readOn(lines, chunk);
    this[Symbol.dispose]();
    this.#file = tryOpenLog(this.#path);
    this.#read = 0;
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
    if (bytes < this.#read) this.#read = 0; // it was cut short, and begins anew
    const sink = {
      line: (read: Buffer, start: number, end: number): void => void lines.push(read.toString('utf8', start, end)),
      broken: () => {},
    };
    this.#read = scanLines(this.#file, this.#read, Math.min(bytes, this.#read + mostBytes), sink, chunk);
  }
}

function sizeOf({ descriptor }: OpenLogFile): number {
  try {
    return fstatSync(descriptor).size;
  } catch {
    return 0;
  }
}
