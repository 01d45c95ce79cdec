/** The selection of a list, by pointer and keys: Ctrl and Shift with a click, Shift with the arrow keys, Ctrl+A. */
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import type { RowList } from '../rows/row-list.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { followed, knownBetween, newestFirst, noSelection, type Selection, selected, toggled } from './selection.ts';

export interface ListSelection {
  readonly selection: Selection;
  readonly ids: ReadonlySet<string>;
  readonly clear: () => void;
  /** A click on a row. True if it was one that selects, and nothing else. */
  readonly click: (event: MouseEvent, row: FragmentRow) => boolean;
  /** A key, pressed on a row. True if it selects; Shift with a key that moves the focus only begins to: `focused` goes on. */
  readonly press: (event: KeyboardEvent, row: FragmentRow) => boolean;
  /** The focus has come to this row. */
  readonly focused: (row: FragmentRow) => void;
  /** A pointer is pressed: keys are over. */
  readonly settle: () => void;
}

interface Parts {
  readonly list: SparseRows;
  /** Reads rows that the list does not know. Without it, it knows all of them. */
  readonly read: RowList['rowsWithin'] | undefined;
  /** Gives the focus to a row, if there is one. */
  readonly enter: () => FragmentRow | undefined;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl alone is held. */
export const isCommand = (event: Pressed): boolean => (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
const isAll = (event: Pressed): boolean => isCommand(event) && event.key.toLowerCase() === 'a';

const moves: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

export function useSelection({ list, read, enter }: Parts): ListSelection {
  const [chosen, choose] = useState(noSelection);
  const selection = useMemo(() => followed(chosen, list), [chosen, list]);
  /** The keys extend the selection, until Shift is let go. */
  const isExtending = useRef(false);
  /** Only the answer to the last question counts. */
  const asked = useRef(0);
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });

  function set(next: Selection): void {
    asked.current += 1;
    choose(next);
  }

  async function between(one: number, other: number, anchor: string | null): Promise<void> {
    const known = knownBetween(latest.current, one, other);
    if (known !== null) return set(selected(known, anchor));
    asked.current += 1;
    const turn = asked.current;
    const answer = await read?.({ newest: Math.max(one, other), oldest: Math.min(one, other) });
    if (turn !== asked.current || answer === undefined || answer === null) return;
    choose(selected(answer.rows, anchor, answer.isCut));
  }

  // While nothing has the focus, Ctrl+A means the copies, and not the text of the page.
  const selectAll = useRef<() => boolean>(() => false);
  useLayoutEffect(() => {
    selectAll.current = () => {
      const row = enter();
      if (row !== undefined) void between(0, Number.POSITIVE_INFINITY, row.id);
      return row !== undefined;
    };
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (isAll(event) && !event.defaultPrevented && event.target === document.body && selectAll.current()) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return {
    selection,
    ids: useMemo(() => new Set(selection.rows.map(({ id }) => id)), [selection]),
    clear: () => set(noSelection),
    click: (event, row) => {
      isExtending.current = false;
      if (event.shiftKey) {
        const anchor = selection.anchor ?? row.id;
        void between(Number(anchor), Number(row.id), anchor);
        return true;
      }
      if (event.ctrlKey || event.metaKey) {
        set(newestFirst(toggled(selection, row)));
        return true;
      }
      if (selection.rows.length > 0) set(noSelection);
      return false;
    },
    press: (event, row) => {
      if (isAll(event)) {
        void between(0, Number.POSITIVE_INFINITY, row.id);
        return true;
      }
      if (isCommand(event) && event.key === ' ') {
        set(newestFirst(toggled(selection, row)));
        return true;
      }
      if (event.key === 'Escape' && selection.rows.length > 0) {
        set(noSelection);
        return true;
      }
      if (event.key === 'Shift') return false;
      isExtending.current = event.shiftKey && moves.has(event.key);
      if (isExtending.current && selection.rows.length === 0) set(selected([row], row.id));
      return false;
    },
    focused: (row) => {
      if (!isExtending.current) return;
      const anchor = selection.anchor ?? row.id;
      void between(Number(anchor), Number(row.id), anchor);
    },
    settle: () => {
      isExtending.current = false;
    },
  };
}
