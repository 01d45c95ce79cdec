/**
 * Writes captures into the journal, in their order: what comes while one commit waits for the disk goes into the next one together. What can't
 * be written now (a full disk) is held and tried again, and never forgotten silently.
 */
import { errorCode, type Log } from '../../base/log.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { countLost, discardContents, type RecordedCapture, recordCaptures } from '../../journal/captures.ts';
import type { Journal } from '../../journal/journal.ts';

export interface RecorderParts {
  readonly journal: Journal;
  readonly log: Log;
  /** Hears of the newest capture of each commit. */
  readonly recorded: (newest: RecordedCapture) => void;
  /** Whether the journal takes what it is given. */
  readonly writable: (isWritable: boolean) => void;
  /** Hears of each copy that is given up, once it is counted. */
  readonly lost: () => void;
}

interface Waiting {
  readonly capture: NewCapture;
  readonly durable: () => void;
}

/** Held copies have their large contents in files, so this is at most 32 MiB of memory. */
const held = 256;
const retryMs = 1_000;

export class Recorder implements Disposable {
  readonly #parts: RecorderParts;
  readonly #waiting: Waiting[] = [];
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /**
   * Records the capture once everything that has come in by now is read, or as soon as the journal takes it: while a commit blocks this
   * process, the next copy's owner waits for us. `durable` is called when the capture is.
   */
  record(capture: NewCapture, durable: () => void = () => {}): void {
    this.#waiting.push({ capture, durable });
    if (this.#waiting.length > held) this.#giveUp('journal-takes-nothing');
    if (this.#later === undefined) this.#soon ??= setImmediate(() => this.#write());
  }

  /** Nothing waits for the journal. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** A last try for what waits. */
  [Symbol.dispose](): void {
    clearTimeout(this.#later);
    this.#write();
    clearTimeout(this.#later);
  }

  #write(): void {
    clearImmediate(this.#soon);
    this.#soon = undefined;
    this.#later = undefined;
    let atOnce = this.#waiting.length;
    while (this.#waiting.length > 0) {
      const outcome = this.#try(this.#waiting.slice(0, atOnce));
      if (outcome === 'not-now') {
        this.#later = setTimeout(() => this.#write(), retryMs);
        return;
      }
      // A file of one of them was taken away: it can never be recorded, and the others shall not wait for it.
      if (outcome === 'content-gone' && atOnce === 1) this.#giveUp(outcome);
      if (outcome === 'content-gone') atOnce = 1;
    }
    this.#parts.writable(true);
  }

  #try(batch: readonly Waiting[]): 'recorded' | 'not-now' | 'content-gone' {
    const recorded = this.#commit(batch.map(({ capture }) => capture));
    if (typeof recorded === 'string') return recorded;
    this.#waiting.splice(0, batch.length);
    this.#parts.log.debug('recorded', { captures: batch.length, waiting: this.#waiting.length });
    const newest = recorded.at(-1);
    if (newest !== undefined) this.#parts.recorded(newest);
    for (const { durable } of batch) durable();
    return 'recorded';
  }

  #commit(captures: readonly NewCapture[]): readonly RecordedCapture[] | 'not-now' | 'content-gone' {
    try {
      return recordCaptures(this.#parts.journal, captures);
    } catch (error) {
      const code = errorCode(error);
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
      if (lost !== undefined) discardContents(lost.capture);
      countLost(this.#parts.journal, 'missed');
    } catch {
      // the journal takes nothing: the line above is what remains
    }
    this.#parts.lost();
  }
}
