/** Reads fragments. Content is read only through a `ContentPlace`. */
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type Absence, absences, type JournalFragment } from '../../contract/journal.ts';
import { blobPath } from '../blobs.ts';
import type { JournalReader } from '../journal.ts';
import { digestOf, mediaTypeOf, type Row, timeOf, wholeNumber, wordOf } from '../row-values.ts';
import { fragmentOfRow } from './fragment-of-row.ts';

/** Of a content that was erased: by its own digest, a short one could be guessed. */
export const digestOfNothing = createHash('sha256').digest('hex');

/** The SHA-256 of a content, as a row has it; null if it is not known: a copy that was filtered has nothing left, and so has a password that was cleared. */
export function contentDigestOf(value: unknown): string | null {
  const digest = digestOf(value);
  return digest === digestOfNothing ? null : digest;
}

const columns = `
  fragments.id, capture_id, origin, exempt, text_of, kind, state, reason, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid,
  window_title, given_name, type_id, type_group, extension, fragments.media_type, confidence, embedded_filename, secret, width, height, attempts, judge_attempts, saved_path, duplicate, copies, first_copied_at,
  main.bytes, main.sha256,
  (SELECT group_concat(media_type, ' ') FROM (SELECT media_type FROM representations WHERE fragment_id = fragments.id ORDER BY position)) AS media_types`;
const tables = `
  fragments JOIN captures ON captures.id = capture_id
  JOIN representations AS main ON main.fragment_id = fragments.id AND main.position = 0`;

/** The fragment with this id; null if there is none, it is damaged, or it is deleted and not erased yet (keeping/deletions.ts). */
export function readFragment(journal: JournalReader, id: number): JournalFragment | null {
  const row = journal.statement(`SELECT ${columns} FROM ${tables} WHERE fragments.id = ? AND state <> 'deleted'`).get(id);
  return row === undefined ? null : soundFragment(journal, row);
}

function soundFragment(journal: JournalReader, row: Row): JournalFragment | null {
  const fragment = fragmentOfRow(row);
  if (fragment === null) journal.reportDamagedRow(row.id);
  return fragment;
}

/** `absence`: why there are no fragments. Null if there are some, if nothing was copied yet, or if the reason is unknown. */
export interface PresentContent {
  readonly fragments: readonly JournalFragment[];
  readonly changedAtMs: number;
  readonly absence: Absence | 'deleted' | null;
}

/** The fragments that are currently on the clipboard, and when (Unix time in ms) it last changed. */
export function readPresent(journal: JournalReader): PresentContent {
  const present = journal.statement('SELECT capture_id, copied_at, absence FROM present').get();
  const rows = journal
    .statement(`SELECT ${columns} FROM ${tables} WHERE capture_id = ? ORDER BY fragments.id`)
    .all(present?.capture_id ?? null);
  const shown = rows.filter(({ state }) => state !== 'deleted');
  const fragments = shown.map((row) => soundFragment(journal, row)).filter((fragment) => fragment !== null);
  const changedAtMs = timeOf(present?.copied_at) ?? fragments[0]?.copiedAtMs ?? 0;
  if (rows.length > 0 && shown.length === 0) return { fragments, changedAtMs, absence: 'deleted' };
  const isNothingThere = rows.length === 0 && (present?.capture_id ?? null) === null && changedAtMs !== 0;
  return { fragments, changedAtMs, absence: isNothingThere ? absenceOf(present?.absence) : null };
}

/** Only deleting the current capture leaves no reason. A word that only another version knows counts as unknown. */
function absenceOf(word: unknown): PresentContent['absence'] {
  return word === null ? 'deleted' : wordOf(absences, word);
}

/** The ids of a capture's fragments, in order. */
export function fragmentsOfCapture(journal: JournalReader, captureId: number): readonly number[] {
  return journal
    .statement('SELECT id FROM fragments WHERE capture_id = ? ORDER BY id')
    .all(captureId)
    .map((row) => wholeNumber(row.id))
    .filter((id) => id !== null);
}

/** The capture that a fragment is part of; null for an unknown id. */
export function captureOf(journal: JournalReader, fragmentId: number): number | null {
  return wholeNumber(journal.statement('SELECT capture_id FROM fragments WHERE id = ?').get(fragmentId)?.capture_id);
}

/** Where the content of a representation is: in memory, or in a file that never changes. */
export type ContentPlace = { readonly mediaType: string; readonly bytes: number; readonly sha256: string } & (
  | { readonly inline: Uint8Array }
  | { readonly file: string }
);

/** All representations of a fragment, the main one first. Empty for an unknown id, or if the main one is damaged. */
export function contentPlaces(journal: JournalReader, fragmentId: number): readonly ContentPlace[] {
  const rows = journal
    .statement('SELECT position, media_type, bytes, sha256, inline FROM representations WHERE fragment_id = ? ORDER BY position')
    .all(fragmentId);
  const places = rows.map((row) => contentPlaceOf(journal, row));
  return rows[0]?.position === 0 && places[0] ? places.filter((place) => place !== null) : [];
}

/** The representation that the plain text of a fragment is in: its own, or the one that reads as a text. Null if there is none. */
export function textFormat({ kind, mediaTypes }: Pick<JournalFragment, 'kind' | 'mediaTypes'>): string | null {
  const format = mediaTypes.includes('text/plain')
    ? 'text/plain'
    : kind === 'text'
      ? 'text/html'
      : kind === 'files'
        ? 'text/uri-list'
        : null;
  return format !== null && mediaTypes.includes(format) ? format : null;
}

/** How long the representation is that the plain text of a fragment is in; null if it has none. No content is read. */
export function textBytes(journal: JournalReader, fragment: Pick<JournalFragment, 'id' | 'kind' | 'mediaTypes'>): number | null {
  const row = journal
    .statement('SELECT bytes FROM representations WHERE fragment_id = ? AND media_type = ?')
    .get(fragment.id, textFormat(fragment));
  return wholeNumber(row?.bytes);
}

/**
 * The beginning of the main content of a fragment, and how many bytes the whole has. Null for an unknown id, or if it is damaged or gone. Nothing else
 * of the content is read: a copy from an office program has several formats, each of them longer than what a list shows.
 */
export function mainHead(
  journal: JournalReader,
  fragmentId: number,
  limitBytes: number,
): { readonly head: Uint8Array; readonly bytes: number } | null {
  const row = journal
    .statement(
      'SELECT media_type, bytes, sha256, substr(inline, 1, ?) AS inline FROM representations WHERE fragment_id = ? AND position = 0',
    )
    .get(limitBytes, fragmentId);
  const place = row === undefined ? null : contentPlaceOf(journal, row);
  const head = place === null ? null : tryReadHead(place, limitBytes);
  return place === null || head === null ? null : { head, bytes: place.bytes };
}

/** Where the content of a row with these columns of `representations` is: media_type, bytes, sha256, inline. Null if it is damaged. */
export function contentPlaceOf(journal: JournalReader, row: Row): ContentPlace | null {
  const [mediaType, bytes, sha256] = [mediaTypeOf(row.media_type), wholeNumber(row.bytes), digestOf(row.sha256)];
  if (mediaType === null || bytes === null || sha256 === null) return null;
  if (row.inline === null) return { mediaType, bytes, sha256, file: blobPath(journal, sha256) };
  return row.inline instanceof Uint8Array ? { mediaType, bytes, sha256, inline: row.inline } : null;
}

/** So that a named pipe in place of a content's file does not block the read. (Windows has neither flag.) */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** At most the first `limitBytes` of a content. Throws if its file is gone. */
export function readHead(place: ContentPlace, limitBytes: number): Uint8Array {
  if ('inline' in place) return place.inline.subarray(0, limitBytes);
  const head = Buffer.alloc(Math.min(limitBytes, place.bytes));
  const descriptor = openSync(place.file, openFlags);
  try {
    return head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The same, or null if the content's file is gone or can't be read. */
export function tryReadHead(place: ContentPlace, limitBytes: number): Uint8Array | null {
  try {
    return readHead(place, limitBytes);
  } catch {
    return null;
  }
}
