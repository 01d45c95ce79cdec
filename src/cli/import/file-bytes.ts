/** Reads a file at any place, in slices: a reader of a hostile file never takes more memory than what it asks for. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { say } from '../../domain/language/say.ts';
import { BrokenFile } from './import-item.ts';

/** Headers are short and lie close together. */
const windowBytes = 64 * 1024;
/** So that a named pipe does not block. (Windows has no such flag.) */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export class FileBytes implements Disposable {
  readonly #descriptor: number;
  readonly size: number;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;

  /** Throws as `node:fs` does, and `BrokenFile` for what is not a file. */
  constructor(file: string) {
    this.#descriptor = openSync(file, openFlags);
    const facts = fstatSync(this.#descriptor);
    this.size = facts.size;
    if (facts.isFile()) return;
    closeSync(this.#descriptor);
    throw new BrokenFile(say('it is a named pipe, a socket or a device, not a regular file'));
  }

  /** Exactly these bytes. Throws `BrokenFile` if the file ends before. */
  at(offset: number, length: number): Buffer {
    if (offset + length > this.size) throw new BrokenFile(say('it ends in the middle of a copy'));
    if (length > windowBytes) return this.#read(offset, length);
    const from = offset - this.#windowAt;
    if (from < 0 || from + length > this.#window.length) {
      this.#window = this.#read(offset, Math.min(windowBytes, this.size - offset));
      this.#windowAt = offset;
    }
    const start = offset - this.#windowAt;
    return Buffer.from(this.#window.subarray(start, start + length));
  }

  #read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let got = 0; got < length; ) {
      const more = readSync(this.#descriptor, bytes, got, length - got, offset + got);
      if (more === 0) throw new BrokenFile(say('it became shorter while it was read'));
      got += more;
    }
    return bytes;
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
