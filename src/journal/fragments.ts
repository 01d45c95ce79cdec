/** Reading fragments, and removing them. Content is read only from a `ContentPlace`. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type Absence, absences, type JournalFragment } from '../contract/journal.ts';
import { blobPath, dropUnreferencedBlob } from './blobs.ts';
import { rememberDeleted } from './deleted-copies.ts';
import { fragmentOfRow } from './fragment-of-row.ts';
import type { Journal, JournalReader } from './journal.ts';
import { digestOf, mediaTypeOf, type Row, timeOf, wholeNumber, wordOf } from './row.ts';

const columns = `
  fragments.id, capture_id, origin, kind, state, reason, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid,
  window_title, given_name, type_id, type_group, extension, fragments.media_type, confidence, embedded_filename, width, height, attempts, judge_attempts, saved_path, duplicate,
  main.bytes, main.sha256,
  (SELECT group_concat(media_type, ' ') FROM (SELECT media_type FROM representations WHERE fragment_id = fragments.id ORDER BY position)) AS media_types`;
const tables = `
  fragments JOIN captures ON captures.id = capture_id
  JOIN representations AS main ON main.fragment_id = fragments.id AND main.position = 0`;

/** A fragment by its number; null for one that is not there or is damaged. */
export function readFragment(journal: JournalReader, id: number): JournalFragment | null {
  const row = journal.statement(`SELECT ${columns} FROM ${tables} WHERE fragments.id = ?`).get(id);
  return row === undefined ? null : soundFragment(journal, row);
}

function soundFragment(journal: JournalReader, row: Row): JournalFragment | null {
  const fragment = fragmentOfRow(row);
  if (fragment === null) journal.leftOut(row.id);
  return fragment;
}

/** `absence`: why there are no fragments, while there are none; null where nothing was copied yet, or nobody knows. */
export interface PresentContent {
  readonly fragments: readonly JournalFragment[];
  readonly changedAtMs: number;
  readonly absence: Absence | 'deleted' | null;
}

/** The fragments of the present clipboard content, and the time (Unix, ms) of the last change of it. */
export function readPresent(journal: JournalReader): PresentContent {
  const present = journal.statement('SELECT capture_id, copied_at, absence FROM present').get();
  const rows = journal
    .statement(`SELECT ${columns} FROM ${tables} WHERE capture_id = ? ORDER BY fragments.id`)
    .all(present?.capture_id ?? null);
  const fragments = rows.map((row) => soundFragment(journal, row)).filter((fragment) => fragment !== null);
  const changedAtMs = timeOf(present?.copied_at) ?? fragments[0]?.copiedAtMs ?? 0;
  const isNothingThere = rows.length === 0 && (present?.capture_id ?? null) === null && changedAtMs !== 0;
  return { fragments, changedAtMs, absence: isNothingThere ? absenceOf(present?.absence) : null };
}

/** What was present and is there no more was deleted: nobody else takes it away. A word of another version's is none. */
function absenceOf(word: unknown): PresentContent['absence'] {
  return word === null ? 'deleted' : wordOf(absences, word);
}

/** What `listFragments` is asked for. `before` is a fragment's number: only older ones are listed. */
export interface FragmentQuery {
  readonly before?: number | undefined;
  readonly typeId?: string | undefined;
  readonly group?: string | undefined;
  /** A condition of `searchMatch` (search.ts). */
  readonly match?: Match | undefined;
  readonly limit: number;
}

/** A condition on the entries of an index, or where that is null on nothing; with its parameters. */
export interface Match {
  readonly index: 'search' | 'pairs' | null;
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** Fragments, newest first, without those that are damaged. */
export function listFragments(journal: JournalReader, query: FragmentQuery): readonly JournalFragment[] {
  const index = query.match?.index ?? null;
  // A cross join is done in the order in which it is written (https://sqlite.org/optoverview.html#crossjoin).
  const [from, id] =
    index === null ? [tables, 'fragments.id'] : [`${index} CROSS JOIN ${tables} AND fragments.id = ${index}.rowid`, `${index}.rowid`];
  const found: JournalFragment[] = [];
  if (query.limit === 0) return found;
  const rows = journal
    .statement(
      `SELECT ${columns} FROM ${from}
       WHERE ${id} < ? AND (? IS NULL OR type_id = ?) AND (? IS NULL OR type_group = ?) ${query.match ? `AND ${query.match.sql}` : ''}
       ORDER BY ${id} DESC`,
    )
    .rows(
      query.before ?? Number.MAX_SAFE_INTEGER,
      query.typeId ?? null,
      query.typeId ?? null,
      query.group ?? null,
      query.group ?? null,
      ...(query.match?.parameters ?? []),
    );
  for (const row of rows) {
    const fragment = soundFragment(journal, row);
    if (fragment !== null) found.push(fragment);
    if (found.length >= query.limit) break;
  }
  return found;
}

/** Numbers of the fragments of one capture, in their order. */
export function fragmentsOfCapture(journal: JournalReader, captureId: number): readonly number[] {
  return journal
    .statement('SELECT id FROM fragments WHERE capture_id = ? ORDER BY id')
    .all(captureId)
    .map((row) => wholeNumber(row.id))
    .filter((id) => id !== null);
}

/** Where the content of a representation lies: in memory, or in a file that never changes. */
export type ContentPlace = { readonly mediaType: string; readonly bytes: number; readonly sha256: string } & (
  | { readonly inline: Uint8Array }
  | { readonly file: string }
);

/** All representations of a fragment, the main one first. Empty for an unknown number, and where the main one is damaged. */
export function contentPlaces(journal: JournalReader, fragmentId: number): readonly ContentPlace[] {
  const rows = journal
    .statement('SELECT position, media_type, bytes, sha256, inline FROM representations WHERE fragment_id = ? ORDER BY position')
    .all(fragmentId);
  const places = rows.map((row) => placeOf(journal, row));
  return rows[0]?.position === 0 && places[0] ? places.filter((place) => place !== null) : [];
}

function placeOf(journal: JournalReader, row: Row): ContentPlace | null {
  const [mediaType, bytes, sha256] = [mediaTypeOf(row.media_type), wholeNumber(row.bytes), digestOf(row.sha256)];
  if (mediaType === null || bytes === null || sha256 === null) return null;
  if (row.inline === null) return { mediaType, bytes, sha256, file: blobPath(journal, sha256) };
  return row.inline instanceof Uint8Array ? { mediaType, bytes, sha256, inline: row.inline } : null;
}

/** A pipe in the place of a content's file would not be waited for. (Windows has neither flag.) */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** At most the first `limitBytes` of a content. Throws when its file is gone. */
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

/** The same, or null when the content's file is gone or can't be read. */
export function tryReadHead(place: ContentPlace, limitBytes: number): Uint8Array | null {
  try {
    return readHead(place, limitBytes);
  } catch {
    return null;
  }
}

/** Removes a fragment, and what only it needed: contents, its search entry, its capture. False for an unknown number. */
export function deleteFragment(journal: Journal, id: number): boolean {
  const contents = contentPlaces(journal, id);
  const removed = journal.transaction(() => {
    rememberDeleted(journal, id);
    const fragment = journal.statement('DELETE FROM fragments WHERE id = ? RETURNING capture_id').get(id);
    if (fragment === undefined) return false;
    journal
      .statement('DELETE FROM captures WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM fragments WHERE capture_id = ?1)')
      .run(fragment.capture_id ?? null);
    return true;
  });
  for (const place of contents) {
    if ('file' in place) dropUnreferencedBlob(journal, place.sha256);
    dropUnreferencedReceipts(journal, place.sha256);
  }
  return removed;
}

/** A receipt names a file after its content: with the last fragment of that content it goes too. The file itself is the user's. */
function dropUnreferencedReceipts(journal: Journal, sha256: string): void {
  journal.transaction(() =>
    journal
      .statement('DELETE FROM receipts WHERE sha256 = ?1 AND NOT EXISTS (SELECT 1 FROM representations WHERE sha256 = ?1)')
      .run(sha256),
  );
}
