/** Reading fragments, and removing them. Content is read only from a `ContentPlace`. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type Absence, absences, type JournalFragment, type Origin, type Reason } from '../contract/journal.ts';
import type { Detection, FragmentKind, FragmentState, SourceType } from '../contract/source-snapshot.ts';
import { blobPath, dropUnreferencedBlob } from './blobs.ts';
import { rememberDeleted } from './deleted-copies.ts';
import type { Journal, JournalReader } from './journal.ts';

const columns = `
  fragments.id, capture_id, origin, kind, state, reason, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid,
  window_title, given_name, type_id, type_group, extension, fragments.media_type, confidence, embedded_filename, width, height, attempts, judge_attempts, saved_path, duplicate,
  main.bytes, main.sha256,
  (SELECT group_concat(media_type, ' ') FROM (SELECT media_type FROM representations WHERE fragment_id = fragments.id ORDER BY position)) AS media_types`;
const tables = `
  fragments JOIN captures ON captures.id = capture_id
  JOIN representations AS main ON main.fragment_id = fragments.id AND main.position = 0`;

/** A fragment by its number, or null. */
export function readFragment(journal: JournalReader, id: number): JournalFragment | null {
  const row = journal.statement(`SELECT ${columns} FROM ${tables} WHERE fragments.id = ?`).get(id);
  return row === undefined ? null : fragmentOf(row);
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
  const changedAtMs = Number(present?.copied_at ?? 0);
  return {
    fragments: rows.map(fragmentOf),
    changedAtMs,
    absence: rows.length > 0 || changedAtMs === 0 ? null : absenceOf(present?.absence),
  };
}

/** What was present and is there no more was deleted: nobody else takes it away. A word of another version's is none. */
function absenceOf(word: unknown): PresentContent['absence'] {
  return word === null ? 'deleted' : (absences.find((absence) => absence === word) ?? null);
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

/** Fragments, newest first. */
export function listFragments(journal: JournalReader, query: FragmentQuery): readonly JournalFragment[] {
  const index = query.match?.index ?? null;
  // A cross join is done in the order in which it is written (https://sqlite.org/optoverview.html#crossjoin).
  const [from, id] =
    index === null ? [tables, 'fragments.id'] : [`${index} CROSS JOIN ${tables} AND fragments.id = ${index}.rowid`, `${index}.rowid`];
  const rows = journal
    .statement(
      `SELECT ${columns} FROM ${from}
       WHERE ${id} < ? AND (? IS NULL OR type_id = ?) AND (? IS NULL OR type_group = ?) ${query.match ? `AND ${query.match.sql}` : ''}
       ORDER BY ${id} DESC LIMIT ?`,
    )
    .all(
      query.before ?? Number.MAX_SAFE_INTEGER,
      query.typeId ?? null,
      query.typeId ?? null,
      query.group ?? null,
      query.group ?? null,
      ...(query.match?.parameters ?? []),
      query.limit,
    );
  return rows.map(fragmentOf);
}

/** Numbers of the fragments of one capture, in their order. */
export function fragmentsOfCapture(journal: JournalReader, captureId: number): readonly number[] {
  return journal
    .statement('SELECT id FROM fragments WHERE capture_id = ? ORDER BY id')
    .all(captureId)
    .map((row) => Number(row.id));
}

/** Where the content of a representation lies: in memory, or in a file that never changes. */
export type ContentPlace = { readonly mediaType: string; readonly bytes: number; readonly sha256: string } & (
  | { readonly inline: Uint8Array }
  | { readonly file: string }
);

/** All representations of a fragment, the main one first. Empty for an unknown number. */
export function contentPlaces(journal: JournalReader, fragmentId: number): readonly ContentPlace[] {
  return journal
    .statement('SELECT media_type, bytes, sha256, inline FROM representations WHERE fragment_id = ? ORDER BY position')
    .all(fragmentId)
    .map((row) => {
      const facts = { mediaType: String(row.media_type), bytes: Number(row.bytes), sha256: String(row.sha256) };
      return row.inline instanceof Uint8Array ? { ...facts, inline: row.inline } : { ...facts, file: blobPath(journal, facts.sha256) };
    });
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
      .run(Number(fragment.capture_id));
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

type Row = Readonly<Record<string, unknown>>;

function fragmentOf(row: Row): JournalFragment {
  return {
    id: Number(row.id),
    captureId: Number(row.capture_id),
    origin: row.origin as Origin,
    kind: row.kind as FragmentKind,
    state: row.state as FragmentState,
    reason: row.reason as Reason | null,
    copiedAtMs: Number(row.copied_at),
    source: {
      type: row.source_type as SourceType,
      name: String(row.source_name),
      path: String(row.source_path),
      app: {
        name: textOrNull(row.app_name),
        executable: textOrNull(row.app_executable),
        pid: row.app_pid === null ? null : Number(row.app_pid),
        windowTitle: textOrNull(row.window_title),
      },
    },
    givenName: textOrNull(row.given_name),
    mediaTypes: String(row.media_types).split(' '),
    bytes: Number(row.bytes),
    sha256: String(row.sha256),
    detection: detectionOf(row),
    embeddedFilename: textOrNull(row.embedded_filename),
    pictureSize: row.width === null ? null : { width: Number(row.width), height: Number(row.height) },
    savedPath: textOrNull(row.saved_path),
    duplicate: row.duplicate === 1,
    attempts: Number(row.attempts),
    judgeAttempts: Number(row.judge_attempts),
  };
}

function detectionOf(row: Row): Detection | null {
  if (row.type_id === null) return null;
  return {
    group: String(row.type_group),
    extension: String(row.extension),
    typeId: String(row.type_id),
    mediaType: String(row.media_type),
    confidence: Number(row.confidence),
  };
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
