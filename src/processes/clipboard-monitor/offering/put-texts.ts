/** Puts the texts of several fragments on the clipboard, as one text. */
import { readFile } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import { mostJoinedBytes } from '../../../contract/requests.ts';
import { pathsOfUriList, withoutTerminator } from '../../../domain/capture/uri-list.ts';
import { isHeldBack } from '../../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment, textFormat } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { Clipboard, OfferedRepresentation } from '../../../platform/clipboard/index.ts';
import { contentAt, type OfferWays } from '../put-back.ts';
import { textOfHtml } from './html-text.ts';

/** Copies are read from the clipboard between so many fragments. */
const atOnce = 25;
/** For all HTML together: whoever pastes waits for it, and the core for five seconds. */
const usualHtmlMs = 2_500;
const lineEnd = Buffer.from('\n');

interface TextsWays extends Pick<OfferWays, 'isPlain' | 'isSelectedToo'> {
  /** For reading all HTML together. */
  readonly htmlWithinMs?: number;
}

/** Of one fragment. */
interface Part {
  readonly text: Uint8Array;
  /** The files as `text/uri-list`; null for what is no files. */
  readonly list: Uint8Array | null;
}

/**
 * Joins the plain texts by a line end, in this order: of HTML as it reads, of files their paths. Files alone are a list of files too, unless `isPlain`. Those
 * without a text, and those that the content filter hides, are left out. False if there is none, if together they are too long, if HTML takes too long to read, or if
 * the clipboard does not take them; `content-missing` if the file of one is missing or damaged.
 */
export async function offerTexts(
  clipboard: Clipboard,
  journal: JournalReader,
  fragmentIds: readonly number[],
  { isPlain = false, isSelectedToo = false, htmlWithinMs = usualHtmlMs }: TextsWays = {},
): Promise<boolean | 'content-missing'> {
  const parts: Part[] = [];
  const untilMs = performance.now() + htmlWithinMs;
  let bytes = 0;
  for (const [at, id] of fragmentIds.entries()) {
    if (at % atOnce === atOnce - 1) await breath();
    const part = await partOf(journal, id, { longestBytes: mostJoinedBytes - bytes, untilMs });
    if (part === 'content-missing') return part;
    if (part === 'too-long' || part === 'too-slow') return false;
    if (part === null) continue;
    parts.push(part);
    bytes += Math.max(part.text.length, part.list?.length ?? 0) + lineEnd.length;
  }
  if (parts.length === 0) return false;
  const text = representation(
    'text/plain',
    parts.flatMap((part, at) => (at === 0 ? [part.text] : [lineEnd, part.text])),
  );
  const lists = parts.map(({ list }) => list).filter((list) => list !== null);
  const isFiles = !isPlain && lists.length === parts.length;
  const offered = await clipboard.offer(isFiles ? [representation('text/uri-list', lists), text] : [text]);
  return offered.ok && (!isSelectedToo || (await clipboard.offerSelected([text])).ok);
}

function representation(mediaType: string, parts: readonly Uint8Array[]): OfferedRepresentation {
  const inline = Buffer.concat(parts);
  return { mediaType, content: { bytes: inline.length, inline } };
}

interface Bounds {
  readonly longestBytes: number;
  readonly untilMs: number;
}

async function partOf(
  journal: JournalReader,
  id: number,
  { longestBytes, untilMs }: Bounds,
): Promise<Part | 'content-missing' | 'too-long' | 'too-slow' | null> {
  const fragment = readFragment(journal, id);
  if (fragment === null || fragment.state === 'filtered' || isHeldBack(fragment)) return null;
  const format = textFormat(fragment);
  const places = contentPlaces(journal, id).filter(({ mediaType }) => mediaType === format || mediaType === 'text/uri-list');
  const place = places.find(({ mediaType }) => mediaType === format);
  if (place === undefined) return null;
  if (places.some(({ bytes }) => bytes > longestBytes)) return 'too-long';
  const content = await bytesAt(place);
  if (content === null) return 'content-missing';
  if (format === 'text/html') {
    const leftMs = untilMs - performance.now();
    const text = leftMs > 0 ? await textOfHtml(content, leftMs) : null;
    if (text === null || performance.now() > untilMs) return 'too-slow';
    return text === '' ? null : { text: Buffer.from(text), list: null };
  }
  if (fragment.kind !== 'files') return { text: content, list: null };
  const listPlace = places.find(({ mediaType }) => mediaType === 'text/uri-list');
  const list = listPlace === place ? content : listPlace === undefined ? null : await bytesAt(listPlace);
  const text = format === 'text/uri-list' ? Buffer.from(pathsOfUriList(content.toString()).join('\n')) : content;
  return { text, list: list === null ? null : ended(list) };
}

/** Lists that follow each other are one list, if each ends as RFC 2483 has it. */
function ended(list: Buffer): Buffer {
  const text = withoutTerminator(list.toString());
  return Buffer.from(text.endsWith('\n') ? text : `${text}\r\n`);
}

/** Null if it is missing or damaged. */
async function bytesAt(place: Parameters<typeof contentAt>[0]): Promise<Buffer | null> {
  const found = await contentAt(place, null);
  if (found === null) return null;
  try {
    return 'inline' in found ? Buffer.from(found.inline) : await readFile(found.file);
  } catch {
    return null;
  }
}
