/**
 * What the core knows about the current clipboard content (§2.5): the body of `GET /source`, `GET /api/events` and `GET /api/fragments`. It is
 * additive (§9.1): keys may be added, and never change their meaning.
 */
import * as z from 'zod';
import { annotationKeys } from './annotation.ts';
import {
  contentKinds,
  extractionFailures,
  extractionStates,
  foreignOrigins,
  fragmentKinds,
  fragmentStates,
  sourceTypes,
} from './fragment-words.ts';

/** A file type: `typeId` and `group` are labels of Magika's vocabulary, `extension` has its dot, `confidence` is 0..1. */
export const detection = z.object({
  group: z.string(),
  extension: z.string(),
  typeId: z.string(),
  mediaType: z.string(),
  confidence: z.number().min(0).max(1),
});
export type Detection = z.infer<typeof detection>;

/** Who owned the clipboard, or sent the content; nulls if unknown. */
export const appIdentity = z.object({
  name: z.string().nullable(),
  executable: z.string().nullable(),
  pid: z.int().nullable(),
  windowTitle: z.string().nullable(),
});
export type AppIdentity = z.infer<typeof appIdentity>;

export const sourceType = z.enum(sourceTypes);
export type SourceType = z.infer<typeof sourceType>;

/** `captured` → `filtered` | `kept` → `saved` | `failed`; a fragment that the save policy leaves in the journal stays `kept`. */
export const fragmentState = z.enum(fragmentStates);
export type FragmentState = z.infer<typeof fragmentState>;

export const fragmentKind = z.enum(fragmentKinds);
export type FragmentKind = z.infer<typeof fragmentKind>;

/** When and where the same content was copied before. */
export const earlierCopy = z.object({
  capturedAt: z.iso.datetime({ offset: true }),
  source: z.object({ type: sourceType, name: z.string(), path: z.string(), app: appIdentity.pick({ name: true, executable: true }) }),
});

/**
 * What was read in a picture (`file` is 0), or in one of the copied files. `text` has at most the first 64 KiB of it, and in lists its beginning. `reason`: why there is none.
 * `secret`: the family of the secret that it looks like; without a text, it is not kept.
 */
export const extractedPart = z.object({
  file: z.int().min(0),
  state: z.enum(extractionStates),
  text: z.string().optional(),
  textTruncated: z.literal(true).optional(),
  reason: z.enum(extractionFailures).optional(),
  secret: z.string().optional(),
});
export type ExtractedPart = z.infer<typeof extractedPart>;

/**
 * One copied thing. `text` has at most the first 64 KiB, `files` the first 10,000; `/api/fragments/:id/content` has all of it. A `captured` or
 * `filtered` fragment has no content, and nothing that reveals it.
 */
export const fragment = z.object({
  id: z.string(),
  kind: fragmentKind,
  /** What it is for people. */
  contentKind: z.enum(contentKinds).optional(),
  text: z.string().optional(),
  textTruncated: z.literal(true).optional(),
  /** What the page called a link that was copied from it. */
  linkTitle: z.string().optional(),
  imageUrl: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  files: z.array(z.string()).optional(),
  filesTruncated: z.literal(true).optional(),
  /** Of a picture or files in which Hub has read, or is reading. */
  extracted: z.array(extractedPart).optional(),
  bytes: z.int().min(0),
  mediaTypes: z.array(z.string()),
  /** RFC 3339 with offset. */
  capturedAt: z.iso.datetime({ offset: true }),
  source: z.object({ type: sourceType, name: z.string(), path: z.string(), app: appIdentity }),
  detection: detection.nullable(),
  embeddedFilename: z.string().nullable(),
  state: fragmentState,
  /** Why a fragment is `filtered` or `failed`, or is `kept` without being saved: a word of the contract. */
  reason: z.string().nullable(),
  savedPath: z.string().nullable(),
  /** Of a secret that is kept all the same: its family, a word of `allowed_secrets`; `other` if the user wanted it although another rule was against it. */
  secret: z.string().optional(),
  sha256: z.string().nullable(),
  /** It was selected with the mouse (PRIMARY on X11), and not copied. */
  selection: z.literal('primary').optional(),
  /** How it got here, if it was not copied: saved with a browser extension (`web`), saved over the bridge, imported, or written by a saved command. */
  origin: z.enum(foreignOrigins).optional(),
  /** The picture, the files or the formatted copy that this is the text of, while that is in the history. */
  textOf: z.object({ id: z.string(), kind: fragmentKind }).optional(),
  /** The number of the text that was taken out of it last; not in lists. */
  textCopy: z.string().optional(),
  /** How often this content was copied, if more than once. `capturedAt` and `source` are those of the last time. */
  copyCount: z.int().min(2).optional(),
  /** The time of the first of these copies. */
  firstCapturedAt: z.iso.datetime({ offset: true }).optional(),
  /** The last 100 of the earlier ones, newest first; not in lists. */
  earlierCopies: z.array(earlierCopy).optional(),
  ...annotationKeys,
});
export type Fragment = z.infer<typeof fragment>;

/**
 * Why `clipboardFragments` is empty, in a word that reveals nothing of the copy: its program marks it as secret (`concealed`); rules exclude its
 * program or window (`excluded`) or its kind (`filtered`); there are rules, and it is unknown which program copied (`owner-unknown`); the rules can't
 * be read (`filter-unknown`); it is not read yet, because its program is slow to hand it over; it could not be read; it was copied during a pause, or while Hub was not watching; it was deleted from the history; the
 * clipboard was cleared; Hub put the address of a copy there, or the texts of several (`texts`); it is being judged.
 */
export const absence = z.enum([
  'cleared',
  'concealed',
  'excluded',
  'excluded-window',
  'owner-unknown',
  'filter-unknown',
  'filtered',
  'secret',
  'being-read',
  'unreadable',
  'paused',
  'ignored',
  'unwatched',
  'address',
  'texts',
  'deleted',
  'unjudged',
]);
export type SnapshotAbsence = z.infer<typeof absence>;

export const sourceSnapshot = z.object({
  lblSourceName: z.string(),
  lblPath: z.string(),
  clipboardFragments: z.array(fragment),
  sourceType,
  sourceData: z.record(z.string(), z.unknown()),
  appIdentity,
  capturedAt: z.iso.datetime({ offset: true }).nullable(),
  detection: detection.nullable(),
  embeddedFilename: z.string().nullable(),
  snapshotId: z.string(),
  /** Null while there are fragments, before the first copy, and if the reason is unknown. */
  absence: absence.nullable(),
});
export type SourceSnapshot = z.infer<typeof sourceSnapshot>;

const mediaType = z
  .string()
  .max(255)
  .regex(/^[!-.0-~]+\/[ -~]+$/);
/** What `hub import` needs of a line of `fragments.jsonl`; the rest of it is for other programs. */
export const exportLine = z.object({
  id: z.number().optional(),
  kind: fragmentKind,
  capturedAt: z.iso.datetime({ offset: true }),
  source: z.object({ type: sourceType, name: z.string(), path: z.string(), app: appIdentity }),
  givenName: z.string().max(1_000).nullable().default(null),
  pinned: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  title: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  /** Exports of earlier versions have neither of these. */
  copies: z.int().min(1).max(1_000_000_000).default(1),
  firstCapturedAt: z.iso.datetime({ offset: true }).optional(),
  earlierCopies: z.array(earlierCopy).max(1_000).default([]),
  representations: z
    .array(z.object({ mediaType, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .min(1)
    .max(64),
});
export type ExportLine = z.infer<typeof exportLine>;
