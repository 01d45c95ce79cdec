/**
 * What is left of a component that was given up: how each of its processes ended, and what it logged meanwhile. Its log holds no content by
 * the types of `base/log.ts`, and so neither does this; what it printed is not here.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ComponentId } from '../../contract/components.ts';
import type { ProcessEnd } from './component-process.ts';
import { tryReplaceFile } from './replace-file.ts';

export const keptLines = { first: 10, last: 50 } as const;

/** At each end of what a component logged this much is looked through for those lines. */
const lookedThroughBytes = 64 * 1024;

/** One end of a process, as it is kept. */
export interface KeptEnd extends ProcessEnd {
  /** When it ended, RFC 3339. */
  readonly time: string;
  readonly verdict: string | null;
  readonly readyForMs: number;
  /** How long the component's log was when this process started, in bytes; asked of the disk then. */
  readonly logFromBytes: Promise<number>;
}

export class KeptLines {
  readonly #id: ComponentId;
  readonly #log: string;

  /** `log` is the component's own log file. */
  constructor(id: ComponentId, log: string) {
    this.#id = id;
    this.#log = log;
  }

  /** The length of the component's log at this moment, in bytes; 0 where there is none. Never rejects. */
  async logBytes(): Promise<number> {
    try {
      return (await stat(this.#log)).size;
    } catch {
      return 0;
    }
  }

  /**
   * Writes `<id>.failed.log` beside the component's log, in the place of the one before: a line for each end, oldest first, then the first
   * and the last lines of its log since the first of these processes was started. Its path as a user would look for it, or null where it
   * can't be written.
   */
  async keep(ends: readonly KeptEnd[]): Promise<string | null> {
    const file = path.join(path.dirname(this.#log), `${this.#id}.failed.log`);
    const headers = ends.map(({ time, code, signal, lastWords, verdict, readyForMs }) => {
      const about = { level: 'ERROR', time, component: this.#id, event: 'component ended' };
      return JSON.stringify({ ...about, code, signal, lastWords, verdict, readyForMs });
    });
    const lines = [...headers, ...(await linesSince(this.#log, (await ends[0]?.logFromBytes) ?? 0))];
    return (await tryReplaceFile(file, `${lines.join('\n')}\n`)) ? `${path.basename(path.dirname(file))}/${path.basename(file)}` : null;
  }
}

/** The first and last whole lines of a log from a place on, with a line between that says that some are left out. None where there is no log. */
async function linesSince(file: string, fromBytes: number): Promise<readonly string[]> {
  let log: FileHandle | undefined;
  try {
    log = await open(file, 'r');
    const { size } = await log.stat();
    const start = fromBytes <= size ? fromBytes : 0; // another file has that name by now
    const tailStart = Math.max(start, size - lookedThroughBytes);
    const head = wholeLines(await textAt(log, start, Math.min(size, start + lookedThroughBytes)));
    const tail = wholeLines(await textAt(log, tailStart, size)).slice(tailStart === start ? 0 : 1);
    if (tailStart === start && head.length <= keptLines.first + keptLines.last) return head;
    return [...head.slice(0, keptLines.first), JSON.stringify({ event: 'lines left out' }), ...tail.slice(-keptLines.last)];
  } catch {
    return [];
  } finally {
    await log?.close().catch(() => {});
  }
}

async function textAt(file: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead).toString('utf8');
}

/** What ends with a line feed; a line that a killed process did not finish is none. */
function wholeLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}
