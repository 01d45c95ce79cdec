/** Changes of a fragment's state: judged by the core, settled by the save worker. Each is one transaction, and repeating one changes nothing. */

import type { FragmentReason } from '../../contract/journal.ts';
import { familyOfReason, type SecretFamily } from '../../contract/secret-families.ts';
import type { Detection, FragmentState } from '../../contract/source-snapshot.ts';
import { dropUnreferencedBlob } from '../blobs.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { mergeCopies } from '../keeping/merge-copies.ts';
import { oneMore, wholeNumber } from '../row-values.ts';
import { contentPlaces, digestOfNothing, fragmentsOfCapture } from './fragments.ts';
import { dropUnreferencedReceipts, putReceipt, type SaveReceipt } from './receipts.ts';
import { lostWorkspace, workspaceLost } from './waiting-saves.ts';

/** What the core detected and decided. */
export interface Judgement {
  readonly detection: Detection | null;
  readonly embeddedFilename: string | null;
  /** Of a secret that is kept all the same. */
  readonly secret?: SecretFamily | null;
  readonly pictureSize: { readonly width: number; readonly height: number } | null;
  readonly verdict:
    | { readonly kind: 'save' }
    | { readonly kind: 'keep'; readonly because: FragmentReason }
    | { readonly kind: 'filter'; readonly because: FragmentReason }
    /** The content filter could not be applied: the fragment stays complete and is not shown until the rules change. */
    | { readonly kind: 'hold'; readonly because: FragmentReason };
}

const states = { save: 'kept', keep: 'kept', filter: 'filtered', hold: 'captured' } as const satisfies Record<
  Judgement['verdict']['kind'],
  FragmentState
>;

/** Records the judgement of a captured fragment. A filtered fragment keeps its row with the reason, and loses its content. */
export function recordJudgement(journal: Journal, fragmentId: number, judgement: Judgement): void {
  const { detection, verdict } = judgement;
  const isSecret = verdict.kind === 'filter' && familyOfReason(verdict.because) !== null;
  const others = isSecret ? unjudgedBeside(journal, fragmentId) : [];
  const dropped = verdict.kind === 'filter' ? [fragmentId, ...others].flatMap((id) => contentPlaces(journal, id)) : [];
  journal.transaction(() => {
    const { changes } = journal
      .statement(
        `UPDATE fragments SET state = ?, reason = iif(?2 IS NULL AND workspace IS ${lostWorkspace}, '${workspaceLost}', ?2), wants_save = iif(workspace IS ${lostWorkspace}, 0, ?), type_id = ?, type_group = ?, extension = ?, media_type = ?, confidence = ?, embedded_filename = ?, secret = ?, width = ?, height = ?
         WHERE id = ? AND state = 'captured'`,
      )
      .run(
        states[verdict.kind],
        verdict.kind === 'save' ? null : verdict.because,
        verdict.kind === 'save' ? 1 : 0,
        detection?.typeId ?? null,
        detection?.group ?? null,
        detection?.extension ?? null,
        detection?.mediaType ?? null,
        detection?.confidence ?? null,
        verdict.kind === 'filter' ? null : judgement.embeddedFilename,
        verdict.kind === 'filter' ? null : (judgement.secret ?? null),
        judgement.pictureSize?.width ?? null,
        judgement.pictureSize?.height ?? null,
        fragmentId,
      );
    if (changes === 0) return;
    mergeCopies(journal, fragmentId);
    if (verdict.kind === 'filter') {
      journal.statement("UPDATE representations SET inline = x'' WHERE fragment_id = ?").run(fragmentId);
      for (const id of others) dropBeside(journal, id, verdict.because);
      if (isSecret) for (const id of [fragmentId, ...others]) forgetTraces(journal, id);
      if (isSecret) dropUnreferencedReceipts(journal, new Set(dropped.map(({ sha256 }) => sha256)));
    }
  });
  for (const place of dropped) if ('file' in place) dropUnreferencedBlob(journal, place.sha256);
}

/**
 * The other fragments of its copy, such as a picture of the same cells, which shows the same secret. The text is judged first. A deleted one may come back, and
 * is not judged then.
 */
function unjudgedBeside(journal: JournalReader, fragmentId: number): readonly number[] {
  return journal
    .statement(
      `SELECT id FROM fragments LEFT JOIN deleted_fragments AS deleted ON deleted.fragment_id = id
       WHERE capture_id = (SELECT capture_id FROM fragments WHERE id = ?1) AND id <> ?1 AND coalesce(deleted.state, fragments.state) = 'captured'`,
    )
    .all(fragmentId)
    .map((row) => wholeNumber(row.id))
    .filter((id) => id !== null);
}

function dropBeside(journal: Journal, fragmentId: number, because: FragmentReason): void {
  journal
    .statement("UPDATE fragments SET state = iif(state = 'deleted', state, 'filtered'), reason = ? WHERE id = ?")
    .run(because, fragmentId);
  journal.statement("UPDATE deleted_fragments SET state = 'filtered' WHERE fragment_id = ?").run(fragmentId);
  journal.statement("UPDATE representations SET inline = x'' WHERE fragment_id = ?").run(fragmentId);
}

/** By a digest and a length, a short secret could be guessed; and a title or an address may show it. The program and the time remain. Call it within a transaction. */
export function forgetTraces(journal: Journal, fragmentId: number): void {
  journal.statement('DELETE FROM earlier_copies WHERE fragment_id = ?').run(fragmentId);
  journal.statement('UPDATE representations SET bytes = 0, sha256 = ? WHERE fragment_id = ?').run(digestOfNothing, fragmentId);
  journal
    .statement(
      `UPDATE captures SET digest = '', window_title = NULL, given_name = NULL, source_path = '', source_name = coalesce(app_name, '')
       WHERE id = (SELECT capture_id FROM fragments WHERE id = ?)`,
    )
    .run(fragmentId);
}

/** A row without a number in this column can't be repaired, and would make every statement fail that also updates it. */
const hasCapture = "typeof(capture_id) = 'integer'";

/** Writes the receipt. False if the fragment no longer waits to be saved, because it was withdrawn or deleted meanwhile. */
export function recordSaved(journal: Journal, fragmentId: number, saved: SaveReceipt): boolean {
  return journal.transaction(() => {
    const { changes } = journal
      .statement(
        "UPDATE fragments SET state = 'saved', reason = NULL, wants_save = 0, saved_path = ?, duplicate = ? WHERE id = ? AND wants_save = 1",
      )
      .run(saved.path, saved.duplicate ? 1 : 0, fragmentId);
    if (changes === 0) return false;
    putReceipt(journal, saved);
    mergeCopies(journal, fragmentId);
    return true;
  });
}

/** The same for a receipt that may have been written already. */
export function recordSavedAgain(journal: Journal, fragmentId: number, saved: SaveReceipt): boolean {
  const row = journal.statement("SELECT 1 FROM fragments WHERE id = ? AND state = 'saved' AND saved_path = ?").get(fragmentId, saved.path);
  return row !== undefined || recordSaved(journal, fragmentId, saved);
}

/** Records that a save failed. It is retried at `retryAtMs`, or never if that is null. */
export function recordSaveFailure(journal: Journal, fragmentId: number, reason: FragmentReason, retryAtMs: number | null): void {
  journal.transaction(() => {
    journal
      .statement(
        `UPDATE fragments SET state = 'failed', reason = ?, attempts = ${oneMore('attempts')}, wants_save = ?, next_attempt_at = ? WHERE id = ? AND wants_save = 1`,
      )
      .run(reason, retryAtMs === null ? 0 : 1, retryAtMs ?? 0, fragmentId);
    mergeCopies(journal, fragmentId);
  });
}

/** Makes all waiting saves due now, because the WorkSpace changed or the user asked for it. */
export function makeWaitingSavesDue(journal: Journal): void {
  journal.transaction(() => journal.statement(`UPDATE fragments SET next_attempt_at = 0 WHERE wants_save = 1 AND ${hasCapture}`).run());
}

/**
 * Withdraws a save that was reported to its client as failed, so that it does not happen later. Also deletes the capture. False if it was saved meanwhile.
 */
export function withdrawSave(journal: Journal, captureId: number): boolean {
  const blobs = fragmentsOfCapture(journal, captureId)
    .flatMap((id) => contentPlaces(journal, id))
    .filter((place) => 'file' in place);
  const withdrawn = journal.transaction(() => {
    const saved = journal.statement("SELECT 1 FROM fragments WHERE capture_id = ? AND state = 'saved'").get(captureId);
    if (saved !== undefined) return false;
    journal.statement('DELETE FROM captures WHERE id = ?').run(captureId);
    return true;
  });
  if (withdrawn) for (const place of blobs) dropUnreferencedBlob(journal, place.sha256);
  return withdrawn;
}

/** Lets a fragment that was only kept wait to be saved into the active WorkSpace. False if it is no longer kept, or already waits. */
export function requestSave(journal: Journal, fragmentId: number): boolean {
  const { changes } = journal.transaction(() =>
    journal
      .statement(
        "UPDATE fragments SET wants_save = 1, reason = NULL, next_attempt_at = 0, workspace = NULL WHERE id = ? AND state = 'kept' AND wants_save = 0",
      )
      .run(fragmentId),
  );
  return changes === 1;
}

/** Makes all failed saves due now, including final failures: their cause (such as a path that was too long) may be gone. Returns their ids. */
export function makeFailedSavesDue(journal: Journal): readonly number[] {
  return journal.transaction(() =>
    journal
      .statement(`UPDATE fragments SET wants_save = 1, next_attempt_at = 0 WHERE state = 'failed' AND ${hasCapture} RETURNING id`)
      .all()
      .map((row) => wholeNumber(row.id))
      .filter((id) => id !== null),
  );
}
