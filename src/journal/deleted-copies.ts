/**
 * What was deleted and may lie on the clipboard still: a monitor that starts finds it there, a clipboard manager takes it over. Neither is a copy,
 * so it is passed over. Who copies it again makes a copy. Only digests are kept, each salted with random bytes of its own, until the next copy.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { NewCapture } from '../contract/journal.ts';
import type { Journal, JournalReader } from './journal.ts';
import { contentMark, isTakeover, type RepeatSource } from './repeats.ts';
import { isSoundId, type Row, timeOf } from './row.ts';

/** Absences during which what was copied last may be on the clipboard, or come back there. */
const mayComeBack = "'paused', 'unwatched', 'cleared'";

/** Remembers a fragment that is about to be deleted, if the clipboard may hold it. Within the transaction that deletes it. */
export function rememberDeleted(journal: Journal, fragmentId: number): void {
  const row = journal
    .statement(
      `SELECT kind, sha256, copied_at, source_type, source_path, app_name, app_executable
       FROM fragments JOIN captures ON captures.id = capture_id JOIN representations ON fragment_id = fragments.id AND position = 0
       WHERE fragments.id = ? AND origin = 'clipboard' AND EXISTS (SELECT 1 FROM present WHERE present.capture_id = captures.id OR (
         present.capture_id IS NULL AND absence IN (${mayComeBack})
         AND captures.id = (SELECT id FROM captures WHERE origin = 'clipboard' AND ${isSoundId('id')} ORDER BY id DESC LIMIT 1)))`,
    )
    .get(fragmentId);
  if (row === undefined) return;
  const salt = randomBytes(16);
  const source = sourceMark(row.source_type, row.source_path, row.app_name, row.app_executable);
  journal
    .statement('INSERT INTO deleted_copies (salt, content, source, copied_at) VALUES (?, ?, ?, ?)')
    .run(salt, salted(salt, contentMark(String(row.kind), String(row.sha256))), salted(salt, source), timeOf(row.copied_at) ?? 0);
}

/** Forgets all of it: something else was copied. Within a transaction. */
export function forgetDeleted(journal: Journal): void {
  journal.statement('DELETE FROM deleted_copies').run();
}

/** The capture without what was deleted and nobody has copied since; null where nothing is left of it. */
export function withoutDeleted(journal: JournalReader, capture: NewCapture): NewCapture | null {
  const rows = journal
    .statement(
      "SELECT salt, content, source, copied_at, (SELECT copied_at FROM present WHERE absence = 'cleared') AS gone_at FROM deleted_copies",
    )
    .all()
    .filter((row) => isNoCopyOfIts(row, capture));
  const fragments = capture.fragments.filter(({ kind, representations }) => {
    const mark = contentMark(kind, representations[0]?.content.sha256);
    return !rows.some((row) => row.content === salted(row.salt, mark));
  });
  if (fragments.length === capture.fragments.length) return capture;
  return fragments.length === 0 ? null : { ...capture, fragments };
}

/** Found at a start, taken over, or the very copy that was deleted: its writer had ended before it could say that it was recorded. */
function isNoCopyOfIts(row: Row, { copiedAtMs, wasThere, source }: NewCapture): boolean {
  const since = { copiedAtMs: timeOf(row.copied_at) ?? 0, goneAtMs: timeOf(row.gone_at) };
  if (wasThere === true || since.copiedAtMs === copiedAtMs) return true;
  return row.source !== salted(row.salt, markOf(source)) && isTakeover(since, { copiedAtMs, source });
}

function markOf({ type, path, app }: RepeatSource): string {
  return sourceMark(type, path, app.name, app.executable);
}

function sourceMark(...parts: readonly unknown[]): string {
  return JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : null)));
}

function salted(salt: unknown, text: string): string {
  return createHash('sha256')
    .update(salt instanceof Uint8Array ? salt : '')
    .update(text)
    .digest('hex');
}
