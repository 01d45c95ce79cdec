/** The source snapshot (§2.5) from the current clipboard content. */
import { mainFragment } from '../contract/fragment-words.ts';
import type { Fragment, SnapshotAbsence, SourceSnapshot } from '../contract/source-snapshot.ts';

export interface PresentContent {
  readonly fragments: readonly Fragment[];
  readonly origin: string;
  /** Time of the last change of the clipboard, RFC 3339; null if there was none. */
  readonly changedAt: string | null;
  readonly changedAtMs: number;
  readonly absence: SnapshotAbsence | null;
}

/** The snapshot of the current content. Its id changes whenever anything in it does. */
export function nextSnapshot({ fragments, origin, changedAt, changedAtMs, absence }: PresentContent): SourceSnapshot {
  const main = mainFragment(fragments);
  const app = main?.source.app ?? { name: null, executable: null, pid: null, windowTitle: null };
  return {
    lblSourceName: main?.source.name ?? '',
    lblPath: main?.source.path ?? '',
    clipboardFragments: [...fragments],
    sourceType: main?.source.type ?? 'other',
    sourceData:
      main === undefined
        ? {}
        : { origin, name: main.source.name, path: main.source.path, mediaTypes: fragments.flatMap((fragment) => fragment.mediaTypes) },
    appIdentity: app,
    capturedAt: changedAt,
    detection: main?.detection ?? null,
    embeddedFilename: main?.embeddedFilename ?? null,
    snapshotId: [changedAtMs, absence ?? '', ...fragments.map(({ id, state, reason }) => `${id}${state}${reason ?? ''}`)]
      .filter((part) => part !== '')
      .join('-'),
    absence,
  };
}
