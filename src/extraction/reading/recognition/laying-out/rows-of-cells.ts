/**
 * The cells of lines that stand below each other. Rows with all of their cells tell where the columns of a table are; in the others a cell may be empty, or two of them so close that their gap alone
 * tells nothing. A row that does not fit the columns stays as it was read.
 */
import type { ReadLine, ReadWord } from '../read-lines.ts';

/** What stands together in a line; empty where a column has nothing. */
export type Cell = readonly ReadWord[];

/** Rows that tell the columns, and cells of each: of two columns none is shifted. */
const [fewestRows, fewestCells] = [2, 3] as const;
/** Rows whose columns are tried, and how many each may have: all words are compared with them. */
const [mostTried, mostColumns] = [6, 64] as const;
/** In heights of a line: how far the edges of the cells of one column may be apart. */
const sameEdge = 0.3;
/** In heights of a line. */
const widestBlank = 0.5;

interface Column {
  readonly left: number;
  readonly right: number;
  /** Whether its cells begin, or end, below each other. */
  readonly beginsEvenly: boolean;
  readonly endsEvenly: boolean;
}

/** @param rows the cells of each line, at least one, as their gaps tell. */
export function withEmptyCells(lines: readonly ReadLine[], rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const placed = [...rows];
  for (let from = 0, to = 0; from < rows.length; from = to) {
    to = from + 1;
    if ((rows[from]?.length ?? 0) < 2) continue;
    while ((rows[to]?.length ?? 0) > 1 && (lines[to]?.top ?? 0) > (lines[to - 1]?.top ?? 0)) to += 1;
    const height = heightOf(lines.slice(from, to));
    const table = tableOf(rows.slice(from, to), height);
    for (const [at, row] of table?.entries() ?? []) placed[from + at] = row ?? placed[from + at] ?? [];
  }
  return placed;
}

/** By the columns that most rows fit, and of those as many the most columns; null in place of a row that does not fit. */
function tableOf(rows: readonly (readonly Cell[])[], height: number): readonly (readonly Cell[] | null)[] | null {
  let best: { readonly rows: readonly (readonly Cell[] | null)[]; readonly fitting: number; readonly columns: number } | null = null;
  const seeds = rows.filter((row) => row.length >= fewestCells && row.length <= mostColumns && row.every(({ length }) => length > 0));
  for (const seed of spread(seeds, mostTried)) {
    const ofSeed = seed.map((cell) => columnOf([cell], height));
    const whole = rows.filter((row) => row.length === seed.length && row.every((cell, at) => isIn(cell, ofSeed, at)));
    const columns = seed.map((_, at) =>
      columnOf(
        whole.map((row) => row[at] ?? []),
        height,
      ),
    );
    if (whole.length < fewestRows || columns.some(({ left }, at) => left <= (columns[at - 1]?.right ?? Number.NEGATIVE_INFINITY))) continue;
    const placed = rows.map((row) => inColumns(row, columns, height));
    const fitting = placed.filter((row) => row !== null).length;
    if (best === null || fitting > best.fitting || (fitting === best.fitting && columns.length > best.columns))
      best = { rows: placed, fitting, columns: columns.length };
  }
  return best === null ? null : best.rows;
}

/** At most so many, from all over. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** In this one, and in no other. */
function isIn(cell: Cell, columns: readonly Column[], own: number): boolean {
  const over = columnsOver(cell, columns);
  return over.length === 1 && over[0] === own;
}

/** Where those are that it stands in. @param columns from left to right, none over another. */
function columnsOver(cell: Cell, columns: readonly Column[]): readonly number[] {
  const [left, right] = [leftOf(cell), rightOf(cell)];
  let [from, to] = [0, columns.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((columns[middle]?.right ?? left) > left) to = middle;
    else from = middle + 1;
  }
  const over: number[] = [];
  for (let at = from; (columns[at]?.left ?? right) < right; at += 1) over.push(at);
  return over;
}

function columnOf(cells: readonly Cell[], height: number): Column {
  const [lefts, rights] = [cells.map(leftOf), cells.map(rightOf)];
  const [left, right] = [Math.min(...lefts), Math.max(...rights)];
  const near = height * sameEdge;
  return { left, right, beginsEvenly: Math.max(...lefts) - left <= near, endsEvenly: right - Math.min(...rights) <= near };
}

/** Null for a row with a cell between two of them, or in two. */
function inColumns(row: readonly Cell[], columns: readonly Column[], height: number): readonly Cell[] | null {
  const placed: Cell[] = [];
  for (const cell of row.flatMap((one) => cutAtColumns(one, columns, height))) {
    const own = columnsOver(cell, columns);
    // What is right of all columns comes behind the last one, where that is not empty.
    const isBehind = placed.length >= columns.length && own.length === 0;
    const at = isBehind ? placed.length : (own[0] ?? -1);
    if ((own.length !== 1 && !isBehind) || at < placed.length) return null;
    while (placed.length < at) placed.push([]);
    placed.push(cell);
  }
  return placed;
}

/** Two words that stand in two columns, the second of them at an edge of its own, are two cells, however narrow the gap: a blank is hardly a third as wide as its line is high. */
function cutAtColumns(cell: Cell, columns: readonly Column[], height: number): readonly Cell[] {
  const parts: ReadWord[][] = [];
  for (const word of cell) {
    const part = parts.at(-1);
    const [end, left, right] = [rightOf(part ?? []), leftOf([word]), rightOf([word])];
    const isAtEdge = (column: Column): boolean =>
      (column.beginsEvenly && Math.abs(left - column.left) <= height * sameEdge) ||
      (column.endsEvenly && Math.abs(right - column.right) <= height * sameEdge);
    const isOther = columnsOver([word], columns).some((own) => {
      const column = columns[own];
      return column !== undefined && end <= column.left && isAtEdge(column);
    });
    if (part === undefined || (isOther && left - end > height * widestBlank)) parts.push([word]);
    else part.push(word);
  }
  return parts;
}

function heightOf(lines: readonly ReadLine[]): number {
  const heights = lines.map(({ top, bottom }) => bottom - top).toSorted((one, other) => one - other);
  return heights[heights.length >> 1] ?? 0;
}

function leftOf(cell: Cell): number {
  return cell[0]?.symbols[0]?.left ?? 0;
}

function rightOf(cell: Cell): number {
  return cell.at(-1)?.symbols.at(-1)?.right ?? 0;
}
