/** Erases a password that its program has removed from the clipboard again. That it was copied stays, with the reason; the content goes, and so does its file. */
import { announcedWithinMs } from '../captures/repeated-copies.ts';
import { digestOfNothing, readFragment } from '../fragments/fragments.ts';
import { dropUnreferencedReceipts } from '../fragments/receipts.ts';
import { isSelected } from '../fragments/selections.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { digestOf, isSoundId, nextId, textOf, timeOf, wholeNumber } from '../row-values.ts';
import { readAnnotations } from './annotations.ts';
import { deleteFragmentAnd } from './delete-fragments.ts';

/** By the digest of its content, announced at this time or later. */
export interface ClearedContent {
  readonly sha256: string;
  readonly copiedAtMs: number;
}

const reason = 'secret_cleared_password';

/**
 * Replaces the fragments of this content by rows without any, and returns their ids. Nothing happens if the user wants it: it is annotated, or exempt
 * from the filter.
 */
export function eraseCleared(journal: Journal, { sha256, copiedAtMs }: ClearedContent): readonly number[] {
  const ids = journal
    .statement(
      `SELECT fragments.id FROM representations AS main JOIN fragments ON fragments.id = main.fragment_id JOIN captures ON captures.id = capture_id
       WHERE main.sha256 = ? AND main.position = 0 AND kind = 'text' AND origin = 'clipboard' AND exempt = 0 AND captures.copied_at >= ? AND ${isSoundId('fragments.id')}`,
    )
    .all(sha256, copiedAtMs - announcedWithinMs)
    .map((row) => wholeNumber(row.id))
    .filter((id) => id !== null);
  for (const id of selectionsOf(journal, sha256)) deleteFragmentAnd(journal, id, () => {});
  return ids.flatMap((id) => eraseOne(journal, id) ?? []);
}

/** It was selected before it was copied, or is selected by its program too. */
function selectionsOf(journal: JournalReader, sha256: string): readonly number[] {
  return journal
    .statement(
      `SELECT fragments.id FROM representations AS main JOIN fragments ON fragments.id = main.fragment_id
       WHERE main.sha256 = ? AND main.position = 0 AND ${isSelected} AND ${isSoundId('fragments.id')}
         AND NOT EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id)`,
    )
    .all(sha256)
    .map(({ id }) => Number(id));
}

function eraseOne(journal: Journal, id: number): number | null {
  const fragment = readFragment(journal, id);
  if (fragment === null || fragment.state === 'filtered') return null;
  const { pinned, tags, title, note } = readAnnotations(journal, id);
  if (pinned || tags.length > 0 || title !== null || note !== null) return null;
  const { name, executable } = fragment.source.app;
  const hasFile = fragment.state === 'saved' && !fragment.duplicate;
  return deleteFragmentAnd(journal, id, () => {
    const { lastInsertRowid: captureId } = journal
      .statement(
        `INSERT INTO captures (id, origin, copied_at, source_type, source_name, source_path, app_name, app_executable, digest)
         VALUES (${nextId('captures')}, 'clipboard', ?, ?, ?, '', ?, ?, '')`,
      )
      .run(fragment.copiedAtMs, fragment.source.type, name ?? '', name, executable);
    const { lastInsertRowid: fragmentId } = journal
      .statement(
        `INSERT INTO fragments (id, capture_id, kind, state, reason, saved_path) VALUES (${nextId('fragments')}, ?, 'text', 'filtered', '${reason}', ?)`,
      )
      .run(captureId, hasFile ? fragment.savedPath : null);
    // The size and the digest of a file that is still to be removed, and then forgotten.
    journal
      .statement(
        "INSERT INTO representations (fragment_id, position, media_type, bytes, sha256, inline) VALUES (?, 0, 'text/plain', ?, ?, x'')",
      )
      .run(fragmentId, hasFile ? fragment.bytes : 0, hasFile ? fragment.sha256 : digestOfNothing);
    return Number(fragmentId);
  });
}

/** A copy from the clipboard. `text`: its whole content, if it is one short text and still there. */
export interface LastCopy {
  readonly key: string;
  readonly copiedAtMs: number;
  readonly executable: string | null;
  readonly text: { readonly content: Uint8Array; readonly sha256: string } | null;
}

const shortBytes = 4_096;

/** The last two, newest first; none if the last is not on the clipboard, as far as the journal knows. */
export function lastCopies(journal: JournalReader): readonly LastCopy[] {
  const rows = journal
    .statement(
      `SELECT id, digest, copied_at, app_executable, id IS (SELECT capture_id FROM present) AS is_present FROM captures
       WHERE origin = 'clipboard' AND ${isSoundId('id')} ORDER BY id DESC LIMIT 2`,
    )
    .all();
  if (rows[0]?.is_present !== 1) return [];
  return rows.map((row) => ({
    key: textOf(row.digest) || `capture ${row.id}`,
    copiedAtMs: timeOf(row.copied_at) ?? 0,
    executable: textOf(row.app_executable),
    text: shortText(journal, wholeNumber(row.id)),
  }));
}

/** The copy that is on the clipboard, as far as the journal knows: it may have been put back, and is not the newest one then. */
export function presentText(journal: JournalReader): LastCopy['text'] {
  return shortText(journal, wholeNumber(journal.statement('SELECT capture_id FROM present').get()?.capture_id));
}

function shortText(journal: JournalReader, captureId: number | null): LastCopy['text'] {
  const [row, ...others] = journal
    .statement(
      `SELECT kind, state, sha256, iif(bytes <= ${shortBytes}, inline, NULL) AS content FROM fragments JOIN representations ON fragment_id = fragments.id AND position = 0
       WHERE capture_id = ? LIMIT 2`,
    )
    .all(captureId);
  const sha256 = digestOf(row?.sha256);
  if (others.length > 0 || row?.kind !== 'text' || row.state === 'filtered' || !(row.content instanceof Uint8Array)) return null;
  return sha256 === null ? null : { content: row.content, sha256 };
}

export interface FileToRemove {
  readonly kind: 'text' | 'image';
  readonly fragmentId: number;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The files that Hub has written of such passwords, and of pictures that say a secret (withheld-pictures.ts). */
export function filesToRemove(journal: JournalReader): readonly FileToRemove[] {
  return journal
    .statement(
      `SELECT fragments.id, kind, saved_path, bytes, sha256 FROM fragments JOIN representations ON fragment_id = fragments.id AND position = 0
       WHERE state = 'filtered' AND saved_path IS NOT NULL`,
    )
    .all()
    .flatMap((row) => {
      const [fragmentId, path, bytes, sha256] = [wholeNumber(row.id), textOf(row.saved_path), wholeNumber(row.bytes), digestOf(row.sha256)];
      return fragmentId === null || path === null || bytes === null || sha256 === null
        ? []
        : [{ fragmentId, kind: row.kind === 'image' ? 'image' : 'text', path, bytes, sha256 }];
    });
}

/** The file is gone, or is another one by now: what identified it is forgotten, with its receipt. */
export function fileRemoved(journal: Journal, fragmentId: number): void {
  journal.transaction(() => {
    const sha256 = digestOf(
      journal
        .statement(
          "SELECT sha256 FROM representations JOIN fragments ON fragments.id = fragment_id WHERE fragment_id = ? AND position = 0 AND state = 'filtered'",
        )
        .get(fragmentId)?.sha256,
    );
    journal.statement("UPDATE fragments SET saved_path = NULL WHERE id = ? AND state = 'filtered'").run(fragmentId);
    journal.statement('UPDATE representations SET bytes = 0, sha256 = ? WHERE fragment_id = ?').run(digestOfNothing, fragmentId);
    if (sha256 !== null) dropUnreferencedReceipts(journal, [sha256]);
    // What the row itself named is overwritten, but not in the log.
    journal.statement('UPDATE erasure SET in_log = in_log + 1').run();
  });
}

/** A password is cleared within a minute: its row is among so many. */
const recentRows = 2_000;

/** The last erased password whose file is removed, or that had none; null if none is recent. */
export function lastClearedWithoutFile(journal: JournalReader): number | null {
  const row = journal
    .statement(
      `SELECT max(id) AS id FROM (SELECT id, reason, saved_path FROM fragments ORDER BY id DESC LIMIT ${recentRows})
       WHERE reason = '${reason}' AND saved_path IS NULL`,
    )
    .get();
  return wholeNumber(row?.id);
}
