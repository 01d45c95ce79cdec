/** What is said between the process that reads documents and the one that started it. Neither side keeps anything of it. */
import { z } from 'zod';
import { type ExtractionOptions, extractedText, extractionLimits } from '../contract/extraction.ts';
import { extractionFailures } from '../contract/fragment-words.ts';

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

/** What ends a text that was cut. */
const lastLine = 1;

const readText = extractedText.omit({ secret: true }).extend({ text: z.string().max(extractionLimits.text + lastLine) });

const pages = z.strictObject({ done: z.int(), of: z.int() });

/** Checked by who hears it: a document may have taken the reader over. */
export const fromReader = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('progress'),
    id: z.int(),
    progress: z.strictObject({ done: z.int(), of: z.int(), pages: pages.optional() }),
  }),
  /**
   * Said before and after each picture or page that is recognized, which has a time of its own. `news`: what was read before, if there is any text, for
   * the case that the process does not survive this one; its text and words follow those of the message before.
   */
  z.strictObject({ kind: z.literal('recognizing'), id: z.int(), news: readText.optional() }),
  z.strictObject({ kind: z.literal('recognized'), id: z.int() }),
  z.strictObject({
    kind: z.literal('text'),
    id: z.int(),
    extracted: readText,
  }),
  z.strictObject({ kind: z.literal('failed'), id: z.int(), reason: z.enum(extractionFailures) }),
]);
export type FromReader = z.infer<typeof fromReader>;
