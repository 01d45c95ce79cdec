/**
 * Deleting with a way back: the fragments are shown nowhere from that moment on, and erased when the time to undo it is over. If the process ends before that,
 * the next core does it. What must go at once is erased by `deleteSlice`.
 */
import { forgetDeletedCopy, rememberDeleted } from '../captures/deleted-copies.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { holdsInForce, type OnHold, onHold } from '../retention/holds-in-force.ts';
import { wholeNumber } from '../row-values.ts';
import { deleteSlice } from './delete-fragments.ts';
import { mergeCopies } from './merge-copies.ts';

/** Long enough to see the mistake and to type a command; short, because whoever deletes something wants it gone. */
export const undoWithinMs = 60_000;

/** What is to be deleted, and when. `deletion`: the number of the deletion that this slice continues. */
export interface DeletionOrder {
  readonly ids: readonly number[];
  readonly nowMs: number;
  readonly budgetMs: number;
  readonly deletion?: number | null;
}

/** `looked`: how many of the ids were handled. `onHold`: those that are not deleted. `deletion`: null if there was none of them. */
export interface HiddenSlice {
  readonly looked: number;
  readonly deleted: number;
  readonly onHold: readonly OnHold[];
  readonly deletion: number | null;
}

/** Deletes the first of these fragments, in one transaction of about `budgetMs`, and at least one. The time to undo the whole deletion begins anew. */
export function hideSlice(journal: Journal, { ids, nowMs, budgetMs, deletion = null }: DeletionOrder): HiddenSlice {
  const endMs = performance.now() + budgetMs;
  return journal.transaction(() => {
    const number = openDeletion(journal, deletion, nowMs + undoWithinMs);
    let [looked, deleted] = [0, 0];
    const kept: OnHold[] = [];
    for (const id of ids) {
      if (looked > 0 && performance.now() >= endMs) break;
      looked += 1;
      const hold = onHold(journal, id);
      if (hold !== null) kept.push(hold);
      else if (hide(journal, id, number)) deleted += 1;
    }
    const isEmpty = deletion === null && deleted === 0;
    if (isEmpty) journal.statement('DELETE FROM deletions WHERE id = ?').run(number);
    return { looked, deleted, onHold: kept, deletion: isEmpty ? null : number };
  });
}

function openDeletion(journal: Journal, known: number | null, endsAtMs: number): number {
  const { changes } = journal.statement('UPDATE deletions SET ends_at = ? WHERE id = ? AND ends_at <> ?').run(endsAtMs, known, over);
  return changes === 1 && known !== null
    ? known
    : journal.statement('INSERT INTO deletions (ends_at) VALUES (?)').run(endsAtMs).lastInsertRowid;
}

/** A save that waits must not happen meanwhile. */
function hide(journal: Journal, id: number, deletion: number): boolean {
  const { changes } = journal
    .statement(
      "INSERT INTO deleted_fragments (fragment_id, deletion_id, state, wants_save) SELECT id, ?, state, wants_save FROM fragments WHERE id = ? AND state <> 'deleted'",
    )
    .run(deletion, id);
  if (changes === 0) return false;
  rememberDeleted(journal, id);
  journal.statement("UPDATE fragments SET state = 'deleted', wants_save = 0 WHERE id = ?").run(id);
  return true;
}

/**
 * Which deleted fragments to bring back: those of the last deletion that can be undone, or these. `deletion`: the number of the deletion that this slice
 * continues, because there may be a later one by now, or none of it left.
 */
export interface UndeleteOrder {
  readonly ids: readonly number[] | 'last';
  readonly nowMs: number;
  readonly budgetMs: number;
  readonly deletion?: number | null;
}

/** `looked`: how many of the named ones were handled. `isOver`: all of them are back. `deletion`: which one that is, if the last is brought back; null if there is none. */
export interface RestoredSlice {
  readonly looked: number;
  readonly restored: readonly number[];
  readonly isOver: boolean;
  readonly deletion: number | null;
}

const rowsAtOnce = 500;

/** Brings some of them back, in one transaction of about `budgetMs`: call it again until it is over. Those whose time is over stay deleted. */
export function undelete(journal: Journal, { ids, nowMs, budgetMs, deletion: known = null }: UndeleteOrder): RestoredSlice {
  const endMs = performance.now() + budgetMs;
  return journal.transaction(() => {
    const last = ids === 'last' ? (known ?? lastDeletion(journal, nowMs)) : null;
    const wanted = ids === 'last' ? openRowsOf(journal, last, nowMs) : ids;
    const restored: number[] = [];
    let looked = 0;
    for (const each of wanted) {
      if (looked > 0 && performance.now() >= endMs) break;
      looked += 1;
      const row = typeof each === 'number' ? deletedRow(journal, each, nowMs) : each;
      if (row === null) continue;
      const { id, deletion } = row;
      restore(journal, id);
      restored.push(id);
      // What is left must not be erased while the rest comes back.
      if (ids === 'last') journal.statement('UPDATE deletions SET ends_at = ? WHERE id = ?').run(nowMs + undoWithinMs, deletion);
      dropIfEmpty(journal, deletion);
    }
    const isAll = looked === wanted.length && (ids !== 'last' || wanted.length < rowsAtOnce);
    return { looked, restored, isOver: isAll, deletion: last };
  });
}

interface DeletedRow {
  readonly id: number;
  readonly deletion: number;
}

/** Not due: neither over, nor so far ahead that the clock was set back; clocks are corrected by a little all the time. */
const isOpen = `ends_at > ?1 AND ends_at <= ?1 + ${2 * undoWithinMs}`;

/** One of which nothing is left is none: all of it was erased at once. */
function lastDeletion(journal: JournalReader, nowMs: number): number | null {
  const isLeft = 'EXISTS (SELECT 1 FROM deleted_fragments WHERE deletion_id = deletions.id)';
  return wholeNumber(journal.statement(`SELECT max(id) AS id FROM deletions WHERE ${isOpen} AND ${isLeft}`).get(nowMs)?.id);
}

function openRowsOf(journal: JournalReader, deletion: number | null, nowMs: number): readonly DeletedRow[] {
  const row = journal.statement(`SELECT 1 FROM deletions WHERE id = ?2 AND ${isOpen}`).get(nowMs, deletion);
  return row === undefined || deletion === null ? [] : fragmentsOf(journal, deletion).map((id) => ({ id, deletion }));
}

/** What can be brought back: how many copies, and until when (Unix time in ms). */
export interface Undoable {
  readonly copies: number;
  readonly untilMs: number;
}

/** The last deletion, or the deleted copy with this number; null if there is none, or its time is over. */
export function undoable(journal: JournalReader, what: number | 'last', nowMs: number): Undoable | null {
  const row = what === 'last' ? null : deletedRow(journal, what, nowMs);
  const deletion = what === 'last' ? lastDeletion(journal, nowMs) : (row?.deletion ?? null);
  const untilMs = wholeNumber(journal.statement('SELECT ends_at FROM deletions WHERE id = ?').get(deletion)?.ends_at);
  if (untilMs === null) return null;
  if (what !== 'last') return { copies: 1, untilMs };
  const { copies } = journal.statement('SELECT count(*) AS copies FROM deleted_fragments WHERE deletion_id = ?').get(deletion) ?? {};
  return { copies: wholeNumber(copies) ?? 0, untilMs };
}

/** The deleted copies that can be brought back now. */
export function undoableCopies(journal: JournalReader, nowMs: number): readonly number[] {
  return journal
    .statement(
      `SELECT fragment_id FROM deleted_fragments JOIN deletions ON deletions.id = deletion_id WHERE ${isOpen} ORDER BY fragment_id`,
    )
    .all(nowMs)
    .map((row) => wholeNumber(row.fragment_id))
    .filter((id) => id !== null);
}

function deletedRow(journal: JournalReader, id: number, nowMs: number): DeletedRow | null {
  const row = journal
    .statement(
      `SELECT deletion_id FROM deleted_fragments JOIN deletions ON deletions.id = deletion_id WHERE fragment_id = ?2 AND ${isOpen}`,
    )
    .get(nowMs, id);
  const deletion = wholeNumber(row?.deletion_id);
  return deletion === null ? null : { id, deletion };
}

function fragmentsOf(journal: JournalReader, deletion: number): readonly number[] {
  return journal
    .statement('SELECT fragment_id FROM deleted_fragments WHERE deletion_id = ? ORDER BY fragment_id LIMIT ?')
    .all(deletion, rowsAtOnce)
    .map((row) => wholeNumber(row.fragment_id))
    .filter((id) => id !== null);
}

/** If its content was copied again meanwhile, it becomes part of that copy. */
function restore(journal: Journal, id: number): void {
  forgetDeletedCopy(journal, id);
  journal
    .statement(
      `UPDATE fragments SET state = deleted.state, wants_save = deleted.wants_save
       FROM deleted_fragments AS deleted WHERE deleted.fragment_id = fragments.id AND fragments.id = ?`,
    )
    .run(id);
  journal.statement('DELETE FROM deleted_fragments WHERE fragment_id = ?').run(id);
  mergeCopies(journal, id);
}

function dropIfEmpty(journal: Journal, deletion: number): void {
  journal
    .statement('DELETE FROM deletions WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM deleted_fragments WHERE deletion_id = ?1)')
    .run(deletion);
}

const erasedWithinMs = 8;
/** The end of a deletion that is being erased: nobody can continue or undo it. */
const over = 0;

/**
 * Erases some of what can't be undone any more. Call it until the answer is false. What a hold has come for meanwhile is brought back; while the holds
 * can't be read, all of it waits for another while.
 */
export function eraseDue(journal: Journal, nowMs: number): boolean {
  if (holdsInForce(journal) === null) return putOff(journal, nowMs);
  const deletion = journal.transaction(() => closeDue(journal, nowMs));
  if (deletion === null) return false;
  const ids = fragmentsOf(journal, deletion);
  const kept = ids.length > 0 ? deleteSlice(journal, ids, erasedWithinMs).onHold : [];
  journal.transaction(() => {
    for (const { id } of kept) restore(journal, id);
    // A row whose fragment is gone, as only damage leaves it, must not keep the deletion due forever.
    journal
      .statement('DELETE FROM deleted_fragments WHERE deletion_id = ? AND NOT EXISTS (SELECT 1 FROM fragments WHERE id = fragment_id)')
      .run(deletion);
    dropIfEmpty(journal, deletion);
  });
  return true;
}

/** `after`: the number after which the next step goes on; null at the end. */
export interface AdoptStep {
  readonly adopted: number;
  readonly after: number | null;
}

/** Looked at in one step. */
const deletedAtOnce = 5_000;

/**
 * Makes what is deleted, and belongs to no deletion any more because a row of that was lost to damage, due now. Otherwise it would be hidden for good, and never
 * erased. Each step goes through some of what is deleted, and writes only if something is lost.
 */
export function adoptLost(journal: Journal, after: number): AdoptStep {
  const rows = journal
    .statement(
      `SELECT id, EXISTS (SELECT 1 FROM deleted_fragments JOIN deletions ON deletions.id = deletion_id WHERE fragment_id = fragments.id) AS is_known
       FROM fragments INDEXED BY fragments_deleted WHERE state = 'deleted' AND id > ? AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY id LIMIT ${deletedAtOnce}`,
    )
    .all(BigInt(after));
  const lost = rows.filter((row) => row.is_known === 0).map((row) => Number(row.id));
  if (lost.length > 0) journal.transaction(() => adopt(journal, lost));
  return { adopted: lost.length, after: rows.length < deletedAtOnce ? null : wholeNumber(rows.at(-1)?.id) };
}

function adopt(journal: Journal, ids: readonly number[]): void {
  const number = journal.statement('INSERT INTO deletions (ends_at) VALUES (?)').run(over).lastInsertRowid;
  for (const id of ids) {
    journal
      .statement(
        `INSERT INTO deleted_fragments (fragment_id, deletion_id, state, wants_save) SELECT id, ?1, 'filtered', 0 FROM fragments WHERE id = ?2 AND state = 'deleted'
         ON CONFLICT (fragment_id) DO UPDATE SET deletion_id = excluded.deletion_id`,
      )
      .run(number, id);
  }
  dropIfEmpty(journal, number);
}

/** The time to undo what is due begins anew. */
function putOff(journal: Journal, nowMs: number): boolean {
  const { changes } = journal.transaction(() =>
    journal.statement(`UPDATE deletions SET ends_at = ?1 + ${undoWithinMs} WHERE NOT (${isOpen})`).run(nowMs),
  );
  return changes > 0;
}

/** Whoever undoes it has waited for the lock, maybe with a time at which it was still open: so it is closed before it is erased. */
function closeDue(journal: Journal, nowMs: number): number | null {
  const deletion = wholeNumber(journal.statement(`SELECT id FROM deletions WHERE NOT (${isOpen}) ORDER BY id LIMIT 1`).get(nowMs)?.id);
  if (deletion !== null) journal.statement('UPDATE deletions SET ends_at = ?1 WHERE id = ?2 AND ends_at <> ?1').run(over, deletion);
  return deletion;
}

/** When the next deletion is due (Unix time in ms): the past if one is already; null without any. */
export function nextDue(journal: JournalReader, nowMs: number): number | null {
  const row = journal.statement(`SELECT min(iif(${isOpen}, ends_at, 0)) AS due FROM deletions`).get(nowMs);
  return row?.due === null ? null : (wholeNumber(row?.due) ?? 0);
}
