/**
 * Small files of the supervisor's own that must outlive it, but not the machine. The disk may take its time: nobody who receives heartbeats waits for
 * it.
 */
import { rename, writeFile } from 'node:fs/promises';

/**
 * Replaces the file of this name with `text`, private to this user: a reader sees the old text or the new one, complete. It is not flushed, which
 * would take milliseconds and would only matter after a crash of the whole machine. False if it can't be written. One call at a time for each file.
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

/** A file of which only the last text matters: while one is being written, the newest of the later ones waits. */
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

  /** Resolves when nothing is pending. */
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
    this.#writing = null; // without an await in between: a text that arrives from now on is written by another loop
  }
}
