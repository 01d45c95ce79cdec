/** The rows of the picker: what can be pasted of the history, or of what the search finds. */
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { FragmentRow, PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { withFirst } from '../rows/first-rows.ts';
import type { VisibleNumbers } from '../rows/next-rows-question.ts';
import { foundRows, historyRows } from '../rows/page-lists.ts';
import type { ShownRows } from '../rows/row-list.ts';

interface PickerRows {
  readonly rows: readonly FragmentRow[];
  /** They are those of the present search, or it fails. */
  readonly isAnswered: boolean;
  /** They are those of the present search: one of them may be picked. */
  readonly isKnown: boolean;
  /** There are more beyond them. */
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
 * The place of the row that Enter means before any other is chosen: what is on the clipboard; without it the latest copy. A pinned one was copied long ago, and
 * is pasted only by whoever chooses it.
 */
export function usualPlace(rows: readonly FragmentRow[], present: readonly FragmentRow[]): number {
  const [first] = rows;
  if (first === undefined || present.some(({ id }) => id === first.id)) return 0;
  return Math.max(
    0,
    rows.findIndex(({ isPinned }) => !isPinned),
  );
}

/** Which of them are wanted: so many, from the top or from the real end of the list. */
export interface WantedRows {
  readonly count: number;
  readonly isAtEnd: boolean;
}

/** Rows that are drawn at first: those in sight. Others follow once these are drawn, and when the choice or the view comes near their end. */
export const fromTheTop: WantedRows = { count: 10, isAtEnd: false };
export const rowsSoon = 30;
const soonMs = 150;

/** Wants more of them a moment after the first ones are there. */
export function useRowsSoon(
  { count, isAtEnd }: WantedRows,
  want: (change: (now: WantedRows) => WantedRows) => void,
  { query, isAnswered }: { readonly query: string; readonly isAnswered: boolean },
): void {
  const isScarce = isAnswered && count < rowsSoon;
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each search
  useEffect(() => {
    if (!isScarce) return;
    const timer = setTimeout(() => want((now) => ({ ...now, count: rowsSoon })), soonMs);
    return () => clearTimeout(timer);
  }, [isScarce, isAtEnd, query]);
}

interface KnownRows {
  readonly rows: readonly FragmentRow[];
  readonly isKnown: boolean;
  readonly hasMore: boolean;
  /** What has to be read for that. */
  readonly sight: VisibleNumbers;
}

const canBePicked = ({ canCopy }: FragmentRow): boolean => canCopy;

/** The rows from the top on, the first ones before them: each once. Below a gap the rows are not those that follow. */
export function fromTop({ rows: { parts }, first }: ShownRows, count: number): KnownRows {
  const [run] = parts;
  const known = run?.kind === 'run' ? run.rows.filter(canBePicked) : [];
  const gap = parts.find(({ kind }) => kind === 'gap');
  const oldest = known.length >= count || gap === undefined ? Number(known.at(count - 1)?.id ?? 0) : Math.max(0, gap.to - 1);
  return {
    rows: withFirst(first.filter(canBePicked), known.slice(0, count)),
    isKnown: run?.kind === 'run' && (known.length > 0 || gap === undefined),
    hasMore: known.length > count || gap !== undefined,
    sight: { newest: Number.POSITIVE_INFINITY, oldest: Number.isFinite(oldest) ? oldest : Number.MAX_SAFE_INTEGER },
  };
}

/** Whatever is between the top and them. */
function fromEnd({ rows: { parts } }: ShownRows, count: number): KnownRows {
  const last = parts.at(-1);
  const run = last?.kind === 'run' ? last : null;
  const known = run === null ? [] : run.rows.filter(canBePicked);
  const isShort = known.length < count && parts.length > 1;
  return {
    rows: known.slice(-count),
    isKnown: run !== null && (known.length > 0 || parts.length === 1),
    hasMore: known.length > count || parts.length > 1,
    sight: { newest: isShort && run !== null ? run.to : Number(known.at(-count)?.id ?? 0), oldest: 0 },
  };
}

/**
 * At least `count` of them, if there are so many. Those of the search before stay until the present one is answered.
 *
 * @param query what is typed. Its rows are asked for at once; `told`, what the shell knows of a search, comes later.
 */
export function usePickerRows(query: string, told: PageView['search'], { count, isAtEnd }: WantedRows): PickerRows {
  const isTold = told.query === query;
  const isMistaken = isTold && told.mistake !== undefined;
  const list = query === '' || isMistaken ? historyRows : foundRows(query);
  const shown = useSyncExternalStore(list.subscribe, list.shown);
  // A search with a mistake has no rows; until the mistake is told, nothing is known.
  const isFailing = shown.isFailing && (isTold || list === historyRows);
  const { rows, isKnown, hasMore, sight } = useMemo(() => (isAtEnd ? fromEnd : fromTop)(shown, count), [shown, count, isAtEnd]);
  const { newest, oldest } = sight;
  // Before the frame is painted: the question is on its way meanwhile.
  useLayoutEffect(() => list.see('picker', { newest, oldest }), [list, newest, oldest]);
  useEffect(() => () => list.see('picker', null), [list]);
  const before = useRef<readonly FragmentRow[]>([]);
  if (isKnown || isFailing) before.current = rows;
  return { rows: before.current, isAnswered: isKnown || isFailing, isKnown, hasMore, isFailing, isMistaken };
}

/** Why there are no rows. */
export function absenceOf(
  { search: told, isEmpty, capture }: PageView,
  query: string,
  { isLost, isAnswered }: { readonly isLost: boolean; readonly isAnswered: boolean },
): string {
  if (capture.state === 'private') return say('No copies are shown in private mode');
  if (told.query === query && told.mistake !== undefined) return told.mistake;
  if (isLost) return say('Hub does not answer; see Diagnostics');
  if (!isAnswered) return say('Searching…');
  if (isEmpty) return capture.captured > 0 ? say('No copy is in the history now') : say('Nothing has been copied yet');
  if (query === '') return say('There is no copy that can be pasted');
  return say('No copy contains “{query}”', { query });
}
