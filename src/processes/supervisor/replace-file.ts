/**
 * Small files of the supervisor's own that need to outlive it, and not the machine. The disk may take its time: nobody waits for it who has to hear
 * heartbeats.
 */
import { rename, writeFile } from 'node:fs/promises';

/**
 * Puts `text` in the place of whatever file has this name, for this user alone: a reader sees the old text or the new one, whole. It is not
 * flushed, which would take milliseconds, and only a crash of the whole machine could tell. False where it can't be written. One at a time for
 * each file.
 */
export async function tryReplaceFile(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}

/** A file of which the last text counts: while one is written, the newest of those that come waits. */
export class LatestText {
  readonly #file: string;
  readonly #failed: () => void;
  #next: string | null = null;
  #writing: Promise<void> | null = null;

  constructor(file: string, failed: () => void) {
    this.#file = file;
    this.#failed = failed;
  }

  /** Resolves when this text, or a newer one, has been written or has failed. Never rejects. */
  put(text: string): Promise<void> {
    this.#next = text;
    return this.settled();
  }

  /** Resolves when nothing is left to be written. */
  settled(): Promise<void> {
    if (this.#writing === null && this.#next !== null) this.#writing = this.#write();
    return this.#writing ?? Promise.resolve();
  }

  async #write(): Promise<void> {
    while (this.#next !== null) {
      const text = this.#next;
      this.#next = null;
      if (!(await tryReplaceFile(this.#file, text))) this.#failed();
    }
    this.#writing = null; // in the same breath: a text that comes from now on is written by another one
  }
}
