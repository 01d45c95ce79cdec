/** `POST /api/extract`, and the same with progress: the text of a file, or of a copy. What may not be shown of a copy is not read either, and nothing of a text is logged. */
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
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import type { CopyTexts } from './copy-texts.ts';
import { cutToFit, extractionFrames } from './extraction-frames.ts';

export interface ExtractionParts {
  readonly core: { readonly view: ViewParts; readonly copyTexts: Pick<CopyTexts, 'keeping'> };
  readonly extractor: Pick<Extractor, 'extract' | 'waiting'>;
  /** The languages of the preferences, for those who name none. */
  readonly languages: () => readonly string[];
  /** A client may know an earlier copy of what is one fragment by now. */
  readonly numberOf: (of: { readonly id: number }) => number;
  /** Why its content must not be given away; null if it may. */
  readonly withheld: (fragment: JournalFragment | null) => Answer | null;
}

type Request = RequestOf<typeof bridgeRoutes.extractText>;

/** One is read at a time, and a long one beside it. */
const mostWaiting = 16;

const busy: Answer = { kind: 'problem', reason: 'unavailable', detail: told('Too many documents are being read.') };
const noFile: Answer = { kind: 'problem', reason: 'not-found', detail: told('This copy has no such file.') };
const isPrivate: Answer = { kind: 'problem', reason: 'not-found', detail: told('This copy is private, so nothing is extracted from it.') };
const relative: Answer = { kind: 'problem', reason: 'invalid-request', detail: told('The path of a file must be absolute.') };

export function extractionHandlers(parts: ExtractionParts): readonly ServedRoute[] {
  return [
    serveRoute(bridgeRoutes.extractText, (request) => extract(parts, request)),
    serveRoute(bridgeRoutes.followExtraction, ({ body }) => {
      const asked = askedFor(parts, body);
      return 'kind' in asked ? asked : { kind: 'events', frames: extractionFrames(asked.extractor, asked.order) };
    }),
  ];
}

async function extract(parts: ExtractionParts, { body, gone }: Request): Promise<Answer> {
  const asked = askedFor(parts, body);
  if ('kind' in asked) return asked;
  const extracted = await asked.extractor.extract({ order: asked.order, signal: gone() });
  return extracted.ok
    ? { kind: 'json', value: cutToFit(extracted.value, mostJsonBytes) }
    : { kind: 'problem', reason: `extraction-${extracted.reason}` };
}

interface Asked {
  readonly order: ReadingOrder;
  readonly extractor: Pick<Extractor, 'extract'>;
}

/** What to read, and who reads it; or why nothing is. */
function askedFor(parts: ExtractionParts, body: Request['body']): Asked | Answer {
  const { extractor, languages } = parts;
  const said = body.options ?? extractionOptions.parse({});
  const options = said.languages.length > 0 ? said : { ...said, languages: [...languages()] };
  if ('path' in body) {
    if (!path.isAbsolute(body.path)) return relative;
    return extractor.waiting >= mostWaiting ? busy : { extractor, order: { path: body.path, options } };
  }
  const copied = copiedContent(parts, body.fragmentId, body.file);
  if ('kind' in copied) return copied;
  if (extractor.waiting >= mostWaiting) return busy;
  const { fragment, ...place } = copied;
  const order = { ...place, options };
  // A text is in the history already; and a picture of which nothing was to be recognized was not read.
  if (fragment.kind === 'text' || options.recognition === 'never') return { extractor, order };
  return { order, extractor: parts.core.copyTexts.keeping(extractor, { fragment, file: body.file, isAsked: true }) };
}

type Copied = { readonly fragment: JournalFragment } & Pick<ReadingOrder, 'path' | 'content' | 'address'>;

function copiedContent({ core, numberOf, withheld }: ExtractionParts, id: number, index: number): Copied | Answer {
  const fragment = readFragment(core.view.journal, numberOf({ id }));
  const refusal = withheld(fragment);
  if (refusal !== null || fragment === null) return refusal ?? noFile;
  if (isPrivateFragment(fragment)) return isPrivate;
  if (fragment.kind === 'files') {
    const file = fragmentView(core.view, fragment, contentLimits.single).files?.[index];
    return file === undefined || !path.isAbsolute(file) ? noFile : { fragment, path: file };
  }
  const place = index === 0 ? contentPlaces(core.view.journal, fragment.id)[0] : undefined;
  if (place === undefined) return noFile;
  const { type, path: address } = fragment.source;
  const from = type === 'web' && address !== '' ? { address } : {};
  return { fragment, ...from, ...('file' in place ? { path: place.file } : { path: null, content: place.inline }) };
}
