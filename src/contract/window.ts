/**
 * What the shell window is given to show (§2.5): the snapshot that a client makes of `GET /source`, and the WorkSpace catalog of the settings
 * host. Both are values: they are frozen as a whole, and never change once somebody has them.
 */
import * as z from 'zod';
import type { CatalogAnswer } from './settings.ts';
import { type Fragment, fragment, type SourceType } from './source-snapshot.ts';

const dictionary = z.record(z.string(), z.unknown());

/**
 * What a client takes for the body of `GET /source`. The three legacy keys are there always; the others are additive (§9.1), so that each may
 * be missing and any other may come with them.
 */
export const sourceDocument = z.looseObject({
  lblSourceName: z.string(),
  lblPath: z.string(),
  clipboardFragments: z.array(fragment),
  sourceType: z.string().optional(),
  sourceData: dictionary.optional(),
  appIdentity: dictionary.nullish(),
  detection: dictionary.nullish(),
  capturedAt: z.iso.datetime({ offset: true }).nullish(),
  snapshotId: z.string().optional(),
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
