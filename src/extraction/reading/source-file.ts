/**
 * A file that is read in parts, so that a large one need not be held. Only regular files: a device, a pipe or a socket has no end, or does something
 * when it is opened.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import { NoText } from './no-text.ts';

export interface SourceFile extends Disposable {
  readonly size: number;
  /** As many bytes as there are from there on; of its own memory. */
  read(at: number, length: number): Buffer;
  /** Fills the target from the start of the file. */
  readInto(target: Uint8Array): void;
}

const standardInput = 0;
const chunkBytes = 1024 * 1024;

/** Throws `NoText`, or the system's error. */
export function openSource(path: string | null, content?: Uint8Array): SourceFile {
  if (path !== null) return new FileSource(path);
  return new HeldSource(content === undefined ? readStandardInput() : Buffer.from(content.buffer, content.byteOffset, content.length));
}

class FileSource implements SourceFile {
  readonly size: number;
  readonly #descriptor: number;

  constructor(path: string) {
    // Looked at first, because some devices act when they are opened; and again afterwards, because something else may be there by then.
    if (!statSync(path).isFile()) throw new NoText('not-a-file');
    this.#descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(this.#descriptor);
    this.size = facts.size;
    if (facts.isFile() && facts.size <= extractionLimits.bytes) return;
    this[Symbol.dispose]();
    throw new NoText(facts.isFile() ? 'too-large' : 'not-a-file');
  }

  read(at: number, length: number): Buffer {
    const target = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.size - at)));
    return target.subarray(0, this.#fill(target, at));
  }

  readInto(target: Uint8Array): void {
    if (this.#fill(target, 0) < Math.min(target.length, this.size)) throw new NoText('damaged'); // it became shorter
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }

  #fill(target: Uint8Array, at: number): number {
    let filled = 0;
    while (filled < target.length) {
      const read = readSync(this.#descriptor, target, filled, Math.min(chunkBytes, target.length - filled), at + filled);
      if (read === 0) break;
      filled += read;
    }
    return filled;
  }
}

class HeldSource implements SourceFile {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(at: number, length: number): Buffer {
    return this.#bytes.subarray(at, at + length);
  }

  readInto(target: Uint8Array): void {
    target.set(this.#bytes.subarray(0, target.length));
  }

  [Symbol.dispose](): void {}
}

/** To its end; it is watched from outside how long that takes. Held once: the memory grows in place. */
function readStandardInput(): Buffer {
  const held = new ArrayBuffer(0, { maxByteLength: extractionLimits.bytes + chunkBytes });
  let length = 0;
  for (;;) {
    held.resize(length + chunkBytes);
    const read = readPart(Buffer.from(held, length, chunkBytes));
    if (read === 0) return Buffer.from(held, 0, length);
    length += read;
    if (length > extractionLimits.bytes) throw new NoText('too-large');
  }
}

function readPart(part: Buffer): number {
  for (;;) {
    try {
      return readSync(standardInput, part);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      if (error.code === 'EOF') return 0; // a closed pipe, on Windows
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // its other end made it non-blocking
    }
  }
}
