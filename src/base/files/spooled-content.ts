/**
 * Content that arrives in pieces and may be large: kept in memory up to a limit, beyond it in a private temporary file, hashed on the way. Finished
 * content belongs to its caller, including the file; discarded content leaves nothing behind.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { GrownBuffer } from '../grown-buffer.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { diskReasonOf, isMissing, systemErrorName } from './disk-error.ts';
import { makeFolders } from './make-folders.ts';
import { temporaryName } from './temporary-name.ts';

/** Complete content: in memory if small, otherwise in a file that only this user can read and that was synced. `sha256` is hexadecimal. */
export type SpooledContent =
  | { readonly bytes: number; readonly sha256: string; readonly inline: Buffer }
  | { readonly bytes: number; readonly sha256: string; readonly file: string };

export type SpoolFailure = 'no-space' | 'disk';

export interface SpoolOptions {
  /** The folder of the temporary file, if one is needed. Created if missing, private to this user. */
  readonly folder: string;
  /** Content up to this many bytes stays in memory. */
  readonly memoryBytes?: number;
  /** Called before anything is written to the disk; without room the content fails with `no-space`. Never rejects. */
  readonly hasRoom?: () => Promise<boolean>;
}

const defaultMemoryBytes = 128 * 1024;

export class ContentSpool {
  readonly #folder: string;
  readonly #memoryBytes: number;
  readonly #hasRoom: () => Promise<boolean>;
  readonly #hash = createHash('sha256');
  #held = new GrownBuffer();
  #bytes = 0;
  #file: { readonly path: string; readonly handle: FileHandle } | null = null;
  #failure: SpoolFailure | null = null;
  #closed = false;
  #writes: Promise<void> = Promise.resolve();

  constructor(options: SpoolOptions) {
    this.#folder = options.folder;
    this.#memoryBytes = options.memoryBytes ?? defaultMemoryBytes;
    this.#hasRoom = options.hasRoom ?? (async () => true);
  }

  /** Bytes taken so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Why no more can be kept; null if there is no problem. */
  get failure(): SpoolFailure | null {
    return this.#failure;
  }

  /**
   * Takes a chunk. Resolves when it is held or written; waiting for that keeps memory small. Never
   * rejects: a disk that fails shows in `failure` and in the outcome of `finish`. Chunks keep the order of the calls.
   */
  write(chunk: Buffer): Promise<void> {
    if (this.#closed) throw new Error('a spool accepts nothing after its end');
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    this.#held.add(chunk);
    if (this.#bytes <= this.#memoryBytes) return this.#writes;
    return this.#inOrder(() => this.#writeHeld());
  }

  /** Ends the content and returns it. A file is synced before this resolves. Leaves nothing behind on failure. */
  async finish(): Promise<Outcome<SpooledContent, SpoolFailure>> {
    this.#close();
    await this.#inOrder(() => this.#settleFile());
    if (this.#failure !== null) {
      await this.#remove();
      return failed(this.#failure);
    }
    const whole = { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
    if (this.#file !== null) return done({ ...whole, file: this.#file.path });
    return done({ ...whole, inline: copyOf(this.#held.taken()) });
  }

  /** Ends the content and discards it. Does nothing after `finish`: the content then belongs to the caller. */
  async discard(): Promise<void> {
    if (this.#closed) return;
    this.#close();
    this.#held.clear();
    await this.#inOrder(async () => {
      await this.#file?.handle.close();
    });
    await this.#remove();
  }

  #close(): void {
    if (this.#closed) throw new Error('a spool ends once');
    this.#closed = true;
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    this.#writes = this.#writes.then(work).catch((error: unknown) => {
      this.#failure ??= diskReasonOf(systemErrorName(error) ?? '') === 'disk-full' ? 'no-space' : 'disk';
    });
    return this.#writes;
  }

  async #writeHeld(): Promise<void> {
    const held = this.#held.taken();
    this.#held = new GrownBuffer();
    if (this.#failure !== null || held.length === 0) return;
    if (!(await this.#hasRoom())) {
      this.#failure = 'no-space';
      return;
    }
    this.#file ??= await createPrivateFile(this.#folder);
    // A write may write less than requested; FileHandle.writeFile continues until everything is written.
    await this.#file.handle.writeFile(held);
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
    this.#held.clear();
    if (this.#file !== null) await rm(this.#file.path, { force: true }).catch(() => {});
  }
}

/** A slice keeps the whole buffer that it was cut from, and sends it along to another thread. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

async function createPrivateFile(folder: string): Promise<{ path: string; handle: FileHandle }> {
  const file = path.join(folder, temporaryName());
  const create = (): Promise<FileHandle> => open(file, 'wx', 0o600);
  const handle = await create().catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    makeFolders(folder, 0o700);
    return create();
  });
  return { path: file, handle };
}
