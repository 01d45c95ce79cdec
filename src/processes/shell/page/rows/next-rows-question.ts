/** Which part of a list is read next: pure. */
import { numberOf, type RowGap, type RowRun, type SparseRows } from './sparse-rows.ts';

/** The numbers that are visible or nearly so. */
export interface VisibleNumbers {
  readonly newest: number;
  readonly oldest: number;
}

/** `after` requests the oldest rows that are newer, `before` the newest rows that are older. Neither requests the newest of all. */
export interface RowsQuestion {
  readonly before?: number;
  readonly after?: number;
  /** The most rows of the answer; without it, as many as are usual for the list. */
  readonly limit?: number;
}

/** Rows above the visible ones, out of an answer of a hundred. */
const rowsAbove = 25;

/** The first visible part that is unknown or outdated; null if everything visible is known. */
export function nextRowsQuestion({ parts }: SparseRows, sight: VisibleNumbers): RowsQuestion | null {
  // In a gap without an upper end every place is beyond all numbers.
  const oldest = Math.min(sight.oldest, Number.MAX_SAFE_INTEGER);
  const inSight = parts.filter(({ from, to }) => from <= sight.newest && to > oldest);
  for (const part of inSight) {
    if (part.kind === 'gap') return questionOfGap(part, sight);
    if (part.isOld) return questionOfOld(part, sight);
  }
  return null;
}

/** From the visible end of the gap; if neither end is visible, from a place above the visible part. */
function questionOfGap({ from, to }: RowGap, { newest, oldest }: VisibleNumbers): RowsQuestion {
  if (newest >= to - 1) return startingBelow(to);
  if (oldest <= from) return { after: Math.max(0, from - 1) };
  return startingBelow(Math.min(to, newest + rowsAbove));
}

function questionOfOld({ from, to, rows }: RowRun, { newest, oldest }: VisibleNumbers): RowsQuestion {
  if (rows.length === 0 || newest >= numberOf(rows[0] as RowRun['rows'][number])) return startingBelow(to);
  if (oldest <= from) return { after: Math.max(0, from - 1) };
  return startingBelow(Math.min(to, newest + rowsAbove));
}

function startingBelow(to: number): RowsQuestion {
  return Number.isFinite(to) ? { before: to } : {};
}
