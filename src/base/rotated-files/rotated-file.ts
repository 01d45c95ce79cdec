/**
 * A file that many processes append lines to, and that never grows beyond a limit: the process that finds it over the limit, or a week old, renames it to
 * `NAME.1.log`, replacing the one before, and all processes continue in a new file with their next line. On Windows it can't replace a file that a
 * process still has open; this is tried again with each line. Nothing here throws once the file is open.
 *
 * A line is written at once, so that it is in the file when its process is killed; or later, by a process that must not wait for a disk, unless it is urgent.
 */
import type { BigIntStats } from 'node:fs';
import { type FileSteps, fileCalls, resultOf, runLater, runNow } from './sync-or-async-calls.ts';
import { urgentLines } from './urgent-lines.ts';

export interface RotationLimits {
  /** A larger file is rotated. */
  readonly rotateBytes: number;
  /** A larger file, which can't be rotated, accepts no more lines. */
  readonly fullBytes: number;
  /** An older file is rotated, by the time that its file system has for its creation. */
  readonly rotateAfterMs?: number;
}

const usual: RotationLimits = { rotateBytes: 8 * 1024 * 1024, fullBytes: 16 * 1024 * 1024, rotateAfterMs: 7 * 86_400_000 };

/** Lines that a full disk does not accept are held up to this size, and written when it accepts them again. */
const heldBytes = 64 * 1024;
/** Lines that wait for a slow disk; beyond that, lines are dropped. */
const waitingBytes = 1024 * 1024;
/** An idle process closes a file that was rotated and then replaced, because the disk would otherwise keep its bytes. */
const lookEveryMs = 30_000;
/** A rotation takes microseconds: a claim of this age was left by a process that was killed meanwhile. */
const staleClaimMs = 10_000;

/** Synchronously, or without waiting. */
export type WriteWhen = 'now' | 'later';

export class RotatedFile implements Disposable {
  readonly #path: string;
  readonly #limits: RotationLimits;
  readonly #looks: NodeJS.Timeout;
  readonly #when: WriteWhen;
  #open: OpenFile | null;
  #held: Buffer = Buffer.alloc(0);
  /** For `later`. */
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Lines that are not written yet. */
  #next: Buffer = Buffer.alloc(0);
  #writing = false;
  #ended = false;
  readonly #atExit = (): void => this.#writeWaiting();

  /** Opens or creates the file synchronously. Throws if that fails. */
  constructor(path: string, limits: RotationLimits = usual, when: WriteWhen = 'now') {
    this.#path = path;
    this.#limits = limits;
    this.#when = when;
    this.#open = runNow(openForLines(path));
    this.#looks = setInterval(() => this.#lookNowAndThen(), lookEveryMs).unref();
    if (when === 'later') process.once('exit', this.#atExit);
  }

  /**
   * Appends a line, in one write, so that it is whole whoever else appends. Written now, or urgent, it is in the file when this returns, if the disk answers:
   * an urgent one does not wait for lines before it.
   */
  write(line: string, isUrgent = false): void {
    if (this.#ended) return;
    const bytes = Buffer.from(line);
    if (this.#when === 'now') return runNow(this.#append(bytes));
    if (isUrgent && this.#writeUrgently(bytes)) return;
    this.#writeInTurn(bytes);
  }

  /** Whether it is written, or will be. */
  #writeUrgently(bytes: Buffer): boolean {
    const { fullBytes } = this.#limits;
    return urgentLines.append({ path: this.#path, bytes, fullBytes }, () => this.#writeInTurn(bytes)) !== 'failed';
  }

  #writeInTurn(bytes: Buffer): void {
    if (this.#waitingBytes + bytes.length > waitingBytes) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#writing) void this.#writeLater();
  }

  /** Pending lines are still written. */
  [Symbol.dispose](): void {
    this.#ended = true;
    clearInterval(this.#looks);
    if (!this.#writing) this.#close();
  }

  async #writeLater(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      this.#next = this.#takeSome();
      await runLater(this.#append(this.#next));
      this.#next = Buffer.alloc(0);
    }
    this.#writing = false;
    if (this.#ended) this.#close();
  }

  /** When the process exits, nothing will write them later. */
  #writeWaiting(): void {
    if (this.#next.length > 0) runNow(this.#append(this.#next));
    while (this.#waiting.length > 0) runNow(this.#append(this.#takeSome()));
  }

  /** The first pending ones, at most as many as may be held if the disk does not accept them. */
  #takeSome(): Buffer {
    let [lines, bytes] = [0, 0];
    for (const { length } of this.#waiting) {
      if (lines > 0 && bytes + length > heldBytes) break;
      lines += 1;
      bytes += length;
    }
    this.#waitingBytes -= bytes;
    return Buffer.concat(this.#waiting.splice(0, lines));
  }

  #close(): void {
    process.removeListener('exit', this.#atExit);
    if (this.#open !== null) runNow(resultOf(fileCalls.close(this.#open.descriptor)));
    this.#open = null;
  }

  #lookNowAndThen(): void {
    if (this.#when === 'now') return void runNow(this.#look());
    if (this.#writing) return; // checked for each line
    this.#waiting.push(Buffer.alloc(0));
    void this.#writeLater();
  }

  *#append(bytes: Buffer): FileSteps<void> {
    if (this.#open === null || (yield* this.#look()) === 'full') return;
    if (this.#held.length > 0) yield* this.#put(Buffer.alloc(0));
    if (this.#held.length + bytes.length <= heldBytes) yield* this.#put(bytes);
  }

  *#put(bytes: Buffer): FileSteps<void> {
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    if (bytes.length > 0) this.#next = Buffer.alloc(0);
    try {
      while (this.#open !== null && rest.length > 0) rest = rest.subarray(yield* resultOf(fileCalls.write(this.#open.descriptor, rest)));
    } catch {
      // no room: what is left is held
    }
    this.#held = rest;
  }

  /** Rotates the file if it is too large or too old, and follows a rotation by another process. */
  *#look(): FileSteps<'takes-lines' | 'full'> {
    const now = yield* statusAt(this.#path);
    if (now?.isFile() && isDue(now, this.#limits)) {
      yield* tryMoveAside(this.#path, this.#limits);
      return yield* this.#follow(yield* statusAt(this.#path));
    }
    return yield* this.#follow(now);
  }

  *#follow(now: BigIntStats | null): FileSteps<'takes-lines' | 'full'> {
    if (now !== null && now.ino === this.#open?.status.ino && now.dev === this.#open.status.dev)
      return now.size > this.#limits.fullBytes ? 'full' : 'takes-lines';
    try {
      const next = yield* openForLines(this.#path);
      if (this.#open !== null) yield* resultOf(fileCalls.close(this.#open.descriptor));
      this.#open = next;
    } catch {
      // The folder is gone, or this process has too many files open: the lines go where earlier ones went.
    }
    return 'takes-lines';
  }
}

/** The path of a rotated file. */
export function rotatedFile(path: string): string {
  return path.replace(/(?:\.log)?$/, '.1.log');
}

interface OpenFile {
  readonly descriptor: number;
  readonly status: BigIntStats;
}

function* openForLines(path: string): FileSteps<OpenFile> {
  const descriptor = yield* resultOf(fileCalls.open(path, 'a', 0o600));
  return { descriptor, status: yield* resultOf(fileCalls.statusOf(descriptor)) };
}

/** With big integers: the number of a file on NTFS needs them. */
function* statusAt(path: string): FileSteps<BigIntStats | null> {
  try {
    return yield* resultOf(fileCalls.statusAt(path));
  } catch {
    return null;
  }
}

/** Some file systems do not know when a file was created: there it is rotated by its size alone. */
function isDue({ size, birthtimeMs }: BigIntStats, { rotateBytes, rotateAfterMs = Number.POSITIVE_INFINITY }: RotationLimits): boolean {
  if (size > rotateBytes) return true;
  return size > 0n && birthtimeMs > 0n && Date.now() - Number(birthtimeMs) > rotateAfterMs;
}

/** One process at a time, and each checks again once it has its turn: a second one would replace the file that was just rotated with the new one. */
function* tryMoveAside(path: string, limits: RotationLimits): FileSteps<void> {
  const claim = `${path}.rotating`;
  try {
    yield* resultOf(fileCalls.close(yield* resultOf(fileCalls.open(claim, 'wx', 0o600))));
  } catch {
    return yield* tryRemoveStale(claim);
  }
  try {
    if (isDue(yield* resultOf(fileCalls.statusAt(path)), limits)) yield* resultOf(fileCalls.rename(path, rotatedFile(path)));
  } catch {
    // it keeps growing, until it is full
  } finally {
    yield* tryRemove(claim);
  }
}

function* tryRemoveStale(claim: string): FileSteps<void> {
  const status = yield* statusAt(claim);
  if (status !== null && Math.abs(Date.now() - Number(status.mtimeMs)) > staleClaimMs) yield* tryRemove(claim);
}

function* tryRemove(file: string): FileSteps<void> {
  try {
    yield* resultOf(fileCalls.remove(file));
  } catch {
    // it will be found stale later
  }
}
