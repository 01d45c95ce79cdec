/** The window's snapshot (§2.5) from a source snapshot, be it the whole of this version or a document that has the legacy keys alone. */
import type { Fragment, SourceType } from '../contract/source-snapshot.ts';
import { type HubWindowSnapshot, sourceDocument } from '../contract/window.ts';

/** As deep as the servers take JSON (§4.1), and the snapshot around it. */
const deepestLevel = 32;

/**
 * Maps the body of `GET /source`, or of an event `source`, as parsed from JSON. The result is frozen to its last part and shares nothing
 * with `body`. Null for what is no such document.
 */
export function windowSnapshot(body: unknown, coreVersion: string): HubWindowSnapshot | null {
  if (objectsIn(body, deepestLevel) === null) return null;
  const parsed = sourceDocument.safeParse(structuredClone(body));
  if (!parsed.success) return null;
  const { data } = parsed;
  const snapshot: HubWindowSnapshot = {
    sourceName: data.lblSourceName,
    sourcePath: data.lblPath,
    clipboardText: textOf(data.clipboardFragments),
    sourceType: sourceTypeOf(data.sourceType),
    appName: typeof data.appIdentity?.name === 'string' ? data.appIdentity.name : '',
    fragments: data.clipboardFragments,
    sourceData: data.sourceData ?? {},
    appIdentity: data.appIdentity ?? {},
    detection: data.detection ?? {},
    raw: structuredClone(body) as HubWindowSnapshot['raw'],
    snapshotId: data.snapshotId ?? '',
    coreVersion,
    capturedAt: data.capturedAt ?? null,
  };
  for (const part of objectsIn(snapshot, deepestLevel + 1) ?? []) Object.freeze(part);
  return snapshot;
}

function textOf(fragments: readonly Fragment[]): string {
  const text = fragments.find(({ kind }) => kind === 'text')?.text;
  return text ?? fragments.find(({ kind }) => kind === 'files')?.files?.join('\n') ?? '';
}

/** A type that a later version adds is shown as the one of what is neither (§2.5). */
function sourceTypeOf(word: string | undefined): SourceType {
  return word === 'web' || word === 'local' ? word : 'other';
}

/** A value and all objects in it; null where they lie deeper than `levels`. Without recursion, since the value comes from outside. */
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
