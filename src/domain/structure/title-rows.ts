/** Titles that stand in the first rows of a table, over all its columns: they are no headings of its columns. */
import type { MergedCells, TableCell } from '../../contract/extraction/structured-text.ts';
import { typedColumn } from './cell-types.ts';

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

/** Of the first rows of a table those with one text: merged over all columns, or alone at the start of the row. Null if none is, or if no table would be left. */
export function titleRowsOf(rows: readonly Row[], merged: readonly MergedCells[], width: number): TitleRows | null {
  const titles: string[] = [];
  let count = 0;
  while (titles.length < mostTitles && count < rows.length) {
    const wide = merged.find(({ row, column, columns }) => row === count && column === 0 && columns > 1);
    const [high, columns] = [wide?.rows ?? 1, wide?.columns ?? 1];
    const isAlone = rows.slice(count, count + high).every((row) => row.slice(columns).every(isBlank));
    const [cell = ''] = rows[count] ?? [];
    const isOverAll = columns >= width || (width >= fewestColumns && isText(cell));
    if (!isAlone || (!isBlank(cell) && !isOverAll)) break;
    if (!isBlank(cell)) titles.push(textOf(cell).trim());
    count += high;
  }
  const below = rows.slice(count);
  const isTable = below.length > 1 && below.some((row) => row.filter((cell) => !isBlank(cell)).length > 1);
  return titles.length > 0 && isTable ? { count, title: titles.join('\n') } : null;
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
