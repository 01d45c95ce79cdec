/**
 * The limits of the history: the oldest copies beyond them are removed, in slices. Never removed are pinned copies, those that wait to be judged or
 * saved, and what is on the clipboard now.
 */
import type { FragmentKind } from '../../contract/source-snapshot.ts';
import { journalBytes } from '../blobs.ts';
import { fragmentsByState } from '../fragments/counts.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { isSoundId, wholeNumber } from '../row-values.ts';
import { earlierIndex } from '../search/earlier-indexes.ts';
import { deleteSlice } from './delete-fragments.ts';

/** Null: no limit. */
export interface TrimLimits {
  readonly maxCount: number | null;
  readonly maxBytes: number | null;
  /** Copies of a kind that were made before this time (Unix time in ms) are too old. */
  readonly keptSinceMs: Readonly<Record<FragmentKind, number | null>>;
}

/** `after`: the id after which the next step goes on; null at the end. */
export interface TrimStep {
  readonly removed: number;
  readonly after: number | null;
}

const rowsAtOnce = 200;
const budgetMs = 8;

/**
 * Goes through some fragments, oldest first, and removes those that are beyond a limit. The count and the size are read anew in each step, so that nothing
 * is removed once there is room.
 */
export function trimStep(journal: Journal, limits: TrimLimits, after: number): TrimStep {
  const rows = journal
    .statement(
      `SELECT fragments.id, kind, copied_at,
         state IN ('captured', 'deleted') OR wants_save = 1 OR EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id AND pinned = 1)
         OR EXISTS (SELECT 1 FROM present WHERE present.capture_id = fragments.capture_id) AS stays
       FROM fragments JOIN captures ON captures.id = capture_id
       WHERE fragments.id > ? AND ${isSoundId('fragments.id')} ORDER BY fragments.id LIMIT ?`,
    )
    .all(BigInt(after), rowsAtOnce);
  const room = roomFor(journal, limits);
  if (room.count <= 0 && !room.isTooLarge && rows.every(({ copied_at: atMs }) => isNewerThanAll(wholeNumber(atMs), limits)))
    return { removed: 0, after: beforeNextOld(journal, limits, wholeNumber(rows.at(-1)?.id) ?? after) };
  let spare = room.count;
  const doomed: number[] = [];
  let last = after;
  for (const row of rows) {
    last = wholeNumber(row.id) ?? last;
    if (row.stays !== 0) continue;
    const isOld = isTooOld(row.kind, wholeNumber(row.copied_at), limits);
    if (!isOld && spare <= 0 && !room.isTooLarge) continue;
    doomed.push(last);
    spare -= 1;
    // The size is known only once these are gone.
    if (!isOld && spare < 0 && doomed.length >= rowsForSize) break;
  }
  const { looked, deleted } = doomed.length === 0 ? { looked: 0, deleted: 0 } : deleteSlice(journal, doomed, budgetMs, 'later');
  const isCut = looked < doomed.length;
  return {
    removed: deleted,
    after: isCut ? (doomed[looked] ?? 1) - 1 : rows.length < rowsAtOnce && last === wholeNumber(rows.at(-1)?.id) ? null : last,
  };
}

/** Removed at once for the size alone. */
const rowsForSize = 20;

function roomFor(journal: JournalReader, { maxCount, maxBytes }: TrimLimits): { readonly count: number; readonly isTooLarge: boolean } {
  const total = maxCount === null ? 0 : Object.values(fragmentsByState(journal)).reduce((sum, fragments) => sum + fragments, 0);
  // For some minutes after an update the journal has two search indexes, and no copy must go because of that.
  const isTooLarge = maxBytes !== null && journalBytes(journal) > maxBytes && earlierIndex(journal) === undefined;
  return { count: maxCount === null ? 0 : total - maxCount, isTooLarge };
}

function isTooOld(kind: unknown, copiedAtMs: number | null, { keptSinceMs }: TrimLimits): boolean {
  const since = kind === 'text' || kind === 'image' || kind === 'files' ? keptSinceMs[kind] : null;
  return since !== null && copiedAtMs !== null && copiedAtMs < since;
}

/** The id after which the next fragment follows that may be too old, such as an imported one; null without one. */
function beforeNextOld(journal: JournalReader, { keptSinceMs }: TrimLimits, after: number): number | null {
  const since = Math.max(...Object.values(keptSinceMs).map((each) => each ?? 0));
  const row = journal
    .statement(
      `SELECT min(fragments.id) AS id FROM captures INDEXED BY captures_by_time JOIN fragments ON capture_id = captures.id
       WHERE copied_at < ? AND fragments.id > ? AND ${isSoundId('fragments.id')}`,
    )
    .get(since, BigInt(after));
  const next = wholeNumber(row?.id);
  return next === null ? null : next - 1;
}

/** Whether no limit of age applies to it. */
function isNewerThanAll(copiedAtMs: number | null, { keptSinceMs }: TrimLimits): boolean {
  return Object.values(keptSinceMs).every((since) => since === null || (copiedAtMs ?? 0) >= since);
}

/** Whether there is any limit. */
export function hasLimits({ maxCount, maxBytes, keptSinceMs }: TrimLimits): boolean {
  return maxCount !== null || maxBytes !== null || Object.values(keptSinceMs).some((since) => since !== null);
}
