/**
 * Deleted copies that may still be on the clipboard. If a starting monitor finds one there, or a clipboard manager takes it over, that is not a new
 * copy, and is ignored. Copying the content again is a new copy. Only digests are stored, each with its own random salt, until the next copy.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { NewCapture } from '../../contract/journal.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { isSoundId, type Row, timeOf } from '../row-values.ts';
import { contentKey, isTakeover, type RepeatSource } from './repeated-copies.ts';

/** Absences during which the last copy may still be on the clipboard, or come back to it. */
const mayComeBack = "'paused', 'unwatched', 'cleared'";

/** Remembers a fragment that is about to be deleted, if the clipboard may hold it. Call it within the transaction that deletes it. */
export function rememberDeleted(journal: Journal, fragmentId: number): void {
  const row = journal
    .statement(
      `SELECT kind, sha256, copied_at, source_type, source_path, app_name, app_executable
       FROM fragments JOIN captures ON captures.id = capture_id JOIN representations ON fragment_id = fragments.id AND position = 0
       WHERE fragments.id = ? AND EXISTS (SELECT 1 FROM present WHERE present.capture_id = captures.id OR (
         origin = 'clipboard' AND present.capture_id IS NULL AND absence IN (${mayComeBack})
         AND captures.id = (SELECT id FROM captures WHERE origin = 'clipboard' AND ${isSoundId('id')} ORDER BY id DESC LIMIT 1)))`,
    )
    .get(fragmentId);
  if (row === undefined) return;
  const salt = randomBytes(16);
  const source = sourceKey(row.source_type, row.source_path, row.app_name, row.app_executable);
  journal
    .statement('INSERT INTO deleted_copies (salt, content, source, copied_at) VALUES (?, ?, ?, ?)')
    .run(salt, salted(salt, contentKey(String(row.kind), String(row.sha256))), salted(salt, source), timeOf(row.copied_at) ?? 0);
}

/** Forgets all deleted copies, because something else was copied. Call it within a transaction. */
export function forgetDeleted(journal: Journal): void {
  journal.statement('DELETE FROM deleted_copies').run();
}

/** Forgets that this fragment was deleted, because it is back. Call it within a transaction. */
export function forgetDeletedCopy(journal: Journal, fragmentId: number): void {
  const rows = journal.statement('SELECT rowid AS number, salt, content FROM deleted_copies').all();
  if (rows.length === 0) return;
  const fragment = journal
    .statement(
      'SELECT kind, sha256 FROM fragments JOIN representations ON fragment_id = fragments.id AND position = 0 WHERE fragments.id = ?',
    )
    .get(fragmentId);
  const mark = contentKey(String(fragment?.kind), String(fragment?.sha256));
  for (const { number, salt, content } of rows)
    if (content === salted(salt, mark)) journal.statement('DELETE FROM deleted_copies WHERE rowid = ?').run(number ?? null);
}

/** The capture without the fragments that were deleted and not copied again; null if none is left. */
export function withoutDeleted(journal: JournalReader, capture: NewCapture): NewCapture | null {
  const rows = journal
    .statement(
      "SELECT salt, content, source, copied_at, (SELECT copied_at FROM present WHERE absence = 'cleared') AS gone_at FROM deleted_copies",
    )
    .all()
    .filter((row) => isNoCopyOfIts(row, capture));
  const fragments = capture.fragments.filter(({ kind, representations }) => {
    const mark = contentKey(kind, representations[0]?.content.sha256);
    return !rows.some((row) => row.content === salted(row.salt, mark));
  });
  if (fragments.length === capture.fragments.length) return capture;
  return fragments.length === 0 ? null : { ...capture, fragments };
}

/** Whether this is not a new copy: it was found at a start, taken over, or is the deleted copy itself, whose writer crashed before it could answer. */
function isNoCopyOfIts(row: Row, { copiedAtMs, isInitial, source }: NewCapture): boolean {
  const since = { copiedAtMs: timeOf(row.copied_at) ?? 0, goneAtMs: timeOf(row.gone_at) };
  if (isInitial === true || since.copiedAtMs === copiedAtMs) return true;
  return row.source !== salted(row.salt, keyOfSource(source)) && isTakeover(since, { copiedAtMs, source });
}

function keyOfSource({ type, path, app }: RepeatSource): string {
  return sourceKey(type, path, app.name, app.executable);
}

function sourceKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : null)));
}

function salted(salt: unknown, text: string): string {
  return createHash('sha256')
    .update(salt instanceof Uint8Array ? salt : '')
    .update(text)
    .digest('hex');
}
