/** `POST /api/extract`, and the same with progress: the text of a file, or of a copied one. What may not be shown of a copy is not read either, and nothing of a text is kept or logged. */
import path from 'node:path';
import { bridgeRoutes, mostJsonBytes } from '../../../contract/bridge.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import { told } from '../../../domain/language/say.ts';
import type { Extractor } from '../../../extraction/extractor.ts';
import type { ReadingOrder } from '../../../extraction/reader-messages.ts';
import type { Answer } from '../../../http/answer.ts';
import { type RequestOf, type ServedRoute, serveRoute } from '../../../http/handler.ts';
import { contentLimits, fragmentView, isPrivateFragment, type ViewParts } from '../../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import { cutToFit, extractionFrames } from './extraction-frames.ts';

export interface ExtractionParts {
  readonly core: { readonly view: ViewParts };
  readonly extractor: Pick<Extractor, 'extract' | 'waiting'>;
  /** The languages of the preferences, for those who name none. */
  readonly languages: () => readonly string[];
  /** A client may know an earlier copy of what is one fragment by now. */
  readonly numberOf: (of: { readonly id: number }) => number;
  /** Why its content must not be given away; null if it may. */
  readonly withheld: (fragment: JournalFragment | null) => Answer | null;
}

type Request = RequestOf<typeof bridgeRoutes.extractText>;

/** One is read at a time. */
const mostWaiting = 16;

const busy: Answer = { kind: 'problem', reason: 'unavailable', detail: told('Too many documents are being read.') };
const noFile: Answer = { kind: 'problem', reason: 'not-found', detail: told('This copy has no such file.') };
const isPrivate: Answer = { kind: 'problem', reason: 'not-found', detail: told('This copy is private, so nothing is extracted from it.') };
const relative: Answer = { kind: 'problem', reason: 'invalid-request', detail: told('The path of a file must be absolute.') };

export function extractionHandlers(parts: ExtractionParts): readonly ServedRoute[] {
  return [
    serveRoute(bridgeRoutes.extractText, (request) => extract(parts, request)),
    serveRoute(bridgeRoutes.followExtraction, ({ body }) => {
      const order = orderOf(parts, body);
      return 'kind' in order ? order : { kind: 'events', frames: extractionFrames(parts.extractor, order) };
    }),
  ];
}

async function extract(parts: ExtractionParts, { body, gone }: Request): Promise<Answer> {
  const order = orderOf(parts, body);
  if ('kind' in order) return order;
  const extracted = await parts.extractor.extract({ order, signal: gone() });
  return extracted.ok
    ? { kind: 'json', value: cutToFit(extracted.value, mostJsonBytes) }
    : { kind: 'problem', reason: `extraction-${extracted.reason}` };
}

/** What to read, or why nothing is. */
function orderOf(parts: ExtractionParts, body: Request['body']): ReadingOrder | Answer {
  const file = 'path' in body ? body.path : copiedFile(parts, body.fragmentId, body.file);
  if (typeof file !== 'string') return file;
  if (!path.isAbsolute(file)) return 'path' in body ? relative : noFile;
  if (parts.extractor.waiting >= mostWaiting) return busy;
  const options = body.options ?? extractionOptions.parse({});
  return { path: file, options: options.languages.length > 0 ? options : { ...options, languages: [...parts.languages()] } };
}

function copiedFile({ core, numberOf, withheld }: ExtractionParts, id: number, index: number): string | Answer {
  const fragment = readFragment(core.view.journal, numberOf({ id }));
  const refusal = withheld(fragment);
  if (refusal !== null || fragment === null) return refusal ?? noFile;
  if (isPrivateFragment(fragment)) return isPrivate;
  return fragmentView(core.view, fragment, contentLimits.single).files?.[index] ?? noFile;
}
