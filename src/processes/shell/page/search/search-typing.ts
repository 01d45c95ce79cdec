/** The text typed into the search, and how it is sent to Hub. */
import { useEffect, useRef, useState } from 'react';
import { lastSearch, sendCommand } from '../shell-client.ts';

export const longestQuery = 500;
/** Short enough to feel immediate, long enough that a word is one request. */
const settleMs = 80;

interface Typing {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Sends typed text that was not sent yet, at once. */
  readonly askNow: () => void;
}

/** The text being typed, which is sent after a pause in typing; an empty text is sent at once. `found` is the query of the current view. */
export function useTyping(found: string): Typing {
  const [text, setText] = useState(found);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ask = (query: string): void => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    sendCommand({ kind: 'search', query: query.trim() });
  };
  // A search that ended elsewhere ends here too. A view with that end may arrive after the next request: that one continues.
  useEffect(() => {
    if (found === '' && waiting.current === undefined && lastSearch() === '') setText('');
  }, [found]);
  const type = (typed: string): void => {
    const query = typed.slice(0, longestQuery);
    setText(query);
    clearTimeout(waiting.current);
    if (query.trim() === '') ask(query);
    else waiting.current = setTimeout(() => ask(query), settleMs);
  };
  const askNow = (): void => {
    if (waiting.current !== undefined) ask(text);
  };
  return { text, type, askNow };
}

interface Answer<Option> {
  /** The text in the box. */
  readonly text: string;
  readonly isAnswered: boolean;
  /** The first visible result. */
  readonly first: Option | undefined;
  readonly run: (option: Option) => void;
}

/** For an Enter before the answer: the returned function notes it, and the first result is run once it arrives, unless the text has changed. */
export function useAwaitedEnter<Option>({ text, isAnswered, first, run }: Answer<Option>): () => void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    const wanted = awaited.current;
    if (wanted === null || (wanted === text && !isAnswered)) return;
    awaited.current = null;
    if (wanted === text && first !== undefined) run(first);
  });
  return () => {
    awaited.current = text;
  };
}
