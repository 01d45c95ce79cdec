/** The rows of the picker: what can be pasted of the history, or of what the search finds. */
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { FragmentRow, PageView } from '../../../../contract/shell-page.ts';
import { foundRows, historyRows } from '../rows/page-lists.ts';

interface PickerRows {
  readonly rows: readonly FragmentRow[];
  /** They are those of the present search. */
  readonly isAnswered: boolean;
  /** There are more below. */
  readonly hasMore: boolean;
  readonly isFailing: boolean;
  /** What is typed is no search: they are those of the history. */
  readonly isMistaken: boolean;
}

/**
 * What is on the clipboard comes first, however long ago it was copied: called and answered with Enter, the picker pastes that. Two copies can be there at once.
 */
export function presentFirst(rows: readonly FragmentRow[], present: readonly FragmentRow[]): readonly FragmentRow[] {
  const there = present.filter(({ canCopy }) => canCopy).map((row) => rows.find(({ id }) => id === row.id) ?? row);
  const ids = new Set(there.map(({ id }) => id));
  return there.length === 0 ? rows : [...there, ...rows.filter(({ id }) => !ids.has(id))];
}

/**
 * At least `wanted` of them, if there are so many. Those of the search before stay until the present one is answered.
 *
 * @param query what is typed. Its rows are asked for at once; `told`, what the shell knows of a search, comes later.
 */
export function usePickerRows(query: string, told: PageView['search'], wanted: number): PickerRows {
  const isTold = told.query === query;
  const isMistaken = isTold && told.mistake !== undefined;
  const list = query === '' || isMistaken ? historyRows : foundRows(query);
  const { rows, isFailing: isUnread } = useSyncExternalStore(list.subscribe, list.shown);
  // A search with a mistake has no rows; until the mistake is told, nothing is known.
  const isFailing = isUnread && (isTold || list === historyRows);
  const [first] = rows.parts;
  // Below a gap the rows are not those that follow.
  const known = useMemo(() => (first?.kind === 'run' ? first.rows.filter(({ canCopy }) => canCopy) : []), [first]);
  const gap = rows.parts.find(({ kind }) => kind === 'gap');
  const oldest = known.length >= wanted || gap === undefined ? Number(known.at(wanted - 1)?.id ?? 0) : Math.max(0, gap.to - 1);
  const seen = Number.isFinite(oldest) ? oldest : Number.MAX_SAFE_INTEGER;
  // Before the frame is painted: the question is on its way meanwhile.
  useLayoutEffect(() => list.see('picker', { newest: Number.POSITIVE_INFINITY, oldest: seen }), [list, seen]);
  useEffect(() => () => list.see('picker', null), [list]);
  const before = useRef<readonly FragmentRow[]>([]);
  const isAnswered = first?.kind === 'run' && (known.length > 0 || gap === undefined);
  if (isAnswered || isFailing) before.current = known.slice(0, wanted);
  return {
    rows: before.current,
    isAnswered: isAnswered || isFailing,
    hasMore: known.length > wanted || gap !== undefined,
    isFailing,
    isMistaken,
  };
}
