/** Which rows of a list are selected: pure. They are kept as rows, because a list drops those that are far from view. */
import { mostSelected } from '../../../../contract/fragment-words.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { knownRows, numberOf, partAt, type SparseRows } from '../rows/sparse-rows.ts';

export interface Selection {
  /** Newest first, as the list shows them. */
  readonly rows: readonly FragmentRow[];
  /** The row from which a range extends. */
  readonly anchor: string | null;
  /** The list has more, and no more can be selected at once. */
  readonly isCut: boolean;
}

export const noSelection: Selection = { rows: [], anchor: null, isCut: false };

/** Adds a row, or takes it out; the next range begins there. */
export function toggled({ rows }: Selection, row: FragmentRow): Selection {
  const others = rows.filter(({ id }) => id !== row.id);
  return selected(others.length < rows.length ? others : [...rows, row], row.id);
}

/** These rows and no others. */
export function selected(rows: readonly FragmentRow[], anchor: string | null, isCut = false): Selection {
  const ordered = rows.toSorted((one, other) => numberOf(other) - numberOf(one));
  return { rows: ordered.slice(0, mostSelected), anchor, isCut: isCut || ordered.length > mostSelected };
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
  const isSame = rows.length === selection.rows.length && rows.every((row, at) => row === selection.rows[at]);
  return isSame ? selection : { ...selection, rows };
}
