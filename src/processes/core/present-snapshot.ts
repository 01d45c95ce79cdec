/** The current source snapshot: computed again when the clipboard or the state of its fragments changes, and shared as serialized bytes. */
import { createHmac, randomBytes } from 'node:crypto';
import { localTimestamp } from '../../base/timestamp.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { familyOfReason } from '../../contract/secret-families.ts';
import type { Fragment, SnapshotAbsence, SourceSnapshot } from '../../contract/source-snapshot.ts';
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
  const views = shown.map((fragment) => fragmentView(view, fragment, contentLimits.single));
  const next = nextSnapshot({
    fragments: views,
    origin: shown[0]?.origin ?? 'clipboard',
    changedAt: changedAtMs === 0 ? null : localTimestamp(changedAtMs),
    changedAtMs,
    absence: shown.length > 0 ? null : (absence ?? whyUnseen(fragments)),
  });
  const snapshot = { ...next, snapshotId: `${next.snapshotId}${annotationId(views)}` };
  const bytes = Buffer.from(JSON.stringify(snapshot));
  const etag = `"${snapshot.snapshotId}"`;
  return { snapshot, bytes, etag, answer: readyAnswer({ kind: 'bytes', bytes, mediaType: 'application/json', etag }) };
}

/** With a key, because identifiers get into logs, and a digest of a short title would reveal it. */
const idKey = randomBytes(32);

/** Differs for other annotations of these fragments, for another text in a picture, and for another page as their source; empty if they have none of these. */
function annotationId(fragments: readonly Fragment[]): string {
  const annotations = fragments.map(({ pinned, tags, title, note, extracted, source: { type, name, path } }) => ({
    ...{ pinned, tags, title, note, extracted },
    // It may be known a moment after the copy.
    page: type === 'web' ? [name, path] : undefined,
  }));
  const text = JSON.stringify(annotations);
  return /^\[[{},]*\]$/.test(text) ? '' : `-${createHmac('sha256', idKey).update(text).digest('hex').slice(0, 12)}`;
}

/** Why none of these is shown. */
function whyUnseen(fragments: readonly JournalFragment[]): SnapshotAbsence | null {
  if (fragments.length === 0) return null;
  if (fragments.some(({ state }) => state === 'captured')) return 'unjudged';
  return fragments.some(({ reason }) => familyOfReason(reason) !== null) ? 'secret' : 'filtered';
}
