/** Titles that stand in the first rows of a table, over all its columns: they are no headings of its columns. */
import type { MergedCells, TableCell } from '../../contract/extraction/structured-text.ts';
import { typedColumn } from './cells/cell-types.ts';

type Row = readonly (string | TableCell)[];

export interface TitleRows {
  readonly count: number;
  /** A line each. */
  readonly title: string;
}

/** More are a text in cells. */
const mostTitles = 8;
/** A table with fewer columns may have a first row with one name, and no title. */
const fewestColumns = 3;

/** Rows that are looked at for being headings and values. */
const judgedRows = 50;

/** Which rows have one text alone, and over how many rows and columns it stands. */
interface Grid {
  readonly rows: readonly Row[];
  /** By its row what is merged from the first column on. */
  readonly merged: ReadonlyMap<number, MergedCells>;
  readonly width: number;
}

/**
 * Of the first rows of a table those with one text: merged over all columns, or alone at the start of the row. Null if none is, or if no table would be left, or if
 * they are the name of a group of rows, as others further below are. Linear in the cells.
 */
export function titleRowsOf(rows: readonly Row[], merged: readonly MergedCells[], width: number): TitleRows | null {
  const atStart = merged.filter(({ column, columns }) => column === 0 && columns > 1);
  const grid = { rows, merged: new Map(atStart.toReversed().map((one) => [one.row, one])), width };
  const titles: string[] = [];
  let count = 0;
  while (titles.length < mostTitles && count < rows.length) {
    const alone = aloneAt(grid, count);
    if (alone === null) break;
    if (alone.title !== '') titles.push(alone.title);
    count += alone.high;
  }
  const below = rows.slice(count);
  const isTable = below.length > 1 && below.some((row) => filledIn(row) > 1);
  const isTitle = titles.length > 0 && isTable && (!hasGroups(grid, count) || isHeading(below));
  return isTitle ? { count, title: titles.join('\n') } : null;
}

/** A row with one title, or with nothing at all; null for others. */
function aloneAt({ rows, merged, width }: Grid, row: number): { readonly title: string; readonly high: number } | null {
  const { rows: high, columns } = merged.get(row) ?? { rows: 1, columns: 1 };
  if (!rows.slice(row, row + high).every((one) => one.slice(columns).every(isBlank))) return null;
  const [cell = ''] = rows[row] ?? [];
  const isOverAll = columns >= width || (width >= fewestColumns && isText(cell));
  return isBlank(cell) || isOverAll ? { title: textOf(cell).trim(), high } : null;
}

/** Whether there are titles further below, with rows under them: what stands alone in the last rows are notes. */
function hasGroups(grid: Grid, from: number): boolean {
  let isBelowTitle = false;
  for (let at = from; at < grid.rows.length; ) {
    const alone = aloneAt(grid, at);
    if (alone === null && isBelowTitle) return true;
    isBelowTitle ||= alone !== null && alone.title !== '';
    at += alone?.high ?? 1;
  }
  return false;
}

/** Names above a table that has other values too. */
function isHeading([first = [], ...below]: readonly Row[]): boolean {
  const isOther = (cell: string | TableCell): boolean => !isBlank(cell) && !isText(cell);
  return filledIn(first) > 1 && !first.some(isOther) && below.slice(0, judgedRows).some((row) => row.some(isOther));
}

function filledIn(row: Row): number {
  return row.filter((cell) => !isBlank(cell)).length;
}

function isText(cell: string | TableCell): boolean {
  return (typeof cell === 'string' ? typedColumn([cell])[0]?.type : cell.type) === 'text';
}

function isBlank(cell: string | TableCell): boolean {
  return textOf(cell).trim() === '';
}

function textOf(cell: string | TableCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}
