/** The present source snapshot: made anew when the clipboard or what is known of it changes, and shared as ready bytes. */
import { localTimestamp } from '../../base/timestamp.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { SnapshotAbsence, SourceSnapshot } from '../../contract/source-snapshot.ts';
import { nextSnapshot } from '../../domain/next-snapshot.ts';
import { extents, fragmentView, isHeldBack, type ViewParts } from '../../journal/fragment-view.ts';
import { readPresent } from '../../journal/fragments.ts';
import { type ReadyAnswer, readyAnswer } from '../http-answer.ts';

export interface Present {
  readonly snapshot: SourceSnapshot;
  readonly bytes: Buffer;
  /** Quoted, as it stands in the header. */
  readonly etag: string;
  /** To `GET /source`. */
  readonly answer: ReadyAnswer;
}

export interface PresentSource {
  readonly present: Present;
  /** Reads the journal again; true when the snapshot is another one now. */
  refresh(): boolean;
}

/** Starts with what the journal says was present last. */
export function openPresent(view: ViewParts): PresentSource {
  let present = readNow(view);
  return {
    get present() {
      return present;
    },
    refresh: () => {
      const next = readNow(view);
      const changed = next.etag !== present.etag;
      present = next;
      return changed;
    },
  };
}

function readNow(view: ViewParts): Present {
  const { fragments, changedAtMs, absence } = readPresent(view.journal);
  // What was not judged yet may have to stay unseen.
  const shown = fragments.filter((fragment) => !isHeldBack(fragment));
  const snapshot = nextSnapshot({
    fragments: shown.map((fragment) => fragmentView(view, fragment, extents.single)),
    origin: shown[0]?.origin ?? 'clipboard',
    changedAt: changedAtMs === 0 ? null : localTimestamp(changedAtMs),
    changedAtMs,
    absence: shown.length > 0 ? null : (absence ?? whyUnseen(fragments)),
  });
  const bytes = Buffer.from(JSON.stringify(snapshot));
  const etag = `"${snapshot.snapshotId}"`;
  return { snapshot, bytes, etag, answer: readyAnswer({ kind: 'bytes', bytes, mediaType: 'application/json', etag }) };
}

/** Why none of these is shown. */
function whyUnseen(fragments: readonly JournalFragment[]): SnapshotAbsence | null {
  if (fragments.length === 0) return null;
  return fragments.some(({ state }) => state === 'captured') ? 'unjudged' : 'filtered';
}
