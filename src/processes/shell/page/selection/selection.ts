/** Which rows of a list are selected: pure. They are kept as rows, because a list drops those that are far from view. */
import { mostSelected } from '../../../../contract/fragment-words.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { knownRows, numberOf, partAt, type SparseRows } from '../rows/sparse-rows.ts';

export interface Selection {
  /** In the order in which they were selected; in the window's lists as these show them, newest first. */
  readonly rows: readonly FragmentRow[];
  /** The row from which a range extends. */
  readonly anchor: string | null;
  /** The list has more, and no more can be selected at once. */
  readonly isCut: boolean;
}

export const noSelection: Selection = { rows: [], anchor: null, isCut: false };

/** Adds a row as the last one, or takes it out; the next range begins there. */
export function toggled({ rows }: Selection, row: FragmentRow): Selection {
  const others = rows.filter(({ id }) => id !== row.id);
  return selected(others.length < rows.length ? others : [...rows, row], row.id);
}

/** These rows and no others. */
export function selected(rows: readonly FragmentRow[], anchor: string | null, isCut = false): Selection {
  return { rows: rows.slice(0, mostSelected), anchor, isCut: isCut || rows.length > mostSelected };
}

/** The newest first, whatever was selected first. */
export function newestFirst(selection: Selection): Selection {
  return { ...selection, rows: selection.rows.toSorted((one, other) => numberOf(other) - numberOf(one)) };
}

/** The rows from one to another, both included, in that direction; where the first one is not among them, the other alone. */
export function rowsFromTo(rows: readonly FragmentRow[], one: string, other: string): readonly FragmentRow[] {
  const to = rows.findIndex(({ id }) => id === other);
  const place = rows.findIndex(({ id }) => id === one);
  const from = place < 0 ? to : place;
  if (to < 0) return [];
  return from <= to ? rows.slice(from, to + 1) : rows.slice(to, from + 1).toReversed();
}

/** The rows between two, both included, as far as the list knows them; null if some of them have to be read first. */
export function knownBetween(list: SparseRows, one: number, other: number): readonly FragmentRow[] | null {
  const [oldest, newest] = one < other ? [one, other] : [other, one];
  const between = list.parts.filter(({ from, to }) => from <= newest && to > oldest);
  if (between.some(({ kind }) => kind === 'gap')) return null;
  return knownRows({ parts: between }).filter((row) => numberOf(row) <= newest && numberOf(row) >= oldest);
}

/** As the list is by now: changed rows have changed, and deleted ones are gone. The same object if nothing is different. */
export function followed(selection: Selection, list: SparseRows): Selection {
  const known = new Map(knownRows(list).map((row) => [row.id, row]));
  const rows = selection.rows.flatMap((row) => {
    const now = known.get(row.id);
    if (now !== undefined) return [now];
    return partAt(list, numberOf(row)).kind === 'gap' ? [row] : [];
  });
  return withRows(selection, rows);
}

/** The same among rows that are all there are. */
export function followedAmong(selection: Selection, all: readonly FragmentRow[]): Selection {
  if (selection.rows.length === 0) return selection;
  const known = new Map(all.map((row) => [row.id, row]));
  return withRows(
    selection,
    selection.rows.map(({ id }) => known.get(id)).filter((row) => row !== undefined),
  );
}

function withRows(selection: Selection, rows: readonly FragmentRow[]): Selection {
  const isSame = rows.length === selection.rows.length && rows.every((row, at) => row === selection.rows[at]);
  return isSame ? selection : { ...selection, rows };
}
