/** The focus in a list: where keys move it, and that it is not lost when its row is deleted. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { indexOfNumber, rowFrom } from '../rows/list-items.ts';
import { itemOf, type Target, targetOf } from './list-keys.ts';
import type { VirtualRows } from './virtual-rows.ts';

const byHand = ['wheel', 'touchmove', 'pointerdown'] as const;

export interface ListFocus {
  /**
   * Takes a key, pressed on the row with this number. The first one moves the focus at once; those that follow within a frame add up, and move it in
   * the next one, so that a key that is held down costs one layout per frame. False for a key that does not move the focus.
   */
  readonly press: (key: string, number: number) => boolean;
  /** Does now what is left for the next frame, for a key that belongs to the row that those before it lead to. */
  readonly settle: () => void;
}

/** Gives the focus to the row at which Tab enters the list, and returns it. */
export function enterList(list: HTMLElement | null): HTMLElement | null {
  const opens = list?.querySelector<HTMLElement>('[data-opens][tabindex="0"]') ?? null;
  opens?.focus({ preventScroll: true });
  return opens?.closest<HTMLElement>('[data-fragment]') ?? null;
}

interface Focused {
  readonly rows: VirtualRows;
  readonly list: RefObject<HTMLElement | null>;
  /** The row that has the focus. */
  readonly focused: string | null;
  readonly setFocused: (id: string) => void;
}

export function useListFocus({ rows, list, focused, setFocused }: Focused): ListFocus {
  /** The place whose row has to be read first. */
  const waiting = useRef<Target | null>(null);
  /** Where the keys lead that were pressed since the focus was last moved, in this frame. */
  const ahead = useRef<Target | null>(null);
  const frame = useRef<number | null>(null);
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

  /** Whether the focus is in the list, or was in a row that is being laid out again: the user may have moved elsewhere meanwhile. */
  function isHere(): boolean {
    const { activeElement, body } = document;
    return activeElement === body ? focused !== null : (list.current?.contains(activeElement) ?? false);
  }

  // Who scrolls by hand, or leaves the list, does not want to be taken to where a key was to lead, nor does the next key start from there.
  useEffect(() => {
    const here = list.current;
    const stay = (): void => {
      waiting.current = null;
      ahead.current = null;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      // To nothing: the row is being laid out again, or another window is in front.
      if (relatedTarget instanceof Node && here?.contains(relatedTarget) === false) stay();
    };
    for (const sign of byHand) document.addEventListener(sign, stay, { passive: true });
    here?.addEventListener('focusout', onFocusOut);
    return () => {
      for (const sign of byHand) document.removeEventListener(sign, stay);
      here?.removeEventListener('focusout', onFocusOut);
    };
  }, [list]);

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits goes on once the items have changed, and the focus is back
  useLayoutEffect(() => {
    if (waiting.current !== null && isHere()) goTo(waiting.current);
  }, [rows.items]);

  // A frame begins after what the keys before it have changed.
  const latest = useRef<(target: Target) => void>(goTo);
  useLayoutEffect(() => {
    latest.current = (target) => {
      if (isHere()) goTo(target);
    };
  });
  useEffect(() => () => cancelAnimationFrame(frame.current ?? 0), []);

  function settle(): void {
    const target = ahead.current;
    ahead.current = null;
    if (target !== null) flushSync(() => latest.current(target));
  }

  function onFrame(): void {
    frame.current = ahead.current === null ? null : requestAnimationFrame(onFrame);
    settle();
  }

  return {
    press: (key, number) => {
      const from = ahead.current ?? waiting.current;
      const target = targetOf(key, from?.number ?? Number(coming.current ?? number), rows);
      if (target === null) return false;
      if (frame.current !== null) ahead.current = target;
      else {
        frame.current = requestAnimationFrame(onFrame);
        goTo(target);
      }
      return true;
    },
    settle,
  };
}
