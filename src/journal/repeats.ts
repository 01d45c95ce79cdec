/** Which copy is only the last one once more, and what changes by it. */
import type { CaptureSource, NewCapture } from '../contract/journal.ts';
import type { Journal, JournalReader } from './journal.ts';

/**
 * A clipboard manager takes a copy over from its owner within this time, as an owner of its own: that is no second copy. Nobody copies the same in two
 * programs so soon.
 */
const takeoverMs = 1_000;

/**
 * The last capture of the clipboard, if this copy has its content and its source, and all of it is still there: what was filtered has lost its
 * content, and rules change. From another program or page it is a copy of its own, whose source is told.
 */
export function repeatedCapture(journal: JournalReader, { copiedAtMs, source, fragments }: NewCapture, digest: string): number | null {
  const row = journal
    .statement(
      `SELECT id, digest, copied_at, source_type, source_path, app_name, app_executable,
         (SELECT count(*) FROM fragments WHERE capture_id = captures.id AND state <> 'filtered') AS whole
       FROM captures WHERE origin = 'clipboard' ORDER BY id DESC LIMIT 1`,
    )
    .get();
  if (row === undefined || row.digest !== digest || row.whole !== fragments.length) return null;
  const isTakenOver = Math.abs(copiedAtMs - Number(row.copied_at)) <= takeoverMs;
  return isTakenOver || isUnknown(source) || isSame(source, row) ? Number(row.id) : null;
}

/** Its time moves on, and the title of the same program's window is that of now. */
export function presentOnceMore(journal: Journal, captureId: number, { copiedAtMs, source }: NewCapture): void {
  journal.statement('UPDATE captures SET copied_at = max(copied_at, ?) WHERE id = ?').run(copiedAtMs, captureId);
  const { name, executable, pid, windowTitle } = source.app;
  journal
    .statement(
      `UPDATE captures SET source_name = ?, window_title = ?, app_pid = ?
       WHERE id = ? AND source_type = ? AND source_path = ? AND app_name IS ? AND app_executable IS ?`,
    )
    .run(source.name, windowTitle, pid, captureId, source.type, source.path, name, executable);
}

/** Nobody knows who copied: that says nothing against the program that is known. */
function isUnknown({ type }: CaptureSource): boolean {
  return type === 'other';
}

function isSame({ type, path, app }: CaptureSource, row: Readonly<Record<string, unknown>>): boolean {
  return row.source_type === type && row.source_path === path && row.app_name === app.name && row.app_executable === app.executable;
}
