/** What is typed into the search, and its way to Hub. */
import { useEffect, useRef, useState } from 'react';
import { lastSearch, send } from './hub.ts';

export const longestQuery = 500;
/** Short enough to feel like typing, long enough that a word is one question. */
const settleMs = 80;

interface Typing {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Asks at once for what was typed and not asked for yet. */
  readonly askNow: () => void;
}

/** What is being typed, which is asked for once the fingers rest. An empty text goes at once. `found` is what the view was looked through for. */
export function useTyping(found: string): Typing {
  const [text, setText] = useState(found);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ask = (query: string): void => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    send({ kind: 'search', query: query.trim() });
  };
  // A search that ended elsewhere ends here too. A view of its end may come behind the next question: that one goes on.
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
  /** What the box says. */
  readonly text: string;
  readonly isAnswered: boolean;
  /** The first that was found, where something is to be seen. */
  readonly first: Option | undefined;
  readonly run: (option: Option) => void;
}

/**
 * For an Enter that comes before the answer: what it returns notes that, and the first that is found is run once it is, unless the text has
 * become another one.
 */
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
