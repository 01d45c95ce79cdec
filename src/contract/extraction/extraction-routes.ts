/** The bridge's routes for the text of a document or a picture, and what is wrong with a request for it. */
import * as z from 'zod';
import { extractedText, extractionOptions } from '../extraction.ts';
import { extractionFailures } from '../fragment-words.ts';
import { fragmentNumber, type Route, wellFormedString } from '../routes.ts';

/** Hub's own words alone: nothing of a request is quoted. */
const misplaced = (known: string) => (issue: { readonly code?: string; readonly keys?: readonly string[] }) => {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const option = issue.keys?.find((key) => Object.hasOwn(extractionOptions.shape, key));
  return option === undefined ? `has a key that is not known; its keys are ${known}` : `"${option}" belongs inside "options"`;
};
/** Unknown ones are ignored: a client of a later Hub may ask for more than this one knows. */
const options = extractionOptions.optional();
const ofPath = z.strictObject({ path: wellFormedString.min(1).max(4_096), options }, { error: misplaced('"path" and "options"') });
const ofCopy = z.strictObject(
  { fragmentId: fragmentNumber, file: z.int().min(0).default(0), options },
  { error: misplaced('"fragmentId", "file" and "options"') },
);

/** `file`: which of the files of a copy, from 0 on; of a picture or a text it is 0. */
const extractRequest = z.union([ofPath, ofCopy], { error: ({ input }) => faultOfExtraction(input) });

/** The fault of the form that is meant: a union alone only says that it is none of its forms. */
function faultOfExtraction(input: unknown): string {
  const meant = typeof input !== 'object' || input === null ? null : 'path' in input ? ofPath : 'fragmentId' in input ? ofCopy : null;
  const issue = meant?.safeParse(input).error?.issues[0];
  if (issue === undefined) return 'needs a "path" or a "fragmentId"';
  return [issue.path.map((part) => (/^\w{1,64}$/.test(String(part)) ? String(part) : '?')).join('.'), issue.message]
    .filter((part) => part !== '')
    .join(': ');
}
export type ExtractRequest = z.input<typeof extractRequest>;
export type ExtractAnswer = z.infer<typeof extractedText>;

const extractText = {
  method: 'POST',
  path: '/api/extract',
  summary:
    'The text of a document or picture: of the file with this absolute path, or of a copy. What is read of a picture or a copied file of the history is kept with it, and found by searches. Takes up to a minute',
  body: extractRequest,
  responses: { 200: { description: 'the text', json: extractedText } },
  problems: ['invalid-request', 'not-found', 'unavailable', ...extractionFailures.map((reason) => `extraction-${reason}` as const)],
} as const satisfies Route;

const followExtraction = {
  method: 'POST',
  path: '/api/extract/follow',
  summary:
    'The same as server-sent events: `progress` with how much is `done` and `of` how much, and at the end `text` with the answer of `/api/extract`, or `problem`',
  body: extractRequest,
  responses: { 200: { description: 'the stream', mediaType: 'text/event-stream' } },
  problems: ['invalid-request', 'not-found', 'unavailable'],
} as const satisfies Route;

export const extractionRoutes = { extractText, followExtraction } as const;
