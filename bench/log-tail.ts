/** A log that is read as it grows, across its rotations: what was written to the old file is read before the new one. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LogLine } from './component-log.ts';

export class LogTail implements Disposable {
  readonly #file: string;
  #descriptor: number | null = null;
  #offset = 0;
  #rest = '';

  constructor(folder: string, file: string) {
    this.#file = path.join(folder, file);
  }

  /** The lines since the last call, oldest first. */
  read(): readonly LogLine[] {
    const text = this.#rest + this.#grown() + (this.#isRotated() ? this.#grown() : '');
    const end = text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    const lines = text.slice(0, end).split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LogLine);
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #grown(): string {
    this.#descriptor ??= openSync(this.#file, 'r');
    const grown = Buffer.alloc(Math.max(0, fstatSync(this.#descriptor).size - this.#offset));
    const read = readSync(this.#descriptor, grown, 0, grown.length, this.#offset);
    this.#offset += read;
    return grown.toString('utf8', 0, read);
  }

  /** Whether another file stands in its place; from then on that one is read. */
  #isRotated(): boolean {
    if (this.#descriptor === null) return false;
    const now = statSync(this.#file, { throwIfNoEntry: false });
    if (now === undefined || now.ino === fstatSync(this.#descriptor).ino) return false;
    this[Symbol.dispose]();
    this.#offset = 0;
    return true;
  }
}
