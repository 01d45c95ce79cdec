/** Writes captures into the journal, in their order. What can't be written now (a full disk) is held and tried again, and never forgotten silently. */
import { errorCode, type Log } from '../../base/log.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { countLost, discardContents, type RecordedCapture, recordCapture } from '../../journal/captures.ts';
import type { Journal } from '../../journal/journal.ts';

export interface RecorderParts {
  readonly journal: Journal;
  readonly log: Log;
  readonly recorded: (capture: RecordedCapture) => void;
  /** Whether the journal takes what it is given. */
  readonly writable: (isWritable: boolean) => void;
}

/** Held copies have their large contents in files, so this is at most 32 MiB of memory. */
const held = 256;
const retryMs = 1_000;

export class Recorder implements Disposable {
  readonly #parts: RecorderParts;
  readonly #waiting: NewCapture[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Records the capture at once, or as soon as the journal takes it. */
  record(capture: NewCapture): void {
    this.#waiting.push(capture);
    if (this.#waiting.length > held) this.#giveUp('journal-takes-nothing');
    if (this.#timer === undefined) this.#write();
  }

  /** A last try for what waits. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#write();
    clearTimeout(this.#timer);
  }

  #write(): void {
    this.#timer = undefined;
    for (let capture = this.#waiting[0]; capture !== undefined; capture = this.#waiting[0]) {
      const recorded = this.#try(capture);
      if (recorded === 'content-gone') {
        this.#giveUp(recorded);
        continue;
      }
      if (recorded === 'not-now') {
        this.#timer = setTimeout(() => this.#write(), retryMs);
        return;
      }
      this.#waiting.shift();
      this.#parts.recorded(recorded);
    }
    this.#parts.writable(true);
  }

  #try(capture: NewCapture): RecordedCapture | 'not-now' | 'content-gone' {
    try {
      return recordCapture(this.#parts.journal, capture);
    } catch (error) {
      const code = errorCode(error);
      // A file of this copy was taken away: it can never be recorded, and those behind it shall not wait for it.
      if (code === 'ENOENT') return 'content-gone';
      this.#parts.log.error('journal takes nothing, copies are held', { code, waiting: this.#waiting.length });
      this.#parts.writable(false);
      return 'not-now';
    }
  }

  /** Gives up the oldest one. */
  #giveUp(because: 'journal-takes-nothing' | 'content-gone'): void {
    const lost = this.#waiting.shift();
    this.#parts.log.critical('copy lost', { because });
    try {
      if (lost !== undefined) discardContents(lost);
      countLost(this.#parts.journal, 'missed');
    } catch {
      // the journal takes nothing: the line above is what remains
    }
  }
}
