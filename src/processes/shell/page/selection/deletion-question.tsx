/**
 * Whether many copies are meant to be deleted: Ctrl+A and Delete may have been pressed for another window, which this one has just covered. Pinned copies stay, unless nothing
 * else is selected.
 */
import { makeStyles } from '@griffel/react';
import { type JSX, useEffect, useSyncExternalStore } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';

/** Of the element that has the bar, and in it the question. */
export const selectionPlaceId = 'selection-place';

/** Fewer are seen at a glance, and undone as fast. */
const askedFrom = 10;

export interface AskedDeletion {
  readonly rows: readonly FragmentRow[];
  readonly delete: (rows: readonly FragmentRow[]) => void;
  /** What has the focus again afterwards. */
  readonly from: Element | null;
}

let asked: AskedDeletion | null = null;
const listeners = new Set<() => void>();

function set(next: AskedDeletion | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Deletes a few at once, and more once the user has said so. */
export function deleteOrAsk(rows: readonly FragmentRow[], deletes: AskedDeletion['delete']): void {
  if (rows.length < askedFrom) return deletes(rows);
  set({ rows, delete: deletes, from: document.activeElement });
}

/** The question about these rows; null without one. With other rows it is about nothing any more. */
export function useAskedDeletion(rows: readonly FragmentRow[]): AskedDeletion | null {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => asked,
  );
  const isAboutThese = now !== null && now.rows.length === rows.length && now.rows.every(({ id }, at) => id === rows[at]?.id);
  const isOver = now !== null && !isAboutThese;
  useEffect(() => {
    if (isOver) set(null);
  }, [isOver]);
  return isAboutThese ? now : null;
}

/** The answer was no. A button of the bar, which made way for the question, is there again a moment later. */
export function keepAll(): void {
  const from = asked?.from;
  set(null);
  if (from instanceof HTMLElement && from.isConnected) return from.focus({ preventScroll: true });
  setTimeout(() => document.querySelector<HTMLElement>(`#${selectionPlaceId} button:not(:disabled)`)?.focus());
}

const useStyles = makeStyles({ text: { flex: '1 1 0', minWidth: 0 } });

export function DeletionQuestion({ question: { rows, delete: deletes } }: { readonly question: AskedDeletion }): JSX.Element {
  const styles = useStyles();
  const others = rows.filter(({ isPinned }) => !isPinned);
  const [gone, pinned] = others.length === 0 ? [rows, 0] : [others, rows.length - others.length];
  const question = say('Delete {count, plural, one {# copy} other {# copies}} from the history?', { count: gone.length });
  const stays = say('{count, plural, one {# pinned copy stays.} other {# pinned copies stay.}}', { count: pinned });
  return (
    <>
      <span role="alert" className={styles.text}>
        {pinned === 0 ? question : `${question} ${stays}`}
      </span>
      <Button
        size="small"
        onClick={() => {
          keepAll();
          deletes(gone);
        }}
      >
        {say('Delete')}
      </Button>
      {/* Whoever pressed keys in the wrong window presses others. */}
      <Button size="small" appearance="primary" autoFocus onClick={keepAll}>
        {say('Cancel')}
      </Button>
    </>
  );
}
