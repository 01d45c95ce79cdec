/**
 * Keys that are pressed before the answer to what is typed. They mean rows of that answer: all of them wait for it, in their order, and are carried out on its rows.
 * None is carried out on the rows of the search before.
 */
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';

/**
 * Nobody types so many blindly. If there are more, what they mean together is uncertain, and none is carried out. Each needs a render of its own, of which React
 * lets at most 50 follow one another at once.
 */
export const mostWaiting = 32;
/** As long as the desktop keeps what is typed after them: later nobody expects them any more. */
const waitWithinMs = 8_000;

interface Answer<Key> {
  /** The text in the box. Keys that were pressed for another one are forgotten. */
  readonly text: string;
  readonly isAnswered: boolean;
  /** What waits means nothing any more: the text is no search, or something else has the keyboard. */
  readonly isVoid?: boolean;
  readonly run: (key: Key) => void;
  /** What is pressed after it is not for the rows: it closes them, or opens something over them. */
  readonly isLast: (key: Key) => boolean;
  /** One key that does what both do, one after the other; null if there is none. */
  readonly joined?: (key: Key, next: Key) => Key | null;
  /** A last one has waited, and was carried out or forgotten. */
  readonly ended?: () => void;
}

export interface WaitingKeys<Key> {
  /** Carries it out: at once, or after the answer and those that already wait. */
  readonly press: (key: Key) => void;
  /** Forgets them. */
  readonly cancel: () => void;
  /** A key that is pressed now has to wait. */
  readonly mustWait: () => boolean;
  /** A last one waits. */
  readonly hasLast: () => boolean;
}

/** The waiting ones with one more; the same if there is no room for it, or it is not for the rows. */
export function withKey<Key>(keys: readonly Key[], key: Key, { isLast, joined }: Pick<Answer<Key>, 'isLast' | 'joined'>): readonly Key[] {
  const before = keys.at(-1);
  if (before === undefined) return [key];
  if (isLast(before)) return keys;
  const both = joined?.(before, key) ?? null;
  if (both !== null) return [...keys.slice(0, -1), both];
  return keys.length < mostWaiting ? [...keys, key] : keys;
}

export function useWaitingKeys<Key>(answer: Answer<Key>): WaitingKeys<Key> {
  const { text, isAnswered, isVoid = false, run, isLast, ended } = answer;
  const waiting = useRef<{ readonly text: string; keys: readonly Key[] }>({ text, keys: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const latest = useRef(ended);
  latest.current = ended;

  const hasLast = (): boolean => waiting.current.keys.some(isLast);
  const cancel = (): void => {
    clearTimeout(timer.current);
    waiting.current = { text, keys: [] };
  };
  const end = (): void => {
    const hadLast = hasLast();
    cancel();
    if (hadLast) latest.current?.();
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  // React renders what a layout effect has changed before any event: between two of them no other key is carried out, on rows that are not drawn yet.
  useLayoutEffect(() => {
    const { keys } = waiting.current;
    const [key] = keys;
    if (key === undefined) return;
    if (waiting.current.text !== text || isVoid) return end();
    if (!isAnswered) return;
    if (keys.length >= mostWaiting) return end();
    // One at a time: the next one is for the rows as this one leaves them.
    run(key);
    if (keys.length === 1) return end();
    waiting.current.keys = keys.slice(1);
    drawAgain();
  });

  const mustWait = (): boolean => !isAnswered || waiting.current.keys.length > 0;
  return {
    press: (key) => {
      if (!mustWait()) return run(key);
      if (waiting.current.text !== text) end();
      if (waiting.current.keys.length === 0) {
        waiting.current = { text, keys: [] };
        timer.current = setTimeout(end, waitWithinMs);
      }
      waiting.current.keys = withKey(waiting.current.keys, key, answer);
    },
    cancel,
    mustWait,
    hasLast,
  };
}
