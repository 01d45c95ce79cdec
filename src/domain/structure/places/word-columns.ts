/** The columns of a run of lines, by where their pieces stand. */
import { typedColumn } from '../cells/cell-types.ts';
import { type Piece, piecesOf, textOf, type WordLine } from './word-lines.ts';

export interface Column {
  left: number;
  right: number;
}

/** Of a table: more are noise. */
export const mostColumns = 64;
/** Of the usual blank between two words: so much wider is the gap between two narrow columns at least. */
const widerThanBlank = 1.4;
/** In heights of a word. */
const sameEdge = 0.2;

/** By the lines with the most pieces. */
export function columnsOf(run: readonly WordLine[]): readonly Column[] {
  const most = run.reduce((count, { pieces }) => Math.max(count, pieces.length), 0);
  const whole = run.filter(({ pieces }) => pieces.length === most);
  const columns = columnsByPlace(whole.flatMap(({ pieces }) => pieces));
  if (columns.length <= most || !isHeadedApart(whole, most)) return columns;
  // Each piece is of the column that it is counted as.
  const counted = Array.from({ length: most }, (_, at) => unitedColumn(whole.flatMap(({ pieces }) => pieces[at] ?? [])));
  return counted.every(({ left }, at) => left >= (counted[at - 1]?.right ?? left)) ? counted.slice(0, mostColumns) : columns;
}

/**
 * Whether only the headings stand beside columns: one in the middle of a wide column touches none of its cells. Where rows below stand in different columns,
 * such as those of debits and credits, or the first one has a value, each place is a column.
 */
function isHeadedApart([head, ...below]: readonly WordLine[], columns: number): boolean {
  const isText = head?.pieces.every((piece) => typedColumn([textOf(piece)])[0]?.type === 'text') === true;
  return isText && columnsByPlace(below.flatMap(({ pieces }) => pieces)).length === columns;
}

function unitedColumn(pieces: readonly Column[]): Column {
  return pieces.reduce((all, { left, right }) => ({ left: Math.min(all.left, left), right: Math.max(all.right, right) }), {
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
  });
}

function columnsByPlace(widest: readonly Column[]): readonly Column[] {
  const columns: Column[] = [];
  for (const { left, right } of widest.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last !== undefined && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns.slice(0, mostColumns);
}

/** By what stands over one column alone, and touches no other: a heading may be narrower than what is below it. */
export function widened(columns: readonly Column[], lines: readonly WordLine[]): readonly Column[] {
  const wide = columns.map((column) => ({ ...column }));
  for (const { left, right } of lines.flatMap(({ pieces }) => pieces)) {
    const over = wide.filter((column) => left < column.right && right > column.left);
    const [only] = over;
    if (only === undefined || over.length > 1) continue;
    [only.left, only.right] = [Math.min(only.left, left), Math.max(only.right, right)];
  }
  return wide;
}

/** The columns under it; the nearest one, if it stands between two. */
export function placeOf({ left, right }: Column, columns: readonly Column[]): { readonly at: number; readonly span: number } {
  const over = columnsUnder({ left, right }, columns);
  if (over.length > 0) return { at: over[0] ?? 0, span: over.length };
  const distances = columns.map((column) => Math.min(Math.abs(column.left - left), Math.abs(column.right - right)));
  return { at: Math.max(0, distances.indexOf(Math.min(...distances))), span: 1 };
}

export function columnsUnder({ left, right }: Column, columns: readonly Column[]): readonly number[] {
  return columns.flatMap((column, at) => (left < column.right && right > column.left ? [at] : []));
}

/** Cut also where their page says that two words were not written together. */
export function writtenApart(run: readonly WordLine[]): readonly WordLine[] {
  return run.map((line) => ({
    ...line,
    pieces: line.pieces.flatMap(({ words }) => piecesOf(words, (_, next) => next.isApart === true)),
  }));
}

/** Cut also between two columns that are closer than a wide gap. @param blank the usual one between two words. */
export function cutLines(run: readonly WordLine[], columns: readonly Column[], blank: number): readonly WordLine[] {
  return run.map((line) => ({ ...line, pieces: line.pieces.flatMap((piece) => cutAtColumns(piece, columns, blank)) }));
}

/**
 * Two narrow columns may stand closer than a wide gap: their words are further apart than those of a sentence, and the next one begins its column. If they are no
 * further apart, as where a full cell meets the next one, both stand at an edge of their columns.
 */
function cutAtColumns(piece: Piece, columns: readonly Column[], blank: number): readonly Piece[] {
  if (placeOf(piece, columns).span < 2) return [piece];
  return piecesOf(piece.words, (before, next) => {
    const { at, span } = placeOf(before, columns);
    if (placeOf(next, columns).at < at + span) return false;
    const height = next.bottom - next.top;
    return next.left - before.right > blank * widerThanBlank || (isAtEdge(before, height, columns) && isAtEdge(next, height, columns));
  });
}

/** It begins or ends with its column, as a cell does: by chance, both parts of a text over two columns hardly ever do. */
function isAtEdge(part: Column, height: number, columns: readonly Column[]): boolean {
  const { at, span } = placeOf(part, columns);
  const column = span === 1 ? columns[at] : undefined;
  return column !== undefined && Math.min(Math.abs(part.left - column.left), Math.abs(part.right - column.right)) <= height * sameEdge;
}
