/**
 * A fragment in the form of the contract. Only the beginnings of texts and file lists are read, so that the cost does not depend on the size of the
 * copy. A fragment that is not judged yet may turn out to be filtered, so both kinds are shown without any content.
 */
import { localTimestamp } from '../../base/timestamp.ts';
import type { TextSpan } from '../../contract/extraction/structured-text.ts';
import { foreignOrigins } from '../../contract/fragment-words.ts';
import type { CaptureSource, JournalFragment, Origin } from '../../contract/journal.ts';
import type { ExtractedPart, Fragment, FragmentState } from '../../contract/source-snapshot.ts';
import { contentKind } from '../../domain/kind/content-kind.ts';
import { linkTitle } from '../../domain/kind/link-title.ts';
import type { JournalReader } from '../journal.ts';
import { readAnnotations } from '../keeping/annotations.ts';
import { readEarlierCopies } from './earlier-copies.ts';
import { extractedText, readExtractedTexts } from './extracted-texts.ts';
import { contentPlaces, mainHead, tryReadHead } from './fragments.ts';
import { textCopyOf, textOf } from './texts-of-copies.ts';

/** How much of a content is shown. A list of files is shown in whole lines. */
interface Extent {
  readonly textBytes: number;
  readonly listBytes: number;
  readonly listLines: number;
  /** Whether its earlier copies are shown. */
  readonly hasEarlier: boolean;
}

/** `single`: for one fragment and for the snapshot. `listed`: for lists. */
export const contentLimits = {
  single: { textBytes: 65_536, listBytes: 1024 * 1024, listLines: 10_000, hasEarlier: true },
  listed: { textBytes: 4_096, listBytes: 16_384, listLines: 256, hasEarlier: false },
} as const satisfies Record<string, Extent>;

export interface ViewParts {
  readonly journal: JournalReader;
  readonly pathsOf: (uriList: string) => readonly string[];
}

/** Whether its content must not be shown or returned in any way, because it is not judged yet, or was filtered. */
export function isHeldBack({ state }: { readonly state: FragmentState }): boolean {
  return state === 'captured' || state === 'filtered';
}

/** Whether its text must not become a title or a name: it is a secret, or the user wanted it although the rules were against it. */
export function isPrivateFragment({ isExempt, secret }: Pick<JournalFragment, 'isExempt' | 'secret'>): boolean {
  return isExempt || secret !== null;
}

/** The contract's form of a fragment, with this much of its content. */
export function fragmentView({ journal, pathsOf }: ViewParts, fragment: JournalFragment, extent: Extent): Fragment {
  const heldBack = isHeldBack(fragment);
  const shown: Fragment = {
    id: String(fragment.id),
    kind: fragment.kind,
    bytes: fragment.bytes,
    mediaTypes: [...fragment.mediaTypes],
    capturedAt: localTimestamp(fragment.copiedAtMs),
    source: heldBack ? programAlone(fragment.source) : fragment.source,
    detection: fragment.detection,
    embeddedFilename: fragment.embeddedFilename,
    state: fragment.state,
    reason: fragment.reason,
    savedPath: heldBack ? null : fragment.savedPath,
    sha256: heldBack ? null : fragment.sha256,
    ...(fragment.origin === 'selection' ? { selection: 'primary' as const } : {}),
    ...originOf(fragment.origin),
    ...(!heldBack && isPrivateFragment(fragment) ? { secret: fragment.secret ?? 'other' } : {}),
    ...annotationsOf(journal, fragment.id, heldBack),
    ...(heldBack ? {} : { ...copiesOf(journal, fragment, extent), ...linksOf(journal, fragment, extent) }),
  };
  if (heldBack) return shown;
  const text = fragment.kind === 'text' ? headOf(journal, fragment.id, extent.textBytes) : '';
  const of = { ...shown, contentKind: contentKind({ kind: fragment.kind, bytes: fragment.bytes, text, type: fragment.detection }) };
  if (fragment.kind === 'image')
    return {
      ...of,
      imageUrl: `/api/fragments/${fragment.id}/content`,
      ...fragment.pictureSize,
      ...extractedOf(journal, fragment.id, extent),
    };
  if (fragment.kind === 'files')
    return { ...of, ...filesOf({ journal, pathsOf }, fragment, extent), ...extractedOf(journal, fragment.id, extent) };
  if (fragment.kind === 'document') Object.assign(of, extractedOf(journal, fragment.id, extent));
  if (fragment.bytes > extent.textBytes) return { ...of, text, textTruncated: true };
  const title = of.contentKind === 'link' ? linkTitle(htmlHeadOf(journal, fragment), text) : '';
  return title === '' ? { ...of, text } : { ...of, text, linkTitle: title };
}

function originOf(origin: Origin): Pick<Fragment, 'origin'> {
  const foreign = foreignOrigins.find((each) => each === origin);
  return foreign === undefined ? {} : { origin: foreign };
}

/** Nothing for what was not read. */
function extractedOf(journal: JournalReader, id: number, { textBytes }: Extent): Pick<Fragment, 'extracted'> {
  const parts = readExtractedTexts(journal, id, textBytes).map(
    ({ file, state, text, isCut, failure, secret }): ExtractedPart => ({
      file,
      state,
      ...(text !== null && { text, ...(isCut && { textTruncated: true as const }) }),
      ...(failure !== null && { reason: failure }),
      ...(secret !== null && { secret }),
    }),
  );
  return parts.length === 0 ? {} : { extracted: parts };
}

/** The user's own words may reveal the content. */
function annotationsOf(journal: JournalReader, id: number, heldBack: boolean): Pick<Fragment, 'pinned' | 'tags' | 'title' | 'note'> {
  const { pinned, tags, title, note } = readAnnotations(journal, id);
  const pin = pinned ? { pinned } : {};
  if (heldBack) return pin;
  return { ...pin, ...(tags.length > 0 && { tags: [...tags] }), ...(title !== null && { title }), ...(note !== null && { note }) };
}

/** Nothing for a content that was copied once. */
function copiesOf(
  journal: JournalReader,
  { id, copies, firstCopiedAtMs }: JournalFragment,
  { hasEarlier }: Extent,
): Pick<Fragment, 'copyCount' | 'firstCapturedAt' | 'earlierCopies'> {
  if (copies < 2) return {};
  const earlier = hasEarlier ? readEarlierCopies(journal, id) : [];
  return {
    copyCount: copies,
    firstCapturedAt: localTimestamp(firstCopiedAtMs),
    ...(hasEarlier && {
      earlierCopies: earlier.map(({ copiedAtMs, source }) => ({
        capturedAt: localTimestamp(copiedAtMs),
        source: { ...source, app: { ...source.app } },
      })),
    }),
  };
}

/** To the copy that it is the text of, and to its own text. */
function linksOf(journal: JournalReader, fragment: JournalFragment, { hasEarlier }: Extent): Pick<Fragment, 'textOf' | 'textCopy'> {
  const of = textOf(journal, fragment);
  const text = hasEarlier ? textCopyOf(journal, fragment.id) : null;
  return {
    ...(of === null ? {} : { textOf: { id: String(of.id), kind: of.kind } }),
    ...(text === null ? {} : { textCopy: String(text) }),
  };
}

/** The source reduced to its program: a title or an address may reveal the content. */
function programAlone({ type, path, app }: CaptureSource): CaptureSource {
  return { type, name: app.name ?? '', path: type === 'web' ? '' : path, app: { ...app, windowTitle: null } };
}

function filesOf(
  { journal, pathsOf }: ViewParts,
  { id, bytes }: JournalFragment,
  { listBytes, listLines }: Extent,
): Pick<Fragment, 'files' | 'filesTruncated'> {
  const head = headOf(journal, id, listBytes);
  const end = endOfLines(head, listLines, bytes <= listBytes);
  return end === null ? { files: [...pathsOf(head)] } : { files: [...pathsOf(head.slice(0, end))], filesTruncated: true };
}

/** The end of the last whole line to show; null if the whole text is shown. */
function endOfLines(text: string, lines: number, isWhole: boolean): number | null {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf('\n', end + 1);
    if (next < 0) return isWhole ? null : end + 1;
    end = next;
  }
  return isWhole && end === text.length - 1 ? null : end + 1;
}

/** What browsers write of a link is shorter. */
const linkHtmlBytes = 8_192;

function htmlHeadOf(journal: JournalReader, { id, mediaTypes }: JournalFragment): string {
  if (!mediaTypes.includes('text/html')) return '';
  const place = contentPlaces(journal, id).find(({ mediaType }) => mediaType === 'text/html');
  const head = place === undefined ? null : tryReadHead(place, linkHtmlBytes);
  return head === null ? '' : new TextDecoder().decode(head);
}

/**
 * A part of a text as its fragment is shown by itself; `file`: of the text that was read in a picture, or in this one of its files. Null if there is no such
 * part, if it would divide a character, or if the content is held back.
 */
export function partOfText(journal: JournalReader, fragment: JournalFragment, { from, to }: TextSpan, file?: number): string | null {
  if (isHeldBack(fragment) || (file === undefined && fragment.kind !== 'text')) return null;
  const { id } = fragment;
  const text = file === undefined ? headOf(journal, id, contentLimits.single.textBytes) : (extractedText(journal, id, file) ?? '');
  const part = text.slice(from, to);
  return part.length === to - from && part !== '' && part.isWellFormed() ? part : null;
}

function headOf(journal: JournalReader, fragmentId: number, limitBytes: number): string {
  const main = mainHead(journal, fragmentId, limitBytes);
  // The beginning of a long text may end inside a character: with `stream`, the decoder omits its first part.
  return main === null ? '' : new TextDecoder().decode(main.head, { stream: main.bytes > main.head.length });
}
