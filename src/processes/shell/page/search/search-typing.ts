/**
 * The text in the search box, and how it is sent to Hub. Only the user changes it, and what ends the search: no answer of Hub is ever written back into
 * the box, because it may be older than the letter that was typed last.
 */
import { useSyncExternalStore } from 'react';
import { latestView, sendCommand } from '../shell-client.ts';

export const longestQuery = 500;
/** Short enough to feel immediate, long enough that a word is one request. */
const settleMs = 80;

/** Null until somebody types: a page that is loaded again shows the search that Hub has. */
let typed: string | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text in the box. `query`: that of the current view. */
export function useTypedSearch(query: string): string {
  return useSyncExternalStore(subscribe, () => typed ?? query);
}

function ask(query: string): void {
  clearTimeout(waiting);
  waiting = undefined;
  sendCommand({ kind: 'search', query: query.trim() });
}

/** Changes the text, which is sent after a pause in typing; an empty text is sent at once. */
export function typeSearch(text: string, pauseMs = settleMs): void {
  const query = text.slice(0, longestQuery);
  typed = query;
  clearTimeout(waiting);
  if (query.trim() === '') ask(query);
  else waiting = setTimeout(() => ask(query), pauseMs);
  for (const listener of listeners) listener();
}

/** Sends typed text that was not sent yet, at once. */
export function askNow(): void {
  if (waiting !== undefined) ask(typed ?? '');
}

/** Another search begins, and the present one is to be had again: by what is returned, which also undoes what the other one still had to send. */
export function setSearchAside(): () => void {
  const before = typed;
  return () => typeSearch(before ?? latestView().view?.search.query ?? '', 0);
}
