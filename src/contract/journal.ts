/**
 * The input of the journal, and its output for those who work on it. A capture is one copy, or one thing received; its fragments are the things in it
 * (a text, a picture, a list of files), each with the representations that its owner offered.
 */
import { type SecretFamily, secretReasons } from './secret-families.ts';
import type { AppIdentity, Detection, FragmentKind, FragmentState, SourceType } from './source-snapshot.ts';

/** `selection`: selected with the mouse, and not copied. `web`: saved with an extension of a browser. `extraction`: the text of another copy. */
export type Origin = 'clipboard' | 'selection' | 'bridge' | 'web' | 'import' | 'command' | 'extraction';

export interface CaptureSource {
  readonly type: SourceType;
  readonly name: string;
  readonly path: string;
  readonly app: AppIdentity;
}

/** Bytes in memory, or in a temporary file that the journal takes over. */
export type JournalContent = { readonly bytes: number; readonly sha256: string } & (
  | { readonly inline: Uint8Array }
  | { readonly file: string }
);

export interface NewFragment {
  readonly kind: FragmentKind;
  /** The representation that is saved and shown comes first. */
  readonly representations: readonly { readonly mediaType: string; readonly content: JournalContent }[];
}

export interface NewCapture {
  readonly origin: Origin;
  readonly copiedAtMs: number;
  /** It was on the clipboard before Hub was watching: its owner and time are less certain. */
  readonly isInitial?: true | undefined;
  readonly source: CaptureSource;
  /** The file name that the client requested, if any. */
  readonly givenName: string | null;
  /** The user wants this copy, whatever the content filter says. */
  readonly isExempt?: true | undefined;
  /** The active WorkSpace at that moment; without one, its files go into the one that is active when they are written. */
  readonly workspace?: string | undefined;
  /** Of a text that was taken out of a picture or a document: the number of that fragment. */
  readonly textOf?: number | undefined;
  readonly fragments: readonly NewFragment[];
}

/** A fragment as it is judged and saved. */
export interface JournalFragment {
  readonly id: number;
  readonly captureId: number;
  readonly origin: Origin;
  /** The content filter does not apply to it. */
  readonly isExempt: boolean;
  /** The number of the fragment whose text it is, as it was then; null if it is no such text. */
  readonly textOf: number | null;
  readonly kind: FragmentKind;
  readonly state: FragmentState;
  readonly reason: FragmentReason | null;
  readonly copiedAtMs: number;
  readonly source: CaptureSource;
  readonly givenName: string | null;
  readonly mediaTypes: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  readonly detection: Detection | null;
  readonly embeddedFilename: string | null;
  /** The family of the secret in it, which an exception keeps. Null also if the rules for copies do not apply to it. */
  readonly secret: SecretFamily | null;
  /** Of a picture, in pixels. */
  readonly pictureSize: { readonly width: number; readonly height: number } | null;
  readonly savedPath: string | null;
  /** The WorkSpace already had its content when it was saved. */
  readonly duplicate: boolean;
  readonly attempts: number;
  /** How many attempts at judging it have begun. */
  readonly judgeAttempts: number;
  /** How often its content was copied; this one is the last of them. */
  readonly copies: number;
  /** The time of the first of them. */
  readonly firstCopiedAtMs: number;
}

/** Why a fragment was filtered, is kept without a file, or could not be saved. */
export const fragmentReasons = [
  'excluded_dir',
  'excluded_extension',
  'policy_off',
  'no_document',
  'too_large',
  'too_short',
  'untyped',
  'file_list',
  'path_too_long',
  'outside_workspace',
  'disk_full',
  'no_permission',
  'missing_directory',
  'busy',
  'io_error',
  'content_damaged',
  'unjudgeable',
  'too_many',
  'imported',
  'command_output',
  'extracted',
  'selected',
  'workspace_lost',
  ...secretReasons,
] as const;
export type FragmentReason = (typeof fragmentReasons)[number];

/**
 * The outcomes of the copies that the clipboard announced. `unusable` copies offered no format that Hub knows; `gone` ones were replaced by the next copy,
 * or went with their program, within a second; `missed` ones were there, and lost.
 */
export const counterNames = ['captured', 'repeated', 'concealed', 'excluded', 'unusable', 'gone', 'missed'] as const;
export type CounterName = (typeof counterNames)[number];
export type Counters = Readonly<Record<CounterName, number>>;

/**
 * Why a copy was missed: its program did not answer in time, or refused; it was replaced, or went with its program, before it was read, though not at once; it was too large; its content could not be written to the disk; the journal accepted nothing
 * for too long, or never accepted this one; or a bug.
 */
export const missedReasons = [
  'owner-silent',
  'owner-refused',
  'gone-unread',
  'too-large',
  'not-written',
  'journal-not-writable',
  'not-recorded',
  'unexpected',
] as const;
/** Why a copy was gone before it could be read: the next copy replaced it, or its program ended. */
export const goneReasons = ['replaced', 'owner-gone'] as const;
export type GoneReason = (typeof goneReasons)[number];
export type MissedReason = (typeof missedReasons)[number] | GoneReason;

/** Whether a copy for which this is the reason counts as `gone`, and not as `missed`. */
export function isGoneReason(because: MissedReason): because is GoneReason {
  return because === 'replaced' || because === 'owner-gone';
}

/** A copy that was missed, or gone. */
export interface MissedCopy {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** The name of the program, if it was known by then. */
  readonly program: string | null;
  readonly because: MissedReason;
}

/**
 * Why Hub shows nothing from the clipboard: it was `cleared`; its owner marks it as `concealed`; rules exclude its program (`excluded`) or its window (`excluded-window`);
 * there are rules, and it is unknown whether they match (`owner-unknown`), or the rules themselves are unknown (`filter-unknown`); it is not
 * read yet, because its program is slow to hand it over (`being-read`); it could not be read (`unreadable`); it was copied while capture was `paused`, or `ignored` because the user wanted that of this one copy, or copied while Hub was not watching (`unwatched`); Hub put the `address` of a copy there.
 */
export const absences = [
  'cleared',
  'concealed',
  'excluded',
  'excluded-window',
  'owner-unknown',
  'filter-unknown',
  'being-read',
  'unreadable',
  'paused',
  'ignored',
  'unwatched',
  'address',
  'texts',
] as const;
export type Absence = (typeof absences)[number];
