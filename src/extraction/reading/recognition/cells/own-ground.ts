/**
 * Columns of a line that stand on a ground of their own, as a word that was searched for, a bracket that another one matches, or a character under the cursor: the network reads them again by how far each pixel is from that ground. The picture
 * stays as it is, and what it was read as before counts where the network is not surer now.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { type CellReading, readCell } from './cell-network.ts';
import { type Column, certaintyOf, type SeenLine, windowAt } from './seen-line.ts';

/** In greys: what differs by less is one ground, and by more are two. */
const [same, apart] = [4, 20] as const;
/** Of the pixels of a column: what has less is no ground. */
const leastShare = 0.3;
/** In columns, from the row that letters stand on: where the ground of one is looked for, and as far as it reaches at most. */
const [lookedAbove, lookedBelow, highest, lowest] = [1.2, 0.2, 1.8, 0.7] as const;
/** In columns: so many rows may have a stroke from side to side. */
const mostStroke = 0.3;
/** On average, of the signs beside each other on one ground: less is no text. */
const surely = 0.9;
/** Of the columns of a line, so many are on its ground and told, and so certain on average: of a ruler or a scroll bar they are not. */
const beside = { fewest: 3, certain: 0.7 } as const;
/** In pixels: so far an edge is from that of its column. */
const offEdge = 2;
const white = 255;

/** The picture before it was prepared, which is level. */
export interface Original {
  readonly picture: GreyPicture;
  /** How many pixels of the prepared one are one of it. */
  readonly scale: number;
}

/** In pixels of the original. */
interface Place {
  readonly pitch: number;
  readonly origin: number;
  readonly base: number;
}

/** Columns beside each other on one ground. */
interface Run {
  readonly ground: number;
  readonly columns: readonly Column[];
}

/** The same line where all of it is on one ground. @param mostColumns that are read, at most. */
export function onOwnGround(
  { picture, scale }: Original,
  line: SeenLine,
  mostColumns: number,
): { readonly line: SeenLine; readonly read: number } {
  const place = { pitch: line.grid.pitch / scale, origin: line.grid.origin / scale, base: line.base / scale };
  const grounds = line.columns.map(({ at }) => groundOf(picture, place, at));
  const page = pageOf(line, grounds);
  const runs = page === null ? [] : runsOf(line.columns, grounds, page);
  const cellOf = new Map(line.columns.map((column, at) => [column, line.cells[at] as CellReading]));
  const told = new Map<Column, { readonly cell: CellReading; readonly inkOf: SeenLine['inkOf'] }>();
  let read = 0;
  for (const { ground, columns } of runs) {
    if (page === null || read + columns.length > mostColumns) continue;
    read += columns.length;
    const inkOf = inkOnGround(picture, place, { ground, columns }, page);
    const cells = columns.map((column) => readCell(inkOf(column)));
    const before = columns.map((column) => cellOf.get(column) as CellReading);
    // Blanks are certain on any ground.
    const signs = cells.filter(({ text }) => text.trim() !== '');
    if (signs.length === 0 || certaintyOf(signs) < surely || certaintyOf(cells) < certaintyOf(before)) continue;
    for (const [at, column] of columns.entries()) told.set(column, { cell: { ...(cells[at] as CellReading), isOnOwnGround: true }, inkOf });
  }
  if (told.size === 0) return { line, read };
  const cells = line.columns.map((column) => told.get(column)?.cell ?? (cellOf.get(column) as CellReading));
  const certainty = cells.reduce((sum, cell) => sum + cell.certainty, 0) / cells.length;
  return { line: { ...line, cells, certainty, inkOf: (column) => (told.get(column)?.inkOf ?? line.inkOf)(column) }, read };
}

/** The grey that most pixels of a column have; null if these are few. */
function groundOf({ width, height, pixels }: GreyPicture, { pitch, origin, base }: Place, at: number): number | null {
  const counts = new Uint32Array(white + 1);
  const [left, right] = [Math.max(0, Math.round(origin + at * pitch)), Math.min(width, Math.round(origin + (at + 1) * pitch))];
  for (let y = Math.max(0, Math.round(base - pitch * lookedAbove)); y < Math.min(height, base + pitch * lookedBelow); y += 1)
    for (const grey of pixels.subarray(y * width + left, y * width + right)) counts[grey] = (counts[grey] ?? 0) + 1;
  const most = counts.reduce((best, count, grey) => (count > (counts[best] ?? 0) ? grey : best), 0);
  const near = counts.subarray(Math.max(0, most - same), most + same + 1).reduce((sum, count) => sum + count, 0);
  return near > 0 && near >= counts.reduce((sum, count) => sum + count, 0) * leastShare ? most : null;
}

/** The ground that most columns have, of those on which text is told; null if there is none. */
function pageOf({ cells }: SeenLine, grounds: readonly (number | null)[]): number | null {
  const byGround = [...Map.groupBy(cells.keys(), (at) => grounds[at] ?? null)].toSorted(([, one], [, other]) => other.length - one.length);
  const [page] =
    byGround.find(([ground, own]) => {
      const told = own.map((at) => cells[at] as CellReading);
      return ground !== null && told.length >= beside.fewest && certaintyOf(told) >= beside.certain;
    }) ?? [];
  return page ?? null;
}

/** A column whose ground does not tell has that of the run. */
function runsOf(columns: readonly Column[], grounds: readonly (number | null)[], page: number): readonly Run[] {
  const runs: { ground: number; columns: Column[] }[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, column] of columns.entries()) {
    const ground = grounds[index] ?? null;
    const run = column.at - last === 1 ? runs.at(-1) : undefined;
    if (run !== undefined && (ground === null || Math.abs(ground - run.ground) <= same)) run.columns.push(column);
    else if (ground !== null && Math.abs(ground - page) >= apart) runs.push({ ground, columns: [column] });
    else continue;
    last = column.at;
  }
  return runs;
}

/** Within the ground, how far each pixel is from it; beside it, how far from that of the line; nothing above it and below it. */
function inkOnGround({ width, height, pixels }: GreyPicture, place: Place, { ground, columns }: Run, page: number): SeenLine['inkOf'] {
  const { pitch, origin, base } = place;
  const edge = (at: number): number => Math.round(origin + at * pitch);
  const [first, last] = [columns[0]?.at ?? 0, columns.at(-1)?.at ?? 0];
  const [begin, end] = [Math.max(0, edge(first - 1)), Math.min(width, edge(last + 2))];
  const [above, below] = [Math.max(0, Math.round(base - pitch * highest)), Math.min(height, Math.round(base + pitch * lowest))];
  const isMostlyGround = (from: number, to: number, step: number): boolean => {
    let more = 0;
    for (let at = from; at < to; at += step)
      more += (Math.abs((pixels[at] ?? 0) - ground) <= same ? 1 : 0) - (Math.abs((pixels[at] ?? 0) - page) <= same ? 1 : 0);
    return more > 0;
  };
  const isColumn = (x: number): boolean => isMostlyGround(above * width + x, below * width + x, width);
  let [left, right] = [Math.max(0, edge(first) - offEdge), Math.min(width, edge(last + 1) + offEdge)];
  while (left < edge(first) + offEdge && !isColumn(left)) left += 1;
  while (right > edge(last + 1) - offEdge && !isColumn(right - 1)) right -= 1;
  const isRow = (y: number): boolean => isMostlyGround(y * width + left, y * width + right, 1);
  const reach = (step: 1 | -1): number => {
    let row = Math.round(base - pitch * mostStroke);
    for (let y = row; y >= above && y < below && Math.abs(y - row) <= pitch * mostStroke + 1; y += step) if (isRow(y)) row = y;
    return row;
  };
  const [top, bottom] = [reach(-1), reach(1) + 1];
  const wide = end - begin;
  const own = new Uint8Array(wide * (below - above + 2)).fill(white);
  for (let y = top; y < bottom; y += 1)
    for (let x = begin; x < end; x += 1) {
      const from = x >= left && x < right ? ground : page;
      own[(y - above) * wide + x - begin] = white - Math.abs((pixels[y * width + x] ?? 0) - from);
    }
  const shown = { width: wide, height: below - above + 2, pixels: own };
  return ({ at }) => windowAt(shown, origin + (at + 0.5) * pitch - begin, base - above, pitch);
}
