/** The window's snapshot (§2.5) from a source snapshot, complete or with only the legacy keys. */
import type { Fragment, SourceType } from '../../contract/source-snapshot.ts';
import { type HubWindowSnapshot, type SourceFragment, sourceDocument, sourceFragment } from '../../contract/window-snapshot.ts';

/** As deep as the servers accept JSON (§4.1), plus the snapshot around it. */
const deepestLevel = 32;

/**
 * Maps the parsed body of `GET /source`, or of an event `source`. The result is deeply frozen and shares nothing with `body`. Null if it is not such
 * a document.
 */
export function windowSnapshot(body: unknown, coreVersion: string): HubWindowSnapshot | null {
  if (objectsIn(body, deepestLevel) === null) return null;
  const parsed = sourceDocument.safeParse(structuredClone(body));
  if (!parsed.success) return null;
  const { data } = parsed;
  const fragments = fragmentsOf(data.clipboardFragments ?? [], data.capturedAt ?? '');
  const snapshot: HubWindowSnapshot = {
    sourceName: data.lblSourceName ?? '',
    sourcePath: data.lblPath ?? '',
    clipboardText: textOf(fragments),
    sourceType: sourceTypeOf(data.sourceType),
    appName: typeof data.appIdentity?.name === 'string' ? data.appIdentity.name : '',
    fragments,
    sourceData: data.sourceData ?? {},
    appIdentity: data.appIdentity ?? {},
    detection: data.detection ?? {},
    raw: structuredClone(body) as HubWindowSnapshot['raw'],
    snapshotId: data.snapshotId ?? '',
    coreVersion,
    capturedAt: data.capturedAt,
  };
  for (const part of objectsIn(snapshot, deepestLevel + 1) ?? []) Object.freeze(part);
  return snapshot;
}

/** Those of a known kind, in their order. */
function fragmentsOf(said: readonly unknown[], capturedAt: string): readonly Fragment[] {
  return said.flatMap((one) => {
    const parsed = sourceFragment.safeParse(one);
    return parsed.success ? [completed(parsed.data, capturedAt)] : [];
  });
}

/** What a fragment may lack, and has where the core says it. */
const additions = [
  ...(['text', 'textTruncated', 'linkTitle', 'imageUrl', 'width', 'height', 'files', 'filesTruncated', 'extracted'] as const),
  ...(['selection', 'origin', 'textOf', 'textCopy', 'copyCount', 'firstCapturedAt', 'earlierCopies'] as const),
  ...(['pinned', 'tags', 'title', 'note'] as const),
] as const;

function additionsTo(said: SourceFragment): Partial<Pick<Fragment, (typeof additions)[number]>> {
  return Object.fromEntries(additions.flatMap((key) => (said[key] === null ? [] : [[key, said[key]]])));
}

/** Defaults for missing values: it was copied with the rest, and nothing else is known about it. */
function completed(said: SourceFragment, capturedAt: string): Fragment {
  const { text, source, contentKind, secret } = said;
  return {
    id: said.id ?? '',
    kind: said.kind,
    ...additionsTo(said),
    // Nothing is read in a picture that is private.
    ...(secret === null || said.kind === 'text' ? {} : { secret }),
    bytes: said.bytes ?? new TextEncoder().encode(text ?? '').length,
    mediaTypes: said.mediaTypes ?? [],
    capturedAt: said.capturedAt ?? capturedAt,
    source: { type: source?.type ?? 'other', name: source?.name ?? '', path: source?.path ?? '', app: source?.app ?? nobody },
    detection: said.detection,
    // A secret is opened by nothing.
    ...(contentKind === null || secret !== null ? {} : { contentKind }),
    embeddedFilename: said.embeddedFilename,
    state: said.state ?? 'kept',
    reason: said.reason,
    savedPath: said.savedPath,
    sha256: said.sha256,
  };
}

const nobody = { name: null, executable: null, pid: null, windowTitle: null } as const;

function textOf(fragments: readonly Fragment[]): string {
  const text = fragments.find(({ kind }) => kind === 'text')?.text;
  return text ?? fragments.find(({ kind }) => kind === 'files')?.files?.join('\n') ?? '';
}

/** An unknown type, of a later version, is shown as `other` (§2.5). */
function sourceTypeOf(word: string | null): SourceType {
  return word === 'web' || word === 'local' ? word : 'other';
}

/** A value with all objects in it frozen; null if they are nested deeper than `levels`. Without recursion, because the value comes from outside. */
function objectsIn(value: unknown, levels: number): readonly object[] | null {
  const found: object[] = [];
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const objects = level.filter((one) => typeof one === 'object' && one !== null);
    if (objects.length > 0 && depth >= levels) return null;
    found.push(...objects);
    level = objects.flatMap((object) => Object.values(object));
  }
  return found;
}
