/** The results of the search so far. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { withFirst } from '../rows/first-rows.ts';
import { foundRows } from '../rows/page-lists.ts';
import type { ShownRows } from '../rows/row-list.ts';
import { knownRows, wholeList } from '../rows/sparse-rows.ts';
import type { FoundRows } from './search-options.ts';

/** The history lists all results. */
const mostOffered = 50;

/** Above all numbers of fragments. */
const everyNumber = Number.MAX_SAFE_INTEGER;

const none: ShownRows = { rows: wholeList([]), first: [], isFailing: false };
const seeNothing = { subscribe: () => () => {}, shown: () => none, see: () => {} } as const;
/** The results of another query are offered until there is an answer. If there is none, commands are offered all the same. */
export function useSearchRows({
  query,
  verbs,
  sections = [],
  hints = [],
  mistake,
}: PageView['search']): FoundRows & { readonly isAnswered: boolean } {
  const list = query === '' || mistake !== undefined ? seeNothing : foundRows(query);
  const { rows, first, isFailing } = useSyncExternalStore(list.subscribe, list.shown);
  const known = knownRows(rows);
  const gap = rows.parts.find(({ kind }) => kind === 'gap');
  // Rare matches are found in parts: the search continues until there are enough.
  const oldest = known.length >= mostOffered || gap === undefined ? everyNumber : Math.min(everyNumber, gap.to - 1);
  useEffect(() => list.see('search', { newest: Number.POSITIVE_INFINITY, oldest }), [list, oldest]);
  useEffect(() => () => list.see('search', null), [list]);
  const before = useRef<FoundRows>({ verbs: [], rows: [] });
  const isRead = rows.parts[0]?.kind === 'run' && (known.length > 0 || verbs.length + sections.length > 0 || gap === undefined);
  const isAnswered = isRead || isFailing;
  if (isAnswered) before.current = { verbs, sections, hints, rows: withFirst(first, known).slice(0, mostOffered) };
  return { ...before.current, isAnswered };
}
