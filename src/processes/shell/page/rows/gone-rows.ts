/** Rows that a key has just deleted, in lists that have not followed yet: the next key is for the next row. */
import { useMemo, useSyncExternalStore } from 'react';
import type { ShownRows } from './row-list.ts';
import { withoutRow } from './sparse-rows.ts';

/** The lists have followed by then, or the copy could not be deleted. */
const followsWithinMs = 3_000;

let gone: ReadonlySet<string> = new Set();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  gone = next;
  for (const listener of listeners) listener();
}

function forget(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(new Set([...gone].filter((each) => each !== id)));
}

/** It is not shown until the lists have followed. */
export function tellGone(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  timers.set(
    id,
    setTimeout(() => forget(id), followsWithinMs),
  );
  set(new Set(timers.keys()));
}

/** The last one of them comes back, and is shown again as soon as a list has it. */
export function tellBack(): void {
  const last = [...gone].at(-1);
  if (last !== undefined) forget(last);
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
