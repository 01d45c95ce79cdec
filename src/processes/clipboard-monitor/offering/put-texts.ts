/** Puts the texts of several fragments on the clipboard, as one text. */
import { readFile } from 'node:fs/promises';
import { setImmediate as breath } from 'node:timers/promises';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { NotOffered } from '../../../contract/components.ts';
import { canBeJoined } from '../../../contract/fragment-words.ts';
import { mostJoinedBytes } from '../../../contract/requests.ts';
import { pathsOfUriList, withoutTerminator } from '../../../domain/capture/uri-list.ts';
import { isHeldBack } from '../../../journal/fragments/fragment-view.ts';
import { contentPlaces, readFragment, textFormat } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import type { Clipboard, OfferedRepresentation } from '../../../platform/clipboard/index.ts';
import { contentAt, type OfferWays } from '../put-back.ts';
import { type NotRead, textsOfHtml } from './html-text.ts';

/** Copies are read from the clipboard between so many fragments, and so many bytes. */
const atOnce = 25;
const bytesAtOnce = 1024 * 1024;
/** The paths of some 20,000 files, which take 0.1 s. Meanwhile no copy is read. */
const longestListBytes = 2 * 1024 * 1024;
/** For all HTML together: whoever pastes waits for it, and the core for five seconds. */
const usualHtmlMs = 2_500;
const lineEnd = Buffer.from('\n');

interface TextsWays extends Pick<OfferWays, 'isPlain' | 'isSelectedToo' | 'isWanted'> {
  /** For reading all HTML together. */
  readonly htmlWithinMs?: number;
  /** Called as soon as they are on the clipboard. */
  readonly put?: () => void;
}

/** Of one fragment. */
interface Part {
  readonly id: number;
  readonly text: Uint8Array;
  readonly isHtml: boolean;
  /** The files as `text/uri-list`; null for what is no files. */
  readonly list: Uint8Array | null;
}

/**
 * Joins the plain texts by a line end, in this order: of HTML as it reads, of files their paths. Files alone are a list of files too, unless `isPlain`. The
 * value are those that were left out: pictures and documents, what has no text, and what the content filter hides. A text that there is and can't be had is a refusal, and then the
 * clipboard is left alone: a part would be pasted as if it were all. `not-selected` is the exception, for which see `NotOffered`.
 */
export async function offerTexts(
  clipboard: Clipboard,
  journal: JournalReader,
  fragmentIds: readonly number[],
  { isPlain = false, isSelectedToo = false, htmlWithinMs = usualHtmlMs, isWanted, put }: TextsWays = {},
): Promise<Outcome<readonly number[], NotOffered>> {
  const gathered = await gather(journal, fragmentIds, isPlain);
  const read = gathered.ok ? await withHtmlRead(gathered.value, htmlWithinMs) : gathered;
  if (!read.ok) return read;
  const parts = read.value.filter(({ text }) => text.length > 0);
  if (parts.length === 0) return failed('no-text');
  const texts = parts.flatMap(({ text }, at) => (at === 0 ? [text] : [lineEnd, text]));
  if (lengthOf(texts) > mostJoinedBytes) return failed('too-long');
  const text = representation('text/plain', texts);
  const lists = parts.map(({ list }) => list).filter((list) => list !== null);
  const isFiles = !isPlain && lists.length === parts.length;
  if (isWanted?.() === false) return failed('elsewhere');
  const offered = await clipboard.offer(isFiles ? [representation('text/uri-list', lists), text] : [text]);
  if (!offered.ok) return failed('no-clipboard');
  put?.();
  if (isSelectedToo && !(await clipboard.offerSelected([text])).ok) return failed('not-selected');
  const joined = new Set(parts.map(({ id }) => id));
  return done(fragmentIds.filter((id) => !joined.has(id)));
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function representation(mediaType: string, parts: readonly Uint8Array[]): OfferedRepresentation {
  const inline = Buffer.concat(parts);
  return { mediaType, content: { bytes: inline.length, inline } };
}

async function gather(journal: JournalReader, ids: readonly number[], isPlain: boolean): Promise<Outcome<readonly Part[], NotOffered>> {
  const parts: Part[] = [];
  let [bytes, breathedAt] = [0, 0];
  for (const [at, id] of ids.entries()) {
    if (at % atOnce === atOnce - 1 || bytes - breathedAt > bytesAtOnce) {
      await breath();
      breathedAt = bytes;
    }
    const part = await partOf(journal, id, { longestBytes: mostJoinedBytes - bytes, isPlain });
    if (!part.ok) return part;
    if (part.value === null) continue;
    parts.push(part.value);
    bytes += Math.max(part.value.text.length, part.value.list?.length ?? 0) + lineEnd.length;
  }
  return done(parts);
}

interface PartWays {
  readonly longestBytes: number;
  readonly isPlain: boolean;
}

/** Null for what is left out. */
async function partOf(
  journal: JournalReader,
  id: number,
  { longestBytes, isPlain }: PartWays,
): Promise<Outcome<Part | null, 'content-missing' | 'too-long' | 'one-too-long'>> {
  const fragment = readFragment(journal, id);
  if (fragment === null || fragment.state === 'filtered' || isHeldBack(fragment) || !canBeJoined(fragment)) return done(null);
  const format = textFormat(fragment);
  const places = contentPlaces(journal, id);
  const place = places.find(({ mediaType }) => mediaType === format);
  if (place === undefined) return done(null);
  const listPlace =
    fragment.kind === 'files' && (!isPlain || format === 'text/uri-list')
      ? places.find(({ mediaType }) => mediaType === 'text/uri-list')
      : undefined;
  if ((listPlace?.bytes ?? 0) > longestListBytes) return failed('one-too-long');
  if (Math.max(place.bytes, listPlace?.bytes ?? 0) > longestBytes) return failed('too-long');
  const content = await bytesAt(place);
  const list = listPlace === place ? content : listPlace === undefined ? undefined : await bytesAt(listPlace);
  if (content === null || list === null) return failed('content-missing');
  const text = format === 'text/uri-list' ? Buffer.from(pathsOfUriList(content.toString()).join('\n')) : content;
  return done({ id, text, isHtml: format === 'text/html', list: list === undefined ? null : ended(list) });
}

const whyNotRead: Readonly<Record<NotRead, NotOffered>> = { 'too-long': 'one-too-long', 'too-late': 'too-slow', failed: 'unreadable' };

/** With the text of HTML in its place. */
async function withHtmlRead(parts: readonly Part[], withinMs: number): Promise<Outcome<readonly Part[], NotOffered>> {
  const html = parts.filter(({ isHtml }) => isHtml);
  if (html.length === 0) return done(parts);
  const read = await textsOfHtml(
    html.map(({ text }) => text),
    withinMs,
  );
  if (!read.ok) return failed(whyNotRead[read.reason]);
  const texts = new Map(html.map(({ id }, at) => [id, Buffer.from(read.value[at] ?? '')]));
  return done(parts.map((part) => ({ ...part, text: texts.get(part.id) ?? part.text })));
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
