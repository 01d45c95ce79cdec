/**
 * What the shell window receives (§2.5): the snapshot that a client makes of `GET /source`, and the WorkSpace catalog of the settings host. Both are
 * values: deeply frozen, and never changed afterwards.
 */
import * as z from 'zod';
import { contentKinds, foreignOrigins } from './fragment-words.ts';
import type { CatalogAnswer } from './settings.ts';
import {
  appIdentity,
  detection,
  earlierCopy,
  extractedPart,
  type Fragment,
  fragmentKind,
  fragmentState,
  type SourceType,
  sourceType,
} from './source-snapshot.ts';

const dictionary = z.record(z.string(), z.unknown());

/**
 * A value that is missing, null or in a form that this version does not know becomes null: it is additive, and the rest is valid without it (§9.1).
 */
function known<Value>(schema: z.ZodType<Value>) {
  return schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null);
}

/** One fragment as any version of the core may send it, even one from before the additive keys: only its kind is required. */
export const sourceFragment = z.object({
  id: known(z.string()),
  kind: fragmentKind,
  text: known(z.string()),
  textTruncated: known(z.literal(true)),
  filesTruncated: known(z.literal(true)),
  imageUrl: known(z.string()),
  width: known(z.int()),
  height: known(z.int()),
  files: known(z.array(z.string())),
  bytes: known(z.int().min(0)),
  mediaTypes: known(z.array(z.string())),
  capturedAt: known(z.iso.datetime({ offset: true })),
  source: known(z.object({ type: known(sourceType), name: known(z.string()), path: known(z.string()), app: known(appIdentity) })),
  detection: known(detection),
  contentKind: known(z.enum(contentKinds)),
  secret: known(z.string()),
  extracted: known(z.array(extractedPart)),
  embeddedFilename: known(z.string()),
  state: known(fragmentState),
  reason: known(z.string()),
  savedPath: known(z.string()),
  sha256: known(z.string()),
  linkTitle: known(z.string()),
  selection: known(z.literal('primary')),
  origin: known(z.enum(foreignOrigins)),
  textOf: known(z.object({ id: z.string(), kind: fragmentKind })),
  textCopy: known(z.string()),
  copyCount: known(z.int().min(2)),
  firstCapturedAt: known(z.iso.datetime({ offset: true })),
  earlierCopies: known(z.array(earlierCopy)),
  pinned: known(z.literal(true)),
  tags: known(z.array(z.string())),
  title: known(z.string()),
  note: known(z.string()),
});
export type SourceFragment = z.infer<typeof sourceFragment>;

/**
 * What a client accepts as the body of `GET /source`. The three legacy keys are required, though a name may be null. The others are additive (§9.1):
 * each of them may be missing, and unknown ones may be present.
 */
export const sourceDocument = z.looseObject({
  lblSourceName: z.string().nullable(),
  lblPath: z.string().nullable(),
  /** Each is checked separately: one from a later version does not invalidate the others. */
  clipboardFragments: z.array(z.unknown()).nullable(),
  sourceType: known(z.string()),
  sourceData: known(dictionary),
  appIdentity: known(dictionary),
  detection: known(dictionary),
  capturedAt: known(z.iso.datetime({ offset: true })),
  snapshotId: known(z.string()),
});

export type Dictionary = Readonly<Record<string, unknown>>;

/** 13 values in this order: five strings, a list, four dictionaries, two strings and a time. Unknown values are '' or {}. */
export interface HubWindowSnapshot {
  readonly sourceName: string;
  readonly sourcePath: string;
  /** Of the first text, at most its first 64 KiB; of files, their paths, one per line. */
  readonly clipboardText: string;
  readonly sourceType: SourceType;
  readonly appName: string;
  readonly fragments: readonly Readonly<Fragment>[];
  readonly sourceData: Dictionary;
  readonly appIdentity: Dictionary;
  readonly detection: Dictionary;
  /** The whole document as received, including keys that this version does not know. For diagnostics. */
  readonly raw: Dictionary;
  readonly snapshotId: string;
  readonly coreVersion: string;
  /** RFC 3339 with offset; null before the first copy. */
  readonly capturedAt: string | null;
}

/** The WorkSpace catalog and its active selection, and who answered. */
export interface WorkspaceSnapshot {
  readonly connection: Readonly<CatalogAnswer['connection']>;
  readonly payload: Readonly<CatalogAnswer['payload']>;
}
