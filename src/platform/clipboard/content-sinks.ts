/** Where the bytes of an answer go: content into a spooled content, under its own limit and the copy's; small answers into memory. */
import { rm } from 'node:fs/promises';
import type { ContentSpool, SpooledContent, SpoolFailure } from '../../base/files/spooled-content.ts';
import { GrownBuffer } from '../../base/grown-buffer.ts';
import type { Outcome } from '../../base/outcome.ts';
import { type Decoding, decodeChunk, uriListOfGnomeFiles } from './formats.ts';
import type { CopyEvent, Representation } from './interface.ts';

/** Where the bytes of one answer go. */
export interface Sink {
  /** Number of bytes that may still arrive. */
  room(): number;
  /** Resolves when the chunk is stored and the next one may arrive. */
  take(chunk: Buffer): Promise<void>;
  /** Nothing more can be stored. */
  readonly isBroken: boolean;
}

/** The remaining bytes of a copy; all its representations share them. */
export interface CopyBudget {
  leftBytes: number;
}

/** One representation's content. Belongs to the copy until `finish` or `discard`. */
export class ContentSink implements Sink {
  readonly #spool: ContentSpool;
  readonly #limitBytes: number;
  readonly #budget: CopyBudget;
  #decoding: Decoding = 'as-is';
  /** A list of files is converted as a whole. */
  readonly #list = new GrownBuffer();
  #taken = 0;

  constructor(parts: { spool: ContentSpool; limitBytes: number; budget: CopyBudget }) {
    this.#spool = parts.spool;
    this.#limitBytes = parts.limitBytes;
    this.#budget = parts.budget;
  }

  /** How the following bytes are decoded. */
  decodeAs(decoding: Decoding): void {
    this.#decoding = decoding;
  }

  room(): number {
    return Math.min(this.#limitBytes - this.#taken, this.#budget.leftBytes);
  }

  take(chunk: Buffer): Promise<void> {
    this.#taken += chunk.length;
    this.#budget.leftBytes -= chunk.length;
    if (this.#decoding !== 'gnome-files') return this.#spool.write(decodeChunk(this.#decoding, chunk));
    this.#list.add(chunk);
    return Promise.resolve();
  }

  get isBroken(): boolean {
    return this.#spool.failure !== null;
  }

  /** The whole content. */
  async finish(): Promise<Outcome<SpooledContent, SpoolFailure>> {
    if (this.#list.bytes > 0) await this.#spool.write(uriListOfGnomeFiles(this.#list.taken()));
    return this.#spool.finish();
  }

  discard(): Promise<void> {
    return this.#spool.discard();
  }
}

export class SmallSink implements Sink {
  readonly #limitBytes: number;
  readonly #taken = new GrownBuffer();
  readonly isBroken = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  room(): number {
    return this.#limitBytes - this.#taken.bytes;
  }

  take(chunk: Buffer): Promise<void> {
    this.#taken.add(chunk);
    return Promise.resolve();
  }

  get content(): Buffer {
    return this.#taken.taken();
  }
}

/** Deletes the files of a copy that nobody takes over. */
export async function dropContent(event: CopyEvent): Promise<void> {
  if (event.kind === 'copy') await removeFiles(event.copy.representations);
}

/** Deletes the files of content that was read and is not kept. */
export async function removeFiles(representations: readonly Representation[]): Promise<void> {
  for (const { content } of representations) if ('file' in content) await rm(content.file, { force: true }).catch(() => {});
}
