/** The rows that the picker and the search show before all others: what is pinned, or has the phrase that is searched for. Pure. */
import type { RowChange } from '../../../../contract/page-rows/rows.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { numberOf } from './sparse-rows.ts';

/** The rows with the first ones before them, each once. */
export function withFirst(first: readonly FragmentRow[], rows: readonly FragmentRow[]): readonly FragmentRow[] {
  if (first.length === 0) return rows;
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...rows.filter(({ id }) => !ids.has(id))];
}

/** After a change of one. `arePinned`: they are first because they are pinned, and a search finds its own anew. */
export function firstAfter(first: readonly FragmentRow[], change: RowChange, arePinned: boolean): readonly FragmentRow[] {
  const id = 'gone' in change ? change.gone : change.row.id;
  const isThere = first.some((row) => row.id === id);
  if ('gone' in change || (arePinned && !change.row.isPinned)) return isThere ? first.filter((row) => row.id !== id) : first;
  const { row } = change;
  if (isThere) return first.map((other) => (other.id === id ? row : other));
  return arePinned ? [...first, row].sort((one, other) => numberOf(other) - numberOf(one)) : first;
}
