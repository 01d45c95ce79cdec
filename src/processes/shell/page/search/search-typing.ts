/**
 * The text in the search box, and how it is sent to Hub. Only the user changes it, and what ends the search: no answer of Hub is ever written back into
 * the box, because it may be older than the letter that was typed last.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
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

interface Answer<Deed> {
  /** The text in the box. */
  readonly text: string;
  readonly isAnswered: boolean;
  readonly run: (deed: Deed) => void;
  /** It was run, or the text has changed. */
  readonly ended?: () => void;
}

interface Awaited<Deed> {
  /** Runs this once the answer is there, unless the text has changed by then. */
  readonly wait: (deed: Deed) => void;
  /** Forgets it. */
  readonly cancel: () => void;
  readonly isWaiting: () => boolean;
}

/** For a key that is pressed before the answer: what it asks for is done with the answer. */
export function useAwaitedAnswer<Deed>({ text, isAnswered, run, ended }: Answer<Deed>): Awaited<Deed> {
  const awaited = useRef<{ readonly text: string; readonly deed: Deed } | null>(null);
  useEffect(() => {
    const wanted = awaited.current;
    if (wanted === null) return;
    const isWanted = wanted.text === text;
    if (isWanted && !isAnswered) return;
    awaited.current = null;
    if (isWanted) run(wanted.deed);
    ended?.();
  });
  return {
    wait: (deed) => {
      awaited.current = { text, deed };
    },
    cancel: () => {
      awaited.current = null;
    },
    isWaiting: () => awaited.current !== null,
  };
}
