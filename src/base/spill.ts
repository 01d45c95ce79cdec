/**
 * Content that arrives in pieces and may be large: kept in memory up to a limit, beyond it in a private temporary file, hashed on the way.
 * A spill that was finished belongs to its caller, file and all; one that was discarded leaves nothing behind.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from './make-folders.ts';
import { done, failed, type Outcome } from './outcome.ts';

/** Whole content: small in memory, large in a file that only this user can read and whose bytes are on the disk. `sha256` is hexadecimal. */
export type SpilledContent =
  | { readonly bytes: number; readonly sha256: string; readonly inline: Buffer }
  | { readonly bytes: number; readonly sha256: string; readonly file: string };

export type SpillFailure = 'no-space' | 'disk';

export interface SpillOptions {
  /** Where the temporary file comes to lie, if there has to be one. One that is missing is made, for this user alone. */
  readonly folder: string;
  /** Content up to this many bytes stays in memory. */
  readonly memoryBytes?: number;
  /** Asked before anything goes to the disk; without room the content fails with `no-space`. Never rejects. */
  readonly hasRoom?: () => Promise<boolean>;
}

/** Temporary files of spills are named so; one that is found at a start was left by a crash. */
export const spillFileName: RegExp = /^\.~hub-[0-9a-f]{16}\.tmp$/;

const defaultMemoryBytes = 128 * 1024;

export class Spill {
  readonly #folder: string;
  readonly #memoryBytes: number;
  readonly #hasRoom: () => Promise<boolean>;
  readonly #hash = createHash('sha256');
  #held: Buffer[] = [];
  #bytes = 0;
  #file: { readonly path: string; readonly handle: FileHandle } | null = null;
  #failure: SpillFailure | null = null;
  #closed = false;
  #writes: Promise<void> = Promise.resolve();

  constructor(options: SpillOptions) {
    this.#folder = options.folder;
    this.#memoryBytes = options.memoryBytes ?? defaultMemoryBytes;
    this.#hasRoom = options.hasRoom ?? (async () => true);
  }

  /** Bytes taken so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Why nothing more can be kept; null while all is well. */
  get failure(): SpillFailure | null {
    return this.#failure;
  }

  /**
   * Takes a chunk, which the caller then leaves alone. Resolves when it is held or written: wait for it, and memory stays small.
   * Never rejects: a disk that fails shows in `failure` and in the outcome of `finish`. Chunks keep the order of the calls.
   */
  write(chunk: Buffer): Promise<void> {
    if (this.#closed) throw new Error('a spill takes nothing after its end');
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    this.#held.push(chunk);
    if (this.#bytes <= this.#memoryBytes) return this.#writes;
    return this.#inOrder(() => this.#writeHeld());
  }

  /** Ends the content and hands it over. A file has reached the disk (fsync) before this resolves. On a failure nothing is left behind. */
  async finish(): Promise<Outcome<SpilledContent, SpillFailure>> {
    this.#close();
    await this.#inOrder(() => this.#settleFile());
    if (this.#failure !== null) {
      await this.#remove();
      return failed(this.#failure);
    }
    const whole = { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
    if (this.#file !== null) return done({ ...whole, file: this.#file.path });
    return done({ ...whole, inline: joined(this.#held, this.#bytes) });
  }

  /** Ends the content and forgets it. After `finish` it does nothing: the content has another owner. */
  async discard(): Promise<void> {
    if (this.#closed) return;
    this.#close();
    this.#held = [];
    await this.#inOrder(async () => {
      await this.#file?.handle.close();
    });
    await this.#remove();
  }

  #close(): void {
    if (this.#closed) throw new Error('a spill ends once');
    this.#closed = true;
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    this.#writes = this.#writes.then(work).catch((error: NodeJS.ErrnoException) => {
      this.#failure ??= error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'no-space' : 'disk';
    });
    return this.#writes;
  }

  async #writeHeld(): Promise<void> {
    const chunks = this.#held;
    this.#held = [];
    if (this.#failure !== null || chunks.length === 0) return;
    if (!(await this.#hasRoom())) {
      this.#failure = 'no-space';
      return;
    }
    this.#file ??= await createPrivateFile(this.#folder);
    // writev may write less than it was given; FileHandle.writeFile goes on until all is there.
    for (const chunk of chunks) await this.#file.handle.writeFile(chunk);
  }

  async #settleFile(): Promise<void> {
    if (this.#file === null) return;
    try {
      if (this.#failure === null) await this.#file.handle.sync();
    } finally {
      await this.#file.handle.close();
    }
  }

  async #remove(): Promise<void> {
    this.#held = [];
    if (this.#file !== null) await rm(this.#file.path, { force: true }).catch(() => {});
  }
}

/** In memory of its own: a slice keeps, and sends along to another thread, the whole of what it was cut from. */
function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at);
  return whole;
}

async function createPrivateFile(folder: string): Promise<{ path: string; handle: FileHandle }> {
  const file = path.join(folder, `.~hub-${randomBytes(8).toString('hex')}.tmp`);
  const create = (): Promise<FileHandle> => open(file, 'wx', 0o600);
  const handle = await create().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    makeFolders(folder, 0o700);
    return create();
  });
  return { path: file, handle };
}
