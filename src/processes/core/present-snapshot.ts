/** The current source snapshot: computed again when the clipboard or the state of its fragments changes, and shared as serialized bytes. */
import { localTimestamp } from '../../base/timestamp.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import type { SnapshotAbsence, SourceSnapshot } from '../../contract/source-snapshot.ts';
import { nextSnapshot } from '../../domain/next-snapshot.ts';
import { type ReadyAnswer, readyAnswer } from '../../http/answer.ts';
import { contentLimits, fragmentView, isHeldBack, type ViewParts } from '../../journal/fragments/fragment-view.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';

export interface PresentSnapshot {
  readonly snapshot: SourceSnapshot;
  readonly bytes: Buffer;
  /** Quoted, as in the header. */
  readonly etag: string;
  /** For `GET /source`. */
  readonly answer: ReadyAnswer;
}

export interface PresentSource {
  readonly present: PresentSnapshot;
  /** Reads the journal again; true if the snapshot has changed. */
  refresh(): boolean;
}

/** Starts with the journal's last current content. */
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

function readNow(view: ViewParts): PresentSnapshot {
  const { fragments, changedAtMs, absence } = readPresent(view.journal);
  // A copy that is not judged yet may have to stay hidden.
  const shown = fragments.filter((fragment) => !isHeldBack(fragment));
  const snapshot = nextSnapshot({
    fragments: shown.map((fragment) => fragmentView(view, fragment, contentLimits.single)),
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
