/** Rows that a key has just deleted, in lists that have not followed yet: the next key is for the next row. */
import { useMemo, useSyncExternalStore } from 'react';
import type { ShownRows } from './row-list.ts';
import { withoutRow } from './sparse-rows.ts';

/** The lists have followed by then, or the copy could not be deleted. */
const followsWithinMs = 3_000;

let gone: ReadonlySet<string> = new Set();
type Timer = ReturnType<typeof setTimeout>;
/** Of each, in the order in which they went. Those that went together have one. */
const timers = new Map<string, Timer>();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  gone = next;
  for (const listener of listeners) listener();
}

/** Those that this timer still stands for: others were deleted anew since. */
function forget(ids: Iterable<string>, timer: Timer): void {
  for (const id of [...ids]) if (timers.get(id) === timer) timers.delete(id);
  set(new Set(timers.keys()));
}

/** They are not shown until the lists have followed. */
export function tellGone(ids: readonly string[]): void {
  const told = new Set(ids);
  const timer = setTimeout(() => forget(told, timer), followsWithinMs);
  for (const id of told) {
    timers.delete(id);
    timers.set(id, timer);
  }
  set(new Set(timers.keys()));
}

/** Those that went last come back together, and are shown again as soon as a list has them. */
export function tellBack(): void {
  const last = [...timers.values()].at(-1);
  if (last === undefined) return;
  clearTimeout(last);
  forget(timers.keys(), last);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useGoneRows(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => gone);
}

export function useWithoutGone(list: ShownRows): ShownRows {
  const ids = useGoneRows();
  return useMemo(() => (ids.size === 0 ? list : { ...list, rows: [...ids].reduce(withoutRow, list.rows) }), [list, ids]);
}
