/** The copies of the picker that are selected together, in the order in which they were: that is the order in which they are pasted. */
import { useMemo, useState } from 'react';
import { canBeJoined } from '../../../../contract/fragment-words.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { followedAmong, noSelection, rowsFromTo, type Selection, selected, toggled } from '../selection/selection.ts';

export interface PickedRows {
  readonly selection: Selection;
  /** The place of each one in what is pasted, from 1 on, by id; 0 for one that is left out there. */
  readonly places: ReadonlyMap<string, number>;
  readonly clear: () => void;
  /** Adds a row, or takes it out. `beside`: the row that the user chose before, which is the first one of a selection that begins. */
  readonly toggle: (row: FragmentRow, beside?: FragmentRow) => void;
  /** Extends to a row: from where the last one was added, or else from `from`. */
  readonly extend: (row: FragmentRow, from: FragmentRow) => void;
}

/** One alone is pasted as it is, whatever it is. */
function placesOf(rows: readonly FragmentRow[]): ReadonlyMap<string, number> {
  const joined = rows.length === 1 ? rows : rows.filter(canBeJoined);
  const at = new Map(joined.map(({ id }, place) => [id, place + 1]));
  return new Map(rows.map(({ id }) => [id, at.get(id) ?? 0]));
}

/** `rows`: all that can be seen of the list. What is not among them any more is not selected. */
export function usePickedRows(rows: readonly FragmentRow[]): PickedRows {
  const [picked, set] = useState(noSelection);
  const selection = useMemo(() => followedAmong(picked, rows), [picked, rows]);
  return {
    selection,
    places: useMemo(() => placesOf(selection.rows), [selection]),
    clear: () => set(noSelection),
    toggle: (row, beside) => {
      const isBeginning = selection.rows.length === 0 && beside !== undefined && beside.id !== row.id;
      set(toggled(isBeginning ? selected([beside], beside.id) : selection, row));
    },
    extend: (row, from) => {
      const anchor = selection.rows.length > 0 && selection.anchor !== null ? selection.anchor : from.id;
      set(selected(rowsFromTo(rows, anchor, row.id), anchor));
    },
  };
}
