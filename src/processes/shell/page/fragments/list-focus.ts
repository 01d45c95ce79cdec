/** The focus in a list: where keys move it, and that it is not lost when its row is deleted. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { indexOfNumber, type ListItem, rowFrom } from '../rows/list-items.ts';
import type { VirtualRows } from './virtual-rows.ts';

/** Where the focus should go: the first row from a number on, in a direction. If nothing is known there, it waits until the rows are read. */
interface Target {
  readonly number: number;
  readonly step: 1 | -1;
  /** Not the row with that number itself. */
  readonly isBeside?: true;
}

/** Where a key moves the focus from a row; null for another key. */
function targetOf(key: string, number: number, rows: VirtualRows): Target | null {
  const page = (step: 1 | -1): Target => {
    const index = indexOfNumber(rows.items, number);
    const { start = 0, size = 0 } = rows.placeOf(index) ?? {};
    const at = rows.itemAt(step === 1 ? start + rows.viewport - size : start - rows.viewport + size);
    const item = at === undefined ? undefined : rows.items[at.index];
    if (item?.kind !== 'gap' || at === undefined) return { number: Number(rowFrom(rows.items, at?.index ?? 0, 1)?.row.id ?? 0), step };
    const share = (start + step * (rows.viewport - size) - at.start) / at.size;
    return { number: Math.floor(item.gap.to - share * (item.gap.to - item.gap.from)), step };
  };
  if (key === 'ArrowDown') return { number, step: 1, isBeside: true };
  if (key === 'ArrowUp') return { number, step: -1, isBeside: true };
  if (key === 'Home') return { number: Number.POSITIVE_INFINITY, step: 1 };
  if (key === 'End') return { number: 0, step: -1 };
  if (key === 'PageDown') return page(1);
  return key === 'PageUp' ? page(-1) : null;
}

/** The item of a target: a row, or a gap that has to be read first. */
function itemOf(items: readonly ListItem[], { number, step, isBeside }: Target): number | null {
  for (let index = indexOfNumber(items, number) + (isBeside ? step : 0); index >= 0 && index < items.length; index += step)
    if (items[index]?.kind !== 'heading') return index;
  return null;
}

const byHand = ['wheel', 'touchmove', 'pointerdown'] as const;

export interface ListFocus {
  /** Moves the focus by the key. False for a key that does not move it. */
  readonly move: (key: string, number: number) => boolean;
}

interface Focused {
  readonly rows: VirtualRows;
  readonly list: RefObject<HTMLElement | null>;
  /** The row that has the focus. */
  readonly focused: string | null;
  readonly setFocused: (id: string) => void;
}

export function useListFocus({ rows, list, focused, setFocused }: Focused): ListFocus {
  const waiting = useRef<Target | null>(null);
  /** The row that gets the focus once it is laid out. */
  const coming = useRef<string | null>(null);

  function reveal(index: number): void {
    const item = rows.placeOf(index);
    if (item === undefined) return;
    // With the first row what is above the list is seen again: its headings.
    if (rows.items.slice(0, index).every(({ kind }) => kind === 'heading')) rows.moveTo(0);
    else if (item.start < rows.offset) rows.moveTo(item.start - 1);
    else if (Math.min(item.end, item.start + rows.viewport) > rows.offset + rows.viewport) rows.moveTo(item.end - rows.viewport);
  }

  function goTo(target: Target): void {
    waiting.current = null;
    const index = itemOf(rows.items, target);
    const item = index === null ? undefined : rows.items[index];
    if (index === null || item === undefined || item.kind === 'heading') return;
    if (item.kind === 'row') {
      coming.current = item.row.id;
      setFocused(item.row.id);
      return reveal(index);
    }
    waiting.current = target;
    revealGap(index, target);
  }

  /** The place in the gap where the target is. */
  function revealGap(index: number, { number, step }: Target): void {
    const place = rows.placeOf(index);
    const item = rows.items[index];
    if (place === undefined || item?.kind !== 'gap') return;
    const { from, to } = item.gap;
    const isInside = number > from && number < to - 1;
    const share = isInside ? (to - number) / (to - from) : step === 1 ? 0 : 1;
    const at = place.start + share * place.size;
    rows.moveTo(at - rows.viewport / 2);
  }

  /** The row itself, or the one that took its place; the last row if it was the last. */
  function rowFor(id: string): string | null {
    const { items } = rows;
    if (items.length === 0 || items.some(({ key }) => key === id)) return items.length === 0 ? null : id;
    // Its row was dropped, or is being read: it is unknown whether it was deleted.
    if (items[indexOfNumber(items, Number(id))]?.kind === 'gap') return null;
    const row = rowFrom(items, indexOfNumber(items, Number(id)), 1) ?? rowFrom(items, items.length - 1, -1);
    return row?.row.id ?? null;
  }

  // Who scrolls by hand does not want to be taken to where a key was to lead.
  useEffect(() => {
    const main = document.getElementById('main');
    const stay = (): void => {
      waiting.current = null;
    };
    for (const sign of byHand) main?.addEventListener(sign, stay, { passive: true });
    return () => {
      for (const sign of byHand) main?.removeEventListener(sign, stay);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits goes on once the items have changed
  useLayoutEffect(() => {
    // The user may have moved elsewhere meanwhile.
    if (waiting.current !== null && list.current?.contains(document.activeElement)) goTo(waiting.current);
  }, [rows.items]);

  useLayoutEffect(() => {
    // A row that is laid out again, or was deleted, loses the focus: return it, or move it to the row that took its place.
    if (focused !== null && document.activeElement === document.body) coming.current = rowFor(focused);
    if (coming.current !== null && coming.current !== focused) setFocused(coming.current);
    if (coming.current === null) return;
    const opens = list.current?.querySelector<HTMLElement>(`[data-fragment="${coming.current}"] [data-opens]`);
    if (opens === null || opens === undefined) return;
    coming.current = null;
    // The pointer may have put it where it was, and keys continue from there.
    opens.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
  });

  return {
    move: (key, number) => {
      const target = targetOf(key, number, rows);
      if (target !== null) goTo(target);
      return target !== null;
    },
  };
}
