/**
 * Which items of a list are laid out, and where. The visible rows stay in place if rows above them are added, deleted or resized; new rows appear if
 * the top of the list is visible. There are few items, because all unknown rows of a stretch are one gap.
 */
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { estimatedHeight, indexOfNumber, type ListItem, listItems, nextPassageMs, numberWithin, shareAbove } from '../rows/list-items.ts';
import type { VisibleNumbers } from '../rows/next-rows-question.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { ListScroll, longestPlacePx } from './list-scroll.ts';

interface Wanted {
  readonly rows: SparseRows;
  readonly isGrouped: boolean;
  /** The row that has the focus stays laid out, wherever the list is scrolled to. */
  readonly focused: string | null;
  /** The element of the list on the page. */
  readonly place: RefObject<HTMLElement | null>;
  /** Called with the visible range; null at the end. */
  readonly onSight: (sight: VisibleNumbers | null) => void;
}

export interface VirtualRows {
  readonly items: readonly ListItem[];
  readonly shown: readonly VirtualItem[];
  /** Of the list's element, in px. */
  readonly height: number;
  /** Of an item in that element, in px. */
  readonly topOf: (item: VirtualItem) => number;
  readonly measure: (element: HTMLElement | null) => void;
  /** The top of the visible part, in px of the whole list including what is above it. */
  readonly offset: number;
  readonly viewport: number;
  readonly moveTo: (offset: number) => void;
  readonly itemAt: (offset: number) => VirtualItem | undefined;
  readonly placeOf: (index: number) => VirtualItem | undefined;
}

/** Items laid out before and after the visible ones. */
const overscan = 8;
/** Rows are read this long before they become visible, in px. */
const early = 600;
/** Measured heights of rows that were dropped. */
const mostHeights = 5_000;

/** What stays in place: a number and how far below it the list is scrolled, or the end. Null at the top. */
type Anchor = { readonly number: number; readonly below: number } | 'end' | null;

export function useVirtualRows({ rows, isGrouped, focused, place, onSight }: Wanted): VirtualRows {
  const nowMs = useNow(rows);
  const items = useMemo(() => listItems(rows, isGrouped, nowMs), [rows, isGrouped, nowMs]);
  const [scroll] = useState(() => new ListScroll());
  const [margin, setMargin] = useState(0);
  const [, draw] = useReducer((turn: number) => turn + 1, 0);
  const anchor = useRef<Anchor>(null);
  const focusedIndex = useMemo(() => items.findIndex(({ key }) => key === focused), [items, focused]);

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => document.getElementById('main'),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    estimateSize: (index) => estimatedHeight(items[index] as ListItem),
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, count }: { startIndex: number; endIndex: number; count: number }) => {
        const from = Math.max(0, startIndex - overscan);
        const shown = Array.from({ length: Math.min(count - 1, endIndex + overscan) - from + 1 }, (_, index) => from + index);
        return focusedIndex === -1 || shown.includes(focusedIndex) ? shown : [...shown, focusedIndex].sort((one, other) => one - other);
      },
      [focusedIndex],
    ),
    scrollMargin: margin,
    // Only `scroll` scrolls the list.
    observeElementOffset: (_, heard) => scroll.onMoved(heard),
    scrollToFn: () => {},
    useFlushSync: false,
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  const total = virtualizer.getTotalSize();
  const height = Math.min(total, longestPlacePx);
  const shown = virtualizer.getVirtualItems();

  useEffect(() => {
    const main = document.getElementById('main');
    return main === null ? undefined : scroll.attach(main);
  }, [scroll]);
  const laidOut = useRef(items);
  const isKept = useRef(false);
  useLayoutEffect(
    () =>
      scroll.onMoved(() => {
        if (!isKept.current) anchor.current = anchorAt(scroll, virtualizer, laidOut.current);
        draw();
      }),
    [scroll, virtualizer],
  );
  useLayoutEffect(() => {
    laidOut.current = items;
    setMargin(marginOf(place.current));
    virtualizer.getTotalSize();
    scroll.setHidden(total - height);
    const to = offsetOf(anchor.current, scroll, virtualizer, items);
    // The anchor stays the one that the user scrolled to: the corrected position is rounded.
    isKept.current = true;
    if (to !== null && Math.abs(to - scroll.offset) >= 1) scroll.moveTo(to);
    isKept.current = false;
    forgetHeights(virtualizer, items);
  });
  const sight = sightOf(scroll, virtualizer, items);
  const { newest, oldest } = sight;
  useEffect(() => onSight({ newest, oldest }), [onSight, newest, oldest]);
  useEffect(() => () => onSight(null), [onSight]);

  return {
    items,
    shown,
    height,
    topOf: ({ start }) => start - margin - scroll.shift,
    measure: virtualizer.measureElement,
    offset: scroll.offset,
    viewport: scroll.viewport,
    moveTo: (offset) => scroll.moveTo(offset),
    itemAt: (offset) => (items.length === 0 ? undefined : virtualizer.getVirtualItemForOffset(offset)),
    placeOf: (index) => virtualizer.measurementsCache[index],
  };
}

/** After a sleep of the machine a timer is late. */
const longestWaitMs = 60_000;

/** The time, read again when the rows change or one of them passes to the next heading. */
function useNow(rows: SparseRows): number {
  const [nowMs, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are those of another time
  useLayoutEffect(() => setNow(Date.now()), [rows]);
  useEffect(() => {
    const waitMs = nextPassageMs(rows, nowMs);
    if (waitMs === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(waitMs, longestWaitMs));
    return () => clearTimeout(timer);
  }, [rows, nowMs]);
  return nowMs;
}

type Rows = Virtualizer<HTMLElement, HTMLElement>;

/** How far below the top of the scroller the list begins. */
function marginOf(place: HTMLElement | null): number {
  const main = document.getElementById('main');
  if (place === null || main === null) return 0;
  return Math.round(place.getBoundingClientRect().top - main.getBoundingClientRect().top - main.clientTop + main.scrollTop);
}

function anchorAt(scroll: ListScroll, virtualizer: Rows, items: readonly ListItem[]): Anchor {
  const { offset, max } = scroll;
  if (items.length === 0 || offset <= virtualizer.options.scrollMargin) return null;
  if (offset >= max - 1) return 'end';
  const first = virtualizer.getVirtualItemForOffset(offset);
  if (first === undefined) return null;
  const number = numberWithin(items, first.index, first.size === 0 ? 0 : (offset - first.start) / first.size);
  const start = startOf(number, virtualizer, items);
  return start === null || !Number.isFinite(number) ? null : { number, below: offset - start };
}

function startOf(number: number, virtualizer: Rows, items: readonly ListItem[]): number | null {
  const index = indexOfNumber(items, number);
  const item = virtualizer.measurementsCache[index];
  return item === undefined ? null : item.start + shareAbove(items[index], number) * item.size;
}

/** The scroll position that keeps the anchor in place; null without an anchor. */
function offsetOf(anchor: Anchor, scroll: ListScroll, virtualizer: Rows, items: readonly ListItem[]): number | null {
  if (anchor === null || items.length === 0) return null;
  if (anchor === 'end') return scroll.max;
  const start = startOf(anchor.number, virtualizer, items);
  return start === null ? null : Math.max(0, Math.min(scroll.max, start + anchor.below));
}

function sightOf(scroll: ListScroll, virtualizer: Rows, items: readonly ListItem[]): VisibleNumbers {
  const numberAt = (offset: number): number => {
    const item = items.length === 0 ? undefined : virtualizer.getVirtualItemForOffset(offset);
    if (item === undefined) return 0;
    return numberWithin(items, item.index, Math.min(1, Math.max(0, (offset - item.start) / item.size)));
  };
  const { offset, viewport } = scroll;
  const top = virtualizer.options.scrollMargin;
  const end = top + virtualizer.getTotalSize();
  return {
    newest: offset - early <= top ? Number.POSITIVE_INFINITY : numberAt(offset - early),
    oldest: offset + viewport + early >= end ? 0 : numberAt(offset + viewport + early),
  };
}

/** The virtualizer remembers each row that it has ever measured. */
function forgetHeights({ itemSizeCache }: Rows, items: readonly ListItem[]): void {
  if (itemSizeCache.size <= mostHeights) return;
  const there = new Set<unknown>(items.map(({ key }) => key));
  for (const key of itemSizeCache.keys()) if (!there.has(key)) itemSizeCache.delete(key);
}
