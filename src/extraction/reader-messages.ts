/** What is said between the process that reads documents and the one that started it. Neither side keeps anything of it. */
import type { ExtractionOptions } from '../contract/extraction.ts';

/** Said to the process at its start, if nobody waits for what it reads. */
export const lowestPriority = '--lowest-priority';

/** What the process ends itself by when it takes too much memory: nobody sends it by habit, and without a handler it ends a process that hangs too. */
export const memorySignal = 'SIGUSR2';

/** `path` is absolute, or null for the standard input of the process, or for `content`: a short one that is in no file. */
export interface ReadingOrder {
  readonly path: string | null;
  readonly content?: Uint8Array;
  readonly options: ExtractionOptions;
  /** Of the page that it was copied from, if that is known. */
  readonly address?: string | undefined;
}

/** What recognition may use. */
export interface RecognitionMeans {
  /** For the data of installed languages; null if there can be none. */
  readonly languages: string | null;
}

export type ToReader =
  | { readonly kind: 'read'; readonly id: number; readonly order: ReadingOrder; readonly means: RecognitionMeans }
  /** A picture is to come: its engine is loaded meanwhile. Nothing is answered. */
  | { readonly kind: 'prepare'; readonly languages: readonly string[]; readonly means: RecognitionMeans };

/** What it says is checked by who hears it (`heard-messages.ts`). */
export type { FromReader } from './heard-messages.ts';
