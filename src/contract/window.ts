/**
 * What the shell window is given to show (§2.5): the snapshot that a client makes of `GET /source`, and the WorkSpace catalog of the settings
 * host. Both are values: they are frozen as a whole, and never change once somebody has them.
 */
import * as z from 'zod';
import type { CatalogAnswer } from './settings.ts';
import { appIdentity, detection, type Fragment, fragmentKind, fragmentState, type SourceType, sourceType } from './source-snapshot.ts';

const dictionary = z.record(z.string(), z.unknown());

/** What is missing, null or of a form that this version does not know is null: it is additive, and the rest counts without it (§9.1). */
function known<Value>(schema: z.ZodType<Value>) {
  return schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null);
}

/** One fragment as any version of the core, or one of before the additive keys, may say it: its kind is all that it has to have. */
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
  embeddedFilename: known(z.string()),
  state: known(fragmentState),
  reason: known(z.string()),
  savedPath: known(z.string()),
  sha256: known(z.string()),
});
export type SourceFragment = z.infer<typeof sourceFragment>;

/**
 * What a client takes for the body of `GET /source`. The three legacy keys are there always, though a name may be null; the others are additive
 * (§9.1), so that each may be missing, and any other may come with them.
 */
export const sourceDocument = z.looseObject({
  lblSourceName: z.string().nullable(),
  lblPath: z.string().nullable(),
  /** Each of them is looked at for itself: one of a later version does not take the others along. */
  clipboardFragments: z.array(z.unknown()).nullable(),
  sourceType: known(z.string()),
  sourceData: known(dictionary),
  appIdentity: known(dictionary),
  detection: known(dictionary),
  capturedAt: known(z.iso.datetime({ offset: true })),
  snapshotId: known(z.string()),
});

export type Dictionary = Readonly<Record<string, unknown>>;

/** 13 values in this order: five strings, a list, four dictionaries, two strings and a time. What is unknown is '' or {}. */
export interface HubWindowSnapshot {
  readonly sourceName: string;
  readonly sourcePath: string;
  /** Of the first text, at most its first 64 KiB; of files, their paths, a line each. */
  readonly clipboardText: string;
  readonly sourceType: SourceType;
  readonly appName: string;
  readonly fragments: readonly Readonly<Fragment>[];
  readonly sourceData: Dictionary;
  readonly appIdentity: Dictionary;
  readonly detection: Dictionary;
  /** The whole document as it came, with the keys that this version does not know. For diagnostics. */
  readonly raw: Dictionary;
  readonly snapshotId: string;
  readonly coreVersion: string;
  /** RFC 3339 with offset; null while nothing was copied. */
  readonly capturedAt: string | null;
}

/** The WorkSpace catalog and its active selection, and who answered. */
export interface WorkspaceSnapshot {
  readonly connection: Readonly<CatalogAnswer['connection']>;
  readonly payload: Readonly<CatalogAnswer['payload']>;
}
