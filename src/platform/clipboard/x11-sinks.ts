/** Where a conversion's bytes go: content into a spill, under its own limit and the copy's; small answers into memory. */
import { rm } from 'node:fs/promises';
import type { Outcome } from '../../base/outcome.ts';
import type { Spill, SpilledContent, SpillFailure } from '../../base/spill.ts';
import type { CopyEvent, Representation } from './interface.ts';
import type { Sink } from './x11-conversion.ts';
import { type Decoding, decodeChunk, uriListOfGnomeFiles } from './x11-formats.ts';

/** What is left of a copy's bytes; all its representations draw on it. */
export interface CopyBudget {
  leftBytes: number;
}

/** One representation's content. Belongs to the copy until `finish` or `discard`. */
export class ContentSink implements Sink {
  readonly #spill: Spill;
  readonly #limitBytes: number;
  readonly #budget: CopyBudget;
  #decoding: Decoding = 'as-is';
  /** A list of files is turned around as a whole. */
  #list: Buffer[] = [];
  #taken = 0;

  constructor(parts: { spill: Spill; limitBytes: number; budget: CopyBudget }) {
    this.#spill = parts.spill;
    this.#limitBytes = parts.limitBytes;
    this.#budget = parts.budget;
  }

  /** What follows is to be decoded so. */
  decodeAs(decoding: Decoding): void {
    this.#decoding = decoding;
  }

  room(): number {
    return Math.min(this.#limitBytes - this.#taken, this.#budget.leftBytes);
  }

  take(chunk: Buffer): Promise<void> {
    this.#taken += chunk.length;
    this.#budget.leftBytes -= chunk.length;
    if (this.#decoding !== 'gnome-files') return this.#spill.write(decodeChunk(this.#decoding, chunk));
    this.#list.push(chunk);
    return Promise.resolve();
  }

  get isBroken(): boolean {
    return this.#spill.failure !== null;
  }

  /** The whole content. */
  async finish(): Promise<Outcome<SpilledContent, SpillFailure>> {
    if (this.#list.length > 0) await this.#spill.write(uriListOfGnomeFiles(Buffer.concat(this.#list)));
    return this.#spill.finish();
  }

  discard(): Promise<void> {
    return this.#spill.discard();
  }
}

export class SmallSink implements Sink {
  readonly #limitBytes: number;
  readonly #chunks: Buffer[] = [];
  readonly isBroken = false;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  room(): number {
    return this.#limitBytes - this.#bytes;
  }

  take(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    return Promise.resolve();
  }

  get content(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Removes the files of a copy that nobody takes. */
export async function dropContent(event: CopyEvent): Promise<void> {
  if (event.kind === 'copy') await removeFiles(event.copy.representations);
}

/** Removes the files of what was read and is not kept. */
export async function removeFiles(representations: readonly Representation[]): Promise<void> {
  for (const { content } of representations) if ('file' in content) await rm(content.file, { force: true }).catch(() => {});
}
