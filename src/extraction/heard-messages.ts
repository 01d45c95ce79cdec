/** The check of what the process that reads documents says. Separate from the other messages, so that this process does not load it, nor its starter before it starts. */
import { z } from 'zod';
import { extractedText } from '../contract/extraction.ts';
import { extractionFailures } from '../contract/fragment-words.ts';
import { extractionLimits } from '../contract/words/extraction-limits.ts';

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
