/** Puts a captured fragment, the address of its source, the text that was read in it, or a part of a text, on the clipboard. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { failed } from '../../base/outcome.ts';
import type { TableForm, TextSpan } from '../../contract/extraction/structured-text.ts';
import { mainFragment } from '../../contract/fragment-words.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { isPictureOfText } from '../../domain/capture/fragments-of-copy.ts';
import { extractedText } from '../../journal/fragments/extracted-texts.ts';
import { isHeldBack, partOfText } from '../../journal/fragments/fragment-view.ts';
import { type ContentPlace, contentPlaces, readFragment, textFormat } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Clipboard, OfferedRepresentation } from '../../platform/clipboard/index.ts';
import { plainText, withText } from './offering/html-text.ts';

export interface OfferWays {
  /** Only its text: plain, of its HTML as it reads, the paths of files, or what was read in a picture or document. */
  readonly isPlain?: boolean;
  /** That text is also what a middle click pastes. */
  readonly isSelectedToo?: boolean;
  /** Asked last. If it is not wanted any more, the outcome is `elsewhere`, and the clipboard is left alone. */
  readonly isWanted?: () => boolean;
  /** Called as soon as it is on the clipboard. */
  readonly put?: (captureId: number) => void;
}

/**
 * Offers all usable representations of a fragment. Returns its capture, or null if it is not on the clipboard. If the content of the main
 * representation is missing or damaged, and the saved file does not have it either, the clipboard is left alone; any other representation without
 * content is left out. `not-selected`: it is on the clipboard, and not what a middle click pastes.
 */
export async function offerFragment(
  clipboard: Clipboard,
  journal: JournalReader,
  fragmentId: number,
  { isPlain = false, isSelectedToo = false, isWanted, put }: OfferWays = {},
): Promise<number | 'content-missing' | 'elsewhere' | 'not-selected' | null> {
  const fragment = readFragment(journal, fragmentId);
  if (fragment === null || fragment.state === 'filtered') return null;
  const read = isPlain && hasReadText(fragment) ? (extractedText(journal, fragmentId, 0) ?? '') : '';
  const found = read === '' ? await Promise.all(foundOf(journal, fragment, isPlain)) : [plainText(read)];
  if (isPlain && found.length === 0) return null;
  if (found[0] === null || found[0] === undefined) return 'content-missing';
  const there = await withText(found.filter((each) => each !== null));
  const plain = there.filter(({ mediaType }) => mediaType === 'text/plain');
  if (isPlain && plain.length === 0) return null;
  if (isSelectedToo && plain.length === 0) return 'content-missing';
  if (isWanted?.() === false) return 'elsewhere';
  const offered = await clipboard.offer(isPlain ? plain : there);
  if (!offered.ok) return null;
  put?.(fragment.captureId);
  return isSelectedToo && !(await clipboard.offerSelected(plain)).ok ? 'not-selected' : fragment.captureId;
}

/** `not-owner`: the clipboard has another owner, or is not to be taken any more; `content-missing`: of the main fragment. */
export type NotTakenOver = 'not-owner' | 'content-missing';

/** Offers a whole capture: what its program offered, as far as it was kept. Returns it, or why it is not on the clipboard. `isWanted` is asked last. */
export async function offerCapture(
  clipboard: Clipboard,
  journal: JournalReader,
  fragments: readonly JournalFragment[],
  isWanted: () => boolean,
): Promise<number | NotTakenOver> {
  const main = mainFragment(fragments);
  const ordered = fragments.toSorted((one, other) => Number(other === main) - Number(one === main));
  const found = await Promise.all(ordered.flatMap((fragment) => foundOf(journal, fragment)));
  if (main === undefined || found[0] === null || found[0] === undefined) return 'content-missing';
  const there = await withText(found.filter((each) => each !== null));
  const offered = await clipboard.takeOver(there, isWanted);
  return offered.ok ? main.captureId : 'not-owner';
}

/** Whether a text can be in it that is none of its representations. */
function hasReadText({ kind }: JournalFragment): boolean {
  return kind === 'image' || kind === 'document';
}

/** What is offered of a fragment, or what its text is found in; null for what is missing. */
function foundOf(journal: JournalReader, fragment: JournalFragment, isPlain = false): Promise<OfferedRepresentation | null>[] {
  const { id, kind, savedPath } = fragment;
  const places = contentPlaces(journal, id);
  const format = textFormat(fragment);
  const contents = places
    .filter(({ mediaType }) => !isPlain || mediaType === format)
    .map((place, position) => foundAt(kind, place, position === 0 && !isPlain ? savedPath : null));
  const [main] = places;
  return kind === 'document' && savedPath !== null && main !== undefined && !isPlain ? [...contents, fileOf(savedPath, main)] : contents;
}

/** A document as its file: hardly any program takes its bytes. The list has it as copied from a file manager (RFC 2483). */
async function fileOf(savedPath: string, content: ContentPlace): Promise<OfferedRepresentation | null> {
  const inline = Buffer.from(`${pathToFileURL(savedPath).href}\r\n`);
  // Another file may have its name by now.
  return (await holds(savedPath, content)) ? { mediaType: 'text/uri-list', content: { bytes: inline.length, inline } } : null;
}

/** The offer for a representation whose content was checked; null if the content is nowhere. */
async function foundAt(
  kind: JournalFragment['kind'],
  place: ContentPlace,
  savedPath: string | null,
): Promise<OfferedRepresentation | null> {
  const content = await contentAt(place, savedPath);
  const { mediaType } = place;
  return content === null ? null : { mediaType, content, ...(isPictureOfText(kind, mediaType) && { isOfText: true as const }) };
}

/** A content that was checked: from the journal, its blob, or else the saved file; null if it is nowhere. */
export async function contentAt(place: ContentPlace, savedPath: string | null): Promise<OfferedRepresentation['content'] | null> {
  const { bytes } = place;
  if ('inline' in place) return { bytes, inline: Buffer.from(place.inline) };
  for (const file of [place.file, savedPath]) if (file !== null && (await holds(file, place))) return { bytes, file };
  return null;
}

async function holds(file: string, { bytes, sha256 }: ContentPlace): Promise<boolean> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size !== bytes) return false;
    const hash = createHash('sha256');
    await pipeline(createReadStream(file, { end: bytes }), hash);
    return hash.digest('hex') === sha256;
  } catch {
    return false;
  }
}

/** Where a text is put. */
export type Offering = Pick<Clipboard, 'offer'>;

/** Leaves the clipboard alone once it is not wanted any more: to make a text may take a moment, in which somebody copies. */
export function whileWanted(clipboard: Offering, isWanted: () => boolean): Offering {
  return { offer: async (text) => (isWanted() ? clipboard.offer(text) : failed('not-owner')) };
}

export interface TextOfFragment {
  readonly part: 'address' | 'extracted' | 'content' | 'plain' | undefined;
  /** Of copied files, that in which the text was read. */
  readonly file: number;
  /** A part of that text, or of its own. */
  readonly span: TextSpan | undefined;
  readonly as: TableForm | undefined;
}

/** Offers the address of its source, the text that was read in it, or a part of a text. False if it is not on the clipboard, or there is none. */
export function offerTextOf(
  clipboard: Offering,
  journal: JournalReader,
  fragmentId: number,
  { part, file, span, as }: TextOfFragment,
): Promise<boolean> {
  if (span !== undefined) return offerPart(clipboard, journal, fragmentId, { span, file: part === 'extracted' ? file : undefined, as });
  if (part === 'address') return offerAddress(clipboard, journal, fragmentId);
  return offerExtracted(clipboard, journal, fragmentId, file);
}

/** Offers the address as text. False if it is not on the clipboard, or the fragment has none. */
async function offerAddress(clipboard: Offering, journal: JournalReader, fragmentId: number): Promise<boolean> {
  return offerText(clipboard, readFragment(journal, fragmentId)?.source.path ?? '');
}

/** Offers the text that was read in a picture, or in one of the copied files. False if it is not on the clipboard, or there is none. */
async function offerExtracted(clipboard: Offering, journal: JournalReader, fragmentId: number, file: number): Promise<boolean> {
  const fragment = readFragment(journal, fragmentId);
  if (fragment === null || isHeldBack(fragment)) return false;
  return offerText(clipboard, extractedText(journal, fragmentId, file) ?? '');
}

/** Offers a part of its text, or of the one that was read in this file of it; or the table in that part, in another form. False if it is not on the clipboard, or there is no such part. */
async function offerPart(
  clipboard: Offering,
  journal: JournalReader,
  fragmentId: number,
  { span, file, as }: { readonly span: TextSpan; readonly file: number | undefined; readonly as: TableForm | undefined },
): Promise<boolean> {
  const fragment = readFragment(journal, fragmentId);
  const part = fragment === null ? null : partOfText(journal, fragment, span, file);
  return offerText(clipboard, (part === null || as === undefined ? part : await inForm(part, as)) ?? '');
}

/** What knows tables is loaded when one is put back: copies are not kept waiting for it at the start. */
async function inForm(text: string, form: TableForm): Promise<string | null> {
  const { tableInForm } = await import('../../domain/structure/table-forms.ts');
  return tableInForm(text, form);
}

async function offerText(clipboard: Offering, text: string): Promise<boolean> {
  return text !== '' && (await clipboard.offer([plainText(text)])).ok;
}
