/**
 * A fragment as the contract shows it. Only text and file lists are read, and of these only their heads, so that showing costs the same whatever was
 * copied. What is not judged yet may have to stay unseen, as what a filter refused does: of both it shows that they are there, and nothing in them.
 */
import { localTimestamp } from '../base/timestamp.ts';
import type { CaptureSource, JournalFragment } from '../contract/journal.ts';
import type { Fragment, FragmentState } from '../contract/source-snapshot.ts';
import { contentPlaces, tryReadHead } from './fragments.ts';
import type { JournalReader } from './journal.ts';

/** How much of a content stands in a fragment. A list of files is shown in whole lines. */
interface Extent {
  readonly textBytes: number;
  readonly listBytes: number;
  readonly listLines: number;
}

/** Alone or in the snapshot, and in a list of many. */
export const extents = {
  single: { textBytes: 65_536, listBytes: 1024 * 1024, listLines: 10_000 },
  listed: { textBytes: 4_096, listBytes: 16_384, listLines: 256 },
} as const satisfies Record<string, Extent>;

export interface ViewParts {
  readonly journal: JournalReader;
  readonly pathsOf: (uriList: string) => readonly string[];
}

/** Whether nothing of its content may be shown, or given out in any other way: it is not judged yet, or was refused. */
export function isHeldBack({ state }: { readonly state: FragmentState }): boolean {
  return state === 'captured' || state === 'filtered';
}

/** The contract's form of a fragment, with so much of its content. */
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
    savedPath: fragment.savedPath,
    sha256: heldBack ? null : fragment.sha256,
  };
  if (heldBack) return shown;
  if (fragment.kind === 'image') return { ...shown, imageUrl: `/api/fragments/${fragment.id}/content`, ...fragment.pictureSize };
  if (fragment.kind === 'files') return { ...shown, ...filesOf({ journal, pathsOf }, fragment, extent) };
  const text = headOf(journal, fragment.id, extent.textBytes);
  return fragment.bytes > extent.textBytes ? { ...shown, text, textTruncated: true } : { ...shown, text };
}

/** Which program it was copied in. A title or an address may tell what was. */
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

/** Where the last whole line of those that are shown ends; null where all of the text is shown. */
function endOfLines(text: string, lines: number, isWhole: boolean): number | null {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf('\n', end + 1);
    if (next < 0) return isWhole ? null : end + 1;
    end = next;
  }
  return isWhole && end === text.length - 1 ? null : end + 1;
}

function headOf(journal: JournalReader, fragmentId: number, limitBytes: number): string {
  const place = contentPlaces(journal, fragmentId)[0];
  if (place === undefined) return '';
  const head = tryReadHead(place, limitBytes);
  // The head of a long text may end inside a character: `stream` keeps the rest of it back.
  return head === null ? '' : new TextDecoder().decode(head, { stream: place.bytes > head.length });
}
