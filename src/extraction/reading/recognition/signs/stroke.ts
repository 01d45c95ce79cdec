/** Which of the characters that are one stroke a shape may be, by what is at its head and its foot. */
import { type Shape, sum } from './shape.ts';

/** Of the darkest pixel of a shape. */
const ink = 0.5;
/** In pixels: lower is too small to tell. */
const lowest = 16;

/** How much ink a row has, for `shapeOf`: a dot has little ink beside a foot. */
export function darkest(row: readonly number[]): number {
  return Math.max(0, ...row);
}

/** Grey letters beside black ones have ink too. */
function darkOf(shape: Shape): number {
  return ink * Math.max(...shape.map(darkest));
}

/** The first and last column with ink of each row; null for a row without. */
function edgesOf(shape: Shape): readonly (readonly [left: number, right: number] | null)[] {
  const dark = darkOf(shape);
  return shape.map((row) => {
    const left = row.findIndex((one) => one >= dark);
    return left === -1 ? null : [left, row.findLastIndex((one) => one >= dark)];
  });
}

/**
 * Of the height: the rows of the head, those in which it begins, and the rows of the foot; how far they reach beside the stroke at least, and how much lower the upper edge of a head is at its end than at its beginning,
 * at least in a head that falls, and at most in one that is level. Between both are heads of both characters (docs/decisions/0116).
 */
const part = { head: 0.3, begins: 0.2, foot: 0.12, reach: 0.09, falls: 0.03, level: 0.0025, dot: 0.05 } as const;
/** In columns: the edge of a narrower head tells nothing. */
const narrowestHead = 3;

/**
 * One stroke with something at its head on the left, or on both sides (`capital`), and at its foot on the right (`bent`), on both sides (`footed`), or nothing (`bare`); `falling`: footed, with
 * a head that falls to the left; `level`: footed, with a head that does not; `dotted`: there is a gap below the head.
 */
export type Stroke = 'dotted' | 'capital' | 'bent' | 'bare' | 'footed' | 'falling' | 'level';

/** @param shape cut by `darkest`. */
export function strokeOf(shape: Shape): Stroke | null {
  const height = shape.length;
  const edges = edgesOf(shape);
  if (height < lowest) return null;
  const middle = edges.slice(Math.round(height * 0.45), Math.round(height * 0.75));
  const lefts = middle.map((one) => one?.[0] ?? -1).toSorted((a, b) => a - b);
  const rights = middle.map((one) => one?.[1] ?? -1).toSorted((a, b) => a - b);
  const [left = -1, right = -1] = [lefts[lefts.length >> 1], rights[rights.length >> 1]];
  const isOne = lefts[0] !== -1 && (lefts.at(-1) ?? 0) - (lefts[0] ?? 0) <= 2 && (rights.at(-1) ?? 0) - (rights[0] ?? 0) <= 2;
  if (!isOne || right - left > height * 0.3) return null;
  const gap = edges.slice(Math.round(height * 0.1), Math.round(height * 0.42)).filter((one) => one === null).length;
  if (gap >= Math.max(2, height * 0.05)) {
    const isWhole = edges.slice(Math.round(height * 0.45)).every((one) => one !== null);
    return isWhole && isDot(edges, left, right) ? 'dotted' : null;
  }
  const least = Math.max(2, height * part.reach);
  const [head, foot] = [edges.slice(0, Math.round(height * part.head)), edges.slice(-Math.max(3, Math.round(height * part.foot)))];
  const reachesLeft = (rows: typeof edges): boolean => rows.some((one) => one !== null && left - one[0] >= least);
  const reachesRight = (rows: typeof edges): boolean => rows.some((one) => one !== null && one[1] - right >= least);
  // That of an `i` whose dot runs into it begins lower.
  if (!reachesLeft(head.slice(0, Math.ceil(height * part.begins)))) return null;
  const rows = shape.slice(0, head.length);
  if (reachesRight(head))
    return reachesLeft(foot) && reachesRight(foot) && isLevelHead(rows, right + 1, shape[0]?.length ?? 0) ? 'capital' : null;
  const falls = fallOf(rows, darkOf(shape), Math.min(...head.map((one) => one?.[0] ?? left)) + 1, left);
  const isFalling = falls !== null && falls >= height * part.falls;
  if (!reachesLeft(foot)) return reachesRight(foot) ? 'bent' : isFalling ? 'bare' : null;
  if (!reachesRight(foot)) return null;
  if (isFalling) return 'falling';
  return falls !== null && falls <= height * part.level ? 'level' : 'footed';
}

/** How much lower the upper edge is at the end of a head, which is its first column, than at its beginning beside the stroke, in pixels; null if too little of it is there. The column before is half of it at most, and so tells nothing. */
function fallOf(rows: Shape, dark: number, from: number, to: number): number | null {
  if (to - from < narrowestHead) return null;
  const third = (to - from) / 3;
  const [end, beginning] = [edgeOf(rows, dark, from, Math.ceil(from + third)), edgeOf(rows, dark, Math.floor(to - third), to)];
  return end === null || beginning === null ? null : end - beginning;
}

/** Where these columns become dark from above, between two rows as far as the upper one is grey, on average; null where none does. */
function edgeOf(rows: Shape, dark: number, from: number, to: number): number | null {
  const edges: number[] = [];
  for (let x = from; x < to; x += 1) {
    const y = rows.findIndex((row) => (row[x] ?? 0) >= dark);
    if (y === -1) continue;
    const [above, below] = [rows[y - 1]?.[x] ?? 0, rows[y]?.[x] ?? 0];
    edges.push(y - (below - dark) / (below - above));
  }
  return edges.length === 0 ? null : sum(edges) / edges.length;
}

/** What is above the gap stands over the stroke and is as high as a dot: an end of a letter of the line above is neither. */
function isDot(edges: ReturnType<typeof edgesOf>, left: number, right: number): boolean {
  // Its first row may be as soft as the gap.
  const gap = edges.slice(0, Math.round(edges.length * 0.45)).lastIndexOf(null);
  const dot = edges.slice(0, gap).filter((one) => one !== null);
  const wide = right - left + 1;
  return dot.length >= Math.max(2, edges.length * part.dot) && dot.every((one) => one[0] >= left - wide && one[1] <= right + wide);
}

/** A serif, and no bow. */
function isLevelHead(rows: Shape, from: number, to: number): boolean {
  const middle = middleRow(rows, from, to);
  return middle !== null && middle < rows.length / 2;
}

/** Where the ink of these columns is, on average; null without any. */
function middleRow(rows: Shape, from: number, to: number): number | null {
  let [weighed, all] = [0, 0];
  for (const [y, row] of rows.entries()) {
    const dark = sum(row.slice(from, to));
    weighed += y * dark;
    all += dark;
  }
  return all === 0 ? null : weighed / all;
}
