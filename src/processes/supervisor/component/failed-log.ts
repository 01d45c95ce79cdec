/**
 * What remains of a component that was given up: how each of its processes ended, and what it logged meanwhile. Its log contains no content, by the
 * types of `base/log.ts`, and so neither does this; its output is not included.
 */
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { rotatedFile } from '../../../base/rotated-files/rotated-file.ts';
import type { ComponentId } from '../../../contract/components.ts';
import { tryReplaceFile } from '../replace-file.ts';
import type { ProcessEnd } from './component-process.ts';

export const keptLines = { first: 10, last: 50 } as const;

/** At each end, this much of a component's log is searched for those lines. */
const lookedThroughBytes = 64 * 1024;

/** A file's modification time is that of the last tick of the system's clock. */
const clockTickMs = 20;

/** The record of one end of a process. */
export interface KeptEnd extends ProcessEnd {
  /** When it ended, RFC 3339. */
  readonly time: string;
  readonly verdict: string | null;
  readonly readyForMs: number;
  /** Where the component's log ended when this process started. */
  readonly logFrom: Promise<LogPlace>;
}

/** A position in a log: in which file, because a log that grows too large is rotated (`base/rotated-files/rotated-file.ts`), and the offset. */
export interface LogPlace {
  /** Null if there was none yet. */
  readonly file: string | null;
  readonly bytes: number;
  /** When this was its end (Unix, ms). */
  readonly atMs: number;
}

export class LastLines {
  readonly #id: ComponentId;
  readonly #log: string;

  /** `log` is the component's own log file. */
  constructor(id: ComponentId, log: string) {
    this.#id = id;
    this.#log = log;
  }

  /** The current end of the component's log. Never rejects. */
  async logEnd(): Promise<LogPlace> {
    const atMs = Date.now();
    try {
      const status = await stat(this.#log, { bigint: true });
      return { file: identityOf(status), bytes: Number(status.size), atMs };
    } catch {
      return { file: null, bytes: 0, atMs };
    }
  }

  /**
   * Writes `<id>.failed.log` beside the component's log, replacing the previous one: a line for each end, oldest first, then the first and the last
   * lines of its log since the first of these processes was started. Returns its path as a user would look for it, or null if it can't be written.
   */
  async keep(ends: readonly KeptEnd[]): Promise<string | null> {
    const file = path.join(path.dirname(this.#log), `${this.#id}.failed.log`);
    const headers = ends.map(({ time, code, signal, lastWords, verdict, readyForMs }) => {
      const about = { level: 'ERROR', time, component: this.#id, event: 'component ended' };
      return JSON.stringify({ ...about, code, signal, lastWords, verdict, readyForMs });
    });
    const place = await ends[0]?.logFrom;
    const lines = [...headers, ...(place === undefined ? [] : await linesSince(this.#log, place))];
    return (await tryReplaceFile(file, `${lines.join('\n')}\n`)) ? `${path.basename(path.dirname(file))}/${path.basename(file)}` : null;
  }
}

/** An open file, from one offset to another. */
interface Stretch {
  readonly file: FileHandle;
  readonly from: number;
  readonly to: number;
}

/**
 * The first and last complete lines of a log from a position on, with a line in between that says that some are left out. Empty if there is no log. A
 * log that was rotated since continues in the next file; earlier rotated parts are gone.
 */
async function linesSince(log: string, place: LogPlace): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack();
  try {
    const stretches = await stretchesSince(log, place, opened);
    const size = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const tailStart = Math.max(0, size - lookedThroughBytes);
    const head = wholeLines(await textAt(stretches, 0, lookedThroughBytes));
    const tail = wholeLines(await textAt(stretches, tailStart, size)).slice(tailStart === 0 ? 0 : 1);
    if (tailStart === 0 && head.length <= keptLines.first + keptLines.last) return head;
    return [...head.slice(0, keptLines.first), JSON.stringify({ event: 'lines left out' }), ...tail.slice(-keptLines.last)];
  } catch {
    return [];
  }
}

/** Everything that was logged since, oldest first. */
async function stretchesSince(log: string, { file, bytes, atMs }: LogPlace, opened: AsyncDisposableStack): Promise<readonly Stretch[]> {
  const tryOpen = async (path: string): Promise<(Stretch & { readonly isPlace: boolean }) | null> => {
    const handle = await open(path, 'r').catch(() => null);
    if (handle === null) return null;
    opened.defer(() => handle.close().catch(() => {}));
    const status = await handle.stat({ bigint: true });
    const isPlace = file === identityOf(status) && bytes <= Number(status.size);
    // A rotated file without later lines is from before.
    if (path !== log && !isPlace && Number(status.mtimeMs) < atMs - clockTickMs) return null;
    return { file: handle, from: isPlace ? bytes : 0, to: Number(status.size), isPlace };
  };
  const earlier = await tryOpen(rotatedFile(log)); // before the log itself, so that nothing is included twice
  const now = await tryOpen(log);
  return now?.isPlace ? [now] : [earlier, now].filter((stretch) => stretch !== null);
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Of the files in order, from one offset to another. */
async function textAt(stretches: readonly Stretch[], from: number, to: number): Promise<string> {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const stretch of stretches) {
    const length = stretch.to - stretch.from;
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)];
    if (start < end) pieces.push(await bytesAt(stretch.file, stretch.from + start, end - start));
    at += length;
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** Everything up to the last line feed; a line that a killed process did not finish is dropped. */
function wholeLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}
