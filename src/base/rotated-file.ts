/**
 * A file that many processes append lines to, and that never grows beyond a limit: whoever finds it over the limit moves it aside as `NAME.1.log`,
 * in the place of the one before, and everybody goes on in a new one, each with its next line. On Windows it can't be moved aside over one that
 * a process still has open, and is tried again with each line. Nothing here throws once the file is open.
 */
import { type BigIntStats, closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

export interface RotationLimits {
  /** A file that is larger is moved aside. */
  readonly rotateBytes: number;
  /** A file that is larger, because it can't be moved aside, takes no more lines. */
  readonly fullBytes: number;
}

const usual: RotationLimits = { rotateBytes: 8 * 1024 * 1024, fullBytes: 16 * 1024 * 1024 };

/** Lines that a full disk does not take are held up to this size, and written when it takes them again. */
const heldBytes = 64 * 1024;
/** A process that writes nothing lets go of a file that was moved aside and then replaced, whose bytes the disk would keep for its sake. */
const lookEveryMs = 30_000;
/** Moving a file aside takes microseconds: a claim of this age was left by a process that was killed meanwhile. */
const staleClaimMs = 10_000;

export class RotatedFile implements Disposable {
  readonly #path: string;
  readonly #limits: RotationLimits;
  readonly #looks: NodeJS.Timeout;
  #open: OpenFile | null;
  #held: Buffer = Buffer.alloc(0);

  /** Opens the file, or makes it. Throws when that can't be done. */
  constructor(path: string, limits: RotationLimits = usual) {
    this.#path = path;
    this.#limits = limits;
    this.#open = openForLines(path);
    this.#looks = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** Appends a line, in one write, so that it is whole whoever else appends; it is in the file when this returns. */
  write(line: string): void {
    if (this.#open === null || this.#look() === 'full') return;
    const bytes = Buffer.from(line);
    if (this.#held.length > 0) this.#append(Buffer.alloc(0));
    if (this.#held.length + bytes.length <= heldBytes) this.#append(bytes);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looks);
    if (this.#open !== null) closeSync(this.#open.descriptor);
    this.#open = null;
  }

  #append(bytes: Buffer): void {
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    try {
      while (this.#open !== null && rest.length > 0) rest = rest.subarray(writeSync(this.#open.descriptor, rest));
    } catch {
      // no room: what is left is held
    }
    this.#held = rest;
  }

  /** Moves the file aside where it is too large, and follows where somebody else has done so. */
  #look(): 'takes-lines' | 'full' {
    const now = statusAt(this.#path);
    if (now?.isFile() && now.size > this.#limits.rotateBytes) {
      tryMoveAside(this.#path, this.#limits.rotateBytes);
      return this.#follow(statusAt(this.#path));
    }
    return this.#follow(now);
  }

  #follow(now: BigIntStats | null): 'takes-lines' | 'full' {
    if (now !== null && now.ino === this.#open?.status.ino && now.dev === this.#open.status.dev)
      return now.size > this.#limits.fullBytes ? 'full' : 'takes-lines';
    try {
      const next = openForLines(this.#path);
      if (this.#open !== null) closeSync(this.#open.descriptor);
      this.#open = next;
    } catch {
      // The folder is gone, or this process has too many files open: the lines go where they went.
    }
    return 'takes-lines';
  }
}

interface OpenFile {
  readonly descriptor: number;
  readonly status: BigIntStats;
}

function openForLines(path: string): OpenFile {
  const descriptor = openSync(path, 'a', 0o600);
  return { descriptor, status: fstatSync(descriptor, { bigint: true }) };
}

/** With big integers: the number of a file on NTFS needs them. */
function statusAt(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** One process at a time, and each looks again once it has its turn: a second one would move the new file over the one that was just moved. */
function tryMoveAside(path: string, rotateBytes: number): void {
  const claim = `${path}.rotating`;
  try {
    closeSync(openSync(claim, 'wx', 0o600));
  } catch {
    return tryRemoveStale(claim);
  }
  try {
    if (statSync(path).size > rotateBytes) renameSync(path, path.replace(/(?:\.log)?$/, '.1.log'));
  } catch {
    // it grows on, until it is full
  } finally {
    tryRemove(claim);
  }
}

function tryRemoveStale(claim: string): void {
  const status = statusAt(claim);
  if (status !== null && Math.abs(Date.now() - Number(status.mtimeMs)) > staleClaimMs) tryRemove(claim);
}

function tryRemove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // it is found stale later
  }
}
