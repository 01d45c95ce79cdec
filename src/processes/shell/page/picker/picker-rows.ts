/** The rows of the picker: the history, or what the search finds. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { FragmentRow, PageView } from '../../../../contract/shell-page.ts';
import { foundRows, historyRows } from '../rows/page-lists.ts';
import { knownRows } from '../rows/sparse-rows.ts';

interface PickerRows {
  readonly rows: readonly FragmentRow[];
  /** They are those of the present search. */
  readonly isAnswered: boolean;
  /** There are more below. */
  readonly hasMore: boolean;
  readonly isFailing: boolean;
}

/** At least `wanted` of them, if there are so many. Those of the search before stay until the present one is answered. */
export function usePickerRows({ query, mistake }: PageView['search'], wanted: number): PickerRows {
  const list = query === '' || mistake !== undefined ? historyRows : foundRows(query);
  const { rows, isFailing } = useSyncExternalStore(list.subscribe, list.shown);
  const [first] = rows.parts;
  // Below a gap the rows are not those that follow.
  const known = first?.kind === 'run' ? first.rows : [];
  const gap = rows.parts.find(({ kind }) => kind === 'gap');
  const oldest = known.length >= wanted || gap === undefined ? Number(knownRows(rows).at(wanted - 1)?.id ?? 0) : Math.max(0, gap.to - 1);
  const seen = Number.isFinite(oldest) ? oldest : Number.MAX_SAFE_INTEGER;
  // Before the frame is painted: the question is on its way meanwhile.
  useLayoutEffect(() => list.see('picker', { newest: Number.POSITIVE_INFINITY, oldest: seen }), [list, seen]);
  useEffect(() => () => list.see('picker', null), [list]);
  const before = useRef<readonly FragmentRow[]>([]);
  const isAnswered = first?.kind === 'run' && (known.length > 0 || gap === undefined);
  if (isAnswered || isFailing) before.current = known.slice(0, wanted);
  return { rows: before.current, isAnswered: isAnswered || isFailing, hasMore: known.length > wanted || gap !== undefined, isFailing };
}
