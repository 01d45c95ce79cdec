/**
 * The limits of the history: the oldest copies beyond them are removed, in slices. Never removed are pinned copies, those that wait to be judged or
 * saved, those on hold, and what is on the clipboard now.
 */
import { fragmentKinds } from '../../contract/fragment-words.ts';
import type { FragmentKind } from '../../contract/source-snapshot.ts';
import { journalBytes } from '../blobs.ts';
import { fragmentsByState } from '../fragments/counts.ts';
import { countSelections, isSelected } from '../fragments/selections.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { type Row, wholeNumber } from '../row-values.ts';
import { earlierIndex } from '../search/earlier-indexes.ts';
import { type DeletedSlice, deleteSlice } from './delete-fragments.ts';

/** Null: no limit. */
export interface TrimLimits {
  readonly maxCount: number | null;
  readonly maxBytes: number | null;
  /** Copies of a kind that were made before this time (Unix time in ms) are too old. */
  readonly keptSinceMs: Readonly<Record<FragmentKind, number | null>>;
}

/** Where a pass is: first it goes through the oldest copies for their age, and then by number for the count and the size. */
export type TrimPlace =
  | { readonly by: 'age'; readonly copiedAtMs: number; readonly captureId: number }
  | { readonly by: 'number'; readonly fragmentId: number };

export const trimStart: TrimPlace = { by: 'age', copiedAtMs: 0, captureId: 0 };
const numberStart: TrimPlace = { by: 'number', fragmentId: 0 };

/** `after`: the place after which the next step goes on; null at the end. */
export interface TrimStep {
  readonly removed: number;
  readonly after: TrimPlace | null;
}

const rowsAtOnce = 200;
const budgetMs = 8;

/** Goes through some fragments, oldest first, and removes those that are beyond a limit. Each step costs the same, however long the history is. */
export function trimStep(journal: Journal, limits: TrimLimits, after: TrimPlace): TrimStep {
  return after.by === 'age' ? trimForAge(journal, limits, after) : trimForRoom(journal, limits, after.fragmentId);
}

/** The SQL for: it must not be removed. */
const stays = `(state IN ('captured', 'deleted') OR wants_save = 1 OR EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id AND pinned = 1)
  OR EXISTS (SELECT 1 FROM present WHERE present.capture_id = fragments.capture_id)) AS stays`;

/** The captures after a place, by time and number: of one time, as an import may make many, and then those of later times. */
const captureAfter = (condition: string): string =>
  `SELECT * FROM (SELECT id, copied_at FROM captures INDEXED BY captures_by_time
     WHERE ${condition} AND copied_at < ?3 AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY copied_at, id LIMIT ${rowsAtOnce})`;
const oldest = `${captureAfter('copied_at = ?1 AND id > ?2')} UNION ALL ${captureAfter('copied_at > ?1')} LIMIT ${rowsAtOnce}`;

function trimForAge(journal: Journal, limits: TrimLimits, { copiedAtMs, captureId }: TrimPlace & { readonly by: 'age' }): TrimStep {
  const since = Math.max(...Object.values(limits.keptSinceMs).map((each) => each ?? 0));
  const rows = journal
    .statement(
      `SELECT oldest.id AS capture_id, copied_at, fragments.id, kind, ${stays} FROM (${oldest}) AS oldest
         LEFT JOIN fragments ON fragments.capture_id = oldest.id AND fragments.id > 0 AND fragments.id <= ${Number.MAX_SAFE_INTEGER}
       ORDER BY copied_at, oldest.id, fragments.id`,
    )
    .all(copiedAtMs, captureId, since);
  const doomed = rows.filter((row) => row.stays === 0 && isTooOld(row.kind, wholeNumber(row.copied_at), limits));
  const ids = doomed.map((row) => Number(row.id));
  const { looked, deleted } = deleteSome(journal, ids);
  const [cut, last] = [doomed[looked], rows.at(-1)];
  const before = (row: Row, captures: number): TrimPlace => ({
    by: 'age',
    copiedAtMs: Number(row.copied_at),
    captureId: Number(row.capture_id) - captures,
  });
  if (cut !== undefined) return { removed: deleted, after: before(cut, 1) };
  return { removed: deleted, after: last === undefined ? numberStart : before(last, 0) };
}

/** The count and the size are read anew in each step, so that nothing is removed once there is room. */
function trimForRoom(journal: Journal, limits: TrimLimits, after: number): TrimStep {
  const room = roomFor(journal, limits);
  if (room.count <= 0 && !room.isTooLarge) return { removed: 0, after: null };
  const rows = journal
    .statement(
      `SELECT id, ${isSelected} AS selected, ${stays} FROM fragments WHERE id > ? AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY id LIMIT ${rowsAtOnce}`,
    )
    .all(BigInt(after));
  // Selections have a count of their own.
  const doomed = rows.filter((row) => row.stays === 0 && (room.isTooLarge || row.selected === 0)).map((row) => Number(row.id));
  // The size is known only once some are gone.
  const some = doomed.slice(0, room.isTooLarge ? Math.max(room.count, rowsForSize) : room.count);
  const { looked, deleted } = deleteSome(journal, some);
  const next = doomed[looked];
  const last = wholeNumber(rows.at(-1)?.id);
  const fragmentId = next === undefined ? last : next - 1;
  return { removed: deleted, after: fragmentId === null ? null : { by: 'number', fragmentId } };
}

function deleteSome(journal: Journal, ids: readonly number[]): DeletedSlice {
  return ids.length === 0 ? { looked: 0, deleted: 0, onHold: [] } : deleteSlice(journal, ids, budgetMs, 'later');
}

/** Removed at once for the size alone. */
const rowsForSize = 20;

function roomFor(journal: JournalReader, { maxCount, maxBytes }: TrimLimits): { readonly count: number; readonly isTooLarge: boolean } {
  const total = maxCount === null ? 0 : Object.values(fragmentsByState(journal)).reduce((sum, fragments) => sum + fragments, 0);
  // For some minutes after an update the journal has two search indexes, and no copy must go because of that.
  const isTooLarge = maxBytes !== null && journalBytes(journal) > maxBytes && earlierIndex(journal) === undefined;
  return { count: maxCount === null ? 0 : total - countSelections(journal, 'with-deleted') - maxCount, isTooLarge };
}

function isTooOld(kind: unknown, copiedAtMs: number | null, { keptSinceMs }: TrimLimits): boolean {
  const known = fragmentKinds.find((each) => each === kind);
  const since = known === undefined ? null : keptSinceMs[known];
  return since !== null && copiedAtMs !== null && copiedAtMs < since;
}

/** Whether there is any limit. */
export function hasLimits({ maxCount, maxBytes, keptSinceMs }: TrimLimits): boolean {
  return maxCount !== null || maxBytes !== null || Object.values(keptSinceMs).some((since) => since !== null);
}
