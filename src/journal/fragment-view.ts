/** A fragment as the contract shows it. Only text and file lists are read, and of a text only its head. */
import { localTimestamp } from '../base/timestamp.ts';
import type { JournalFragment } from '../contract/journal.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import { contentPlaces, tryReadHead } from './fragments.ts';
import type { Journal } from './journal.ts';

/** How much of a text stands in a fragment: alone or in the snapshot, and in a list of many. */
export const textHeadBytes = { single: 65_536, listed: 4_096 } as const;

export interface ViewParts {
  readonly journal: Journal;
  readonly pathsOf: (uriList: string) => readonly string[];
}

/** The contract's form of a fragment, with at most `textBytes` of its text. */
export function fragmentView({ journal, pathsOf }: ViewParts, fragment: JournalFragment, textBytes: number): Fragment {
  const shown: Fragment = {
    id: String(fragment.id),
    kind: fragment.kind,
    bytes: fragment.bytes,
    mediaTypes: [...fragment.mediaTypes],
    capturedAt: localTimestamp(fragment.copiedAtMs),
    source: fragment.source,
    detection: fragment.detection,
    embeddedFilename: fragment.embeddedFilename,
    state: fragment.state,
    reason: fragment.reason,
    savedPath: fragment.savedPath,
    sha256: fragment.sha256,
  };
  if (fragment.state === 'filtered') return shown;
  if (fragment.kind === 'image') return { ...shown, imageUrl: `/api/fragments/${fragment.id}/content`, ...fragment.pictureSize };
  const text = headOf(journal, fragment.id, fragment.kind === 'files' ? Number.MAX_SAFE_INTEGER : textBytes);
  if (fragment.kind === 'files') return { ...shown, files: [...pathsOf(text)] };
  return fragment.bytes > textBytes ? { ...shown, text, textTruncated: true } : { ...shown, text };
}

/** Of a list of files that is longer than any real one, the rest is not shown. */
const longestHeadBytes = 16 * 1024 * 1024;

function headOf(journal: Journal, fragmentId: number, limitBytes: number): string {
  const place = contentPlaces(journal, fragmentId)[0];
  if (place === undefined) return '';
  const head = tryReadHead(place, Math.min(limitBytes, longestHeadBytes));
  // The head of a long text may end inside a character: `stream` keeps the rest of it back.
  return head === null ? '' : new TextDecoder().decode(head, { stream: place.bytes > head.length });
}
