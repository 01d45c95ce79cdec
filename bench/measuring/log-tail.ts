/**
 * Reads a log while it grows, across rotations, in the order in which it was written. A caller that reads too rarely misses the files that were
 * created and replaced meanwhile, except for the last one.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LogLine } from '../component-log.ts';

export class LogTail implements Disposable {
  readonly #file: string;
  readonly #aside: string;
  #descriptor: number | null = null;
  #offset = 0;
  #rest = '';
  /** The inode of the file that was read to its end. */
  #lastRead = 0;

  constructor(folder: string, file: string) {
    this.#file = path.join(folder, file);
    this.#aside = this.#file.replace(/\.log$/, '.1.log');
  }

  /** The lines since the last call, oldest first. */
  read(): readonly LogLine[] {
    const text = this.#rest + this.#grown() + (this.#isRotated() ? this.#between() + this.#grown() : '');
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

  /** Whether another file has taken its place. If so, switches to that one. */
  #isRotated(): boolean {
    if (this.#descriptor === null) return false;
    const now = statSync(this.#file, { throwIfNoEntry: false });
    const { ino } = fstatSync(this.#descriptor);
    if (now === undefined || now.ino === ino) return false;
    this.#lastRead = ino;
    this[Symbol.dispose]();
    this.#offset = 0;
    return true;
  }

  /** The lines of a file that was created and rotated since the last call. */
  #between(): string {
    const aside = statSync(this.#aside, { throwIfNoEntry: false });
    return aside === undefined || aside.ino === this.#lastRead ? '' : readFileSync(this.#aside, 'utf8');
  }
}
