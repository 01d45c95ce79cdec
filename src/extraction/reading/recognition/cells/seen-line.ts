/** What the network sees of a line, column by column, on one grid. */
import type { GreyPicture } from '../grey-picture.ts';
import type { Grid, ReadLine } from '../read-lines.ts';
import { type CellReading, readCell, windowSize } from './cell-network.ts';

/** Darker is ink, also that of what may be a light letter. */
const inkBelow = 225;
/** Of a line. */
const longest = 1_000;
/** So many columns beside those that tesseract read may be of the line, if they follow without a gap; and in columns that its ink tells, also behind a blank. */
const [mostBeside, mostOfPale] = [2, 40] as const;
/** In columns: how high a character of these is at least, and how many blanks there may be before it. */
const [lowestOfPale, mostBlanks] = [0.5, 3] as const;
const white = 255;
/** As `tools/train-cells` has it: less ink than this is made no darker, and what is beside the column no darker than this. */
const [leastInk, mostDark] = [40, 1.25] as const;

/** With ink. */
export interface Column {
  /** From the origin of the grid. */
  readonly at: number;
  /** Of its ink. */
  readonly left: number;
  readonly right: number;
}

export interface SeenLine {
  readonly grid: Grid;
  readonly columns: readonly Column[];
  /** Below which row of pixels its letters stand. */
  readonly base: number;
  readonly cells: readonly CellReading[];
  /** Of its window, drawn anew: those of a picture would take 100 MB. */
  readonly inkOf: (column: Column) => Float32Array;
  /** Of its columns, on average. */
  readonly certainty: number;
}

export interface Looking {
  readonly grid: Grid;
  /** On which rows of pixels the letters may stand, the likeliest first. */
  readonly bases: readonly number[];
  /** That are read, at most. */
  readonly mostColumns: number;
  /** How much more certain another row has to be than one that is likelier. */
  readonly margin: number;
  readonly hasTime: () => boolean;
}

/** On the row of which it is most certain; null where nothing is there, or no more may be read. */
export function seenLine(
  picture: GreyPicture,
  line: ReadLine,
  { grid, bases, mostColumns, margin, hasTime }: Looking,
): { readonly best: SeenLine | null; readonly read: number } {
  let read = 0;
  let best: SeenLine | null = null;
  for (const base of bases) {
    if (!hasTime()) break;
    const columns = columnsOf(picture, { ...line, bottom: Math.max(line.bottom, Math.round(base + grid.pitch / 2)) }, grid);
    if (columns.length === 0 || read + columns.length > mostColumns) continue;
    read += columns.length;
    const inkOf = ({ at }: Column): Float32Array => windowAt(picture, grid.origin + (at + 0.5) * grid.pitch, base, grid.pitch);
    const cells = columns.map((column) => readCell(inkOf(column)));
    const certainty = cells.reduce((sum, cell) => sum + cell.certainty, 0) / cells.length;
    if (best === null || certainty > best.certainty + margin) best = { grid, columns, base, cells, inkOf, certainty };
  }
  return { best, read };
}

/** Those with ink; none of a line that is too long. */
function columnsOf(picture: GreyPicture, line: ReadLine, { pitch, origin }: Grid): readonly Column[] {
  const symbols = line.words.flatMap((word) => word.symbols);
  const columnAt = (x: number): number => Math.floor((x - origin) / pitch);
  const [first, last] = [symbols[0], symbols.at(-1)];
  if (first === undefined || last === undefined) return [];
  const inkIn = (at: number): Column | null => {
    const [begin, end] = [Math.max(0, Math.round(origin + at * pitch)), Math.min(picture.width, Math.round(origin + (at + 1) * pitch))];
    const [left, right] = [firstInk(picture, line, begin, end, 1), firstInk(picture, line, end - 1, begin - 1, -1)];
    return left === null || right === null ? null : { at, left, right: right + 1 };
  };
  let [from, to] = [columnAt(first.left + pitch / 3), columnAt(last.right - pitch / 3)];
  // Pale words are left out, and there are blanks between two.
  const isOfWord = (at: number): boolean => line.grid !== undefined && isHigh(picture, line, inkIn(at), pitch * lowestOfPale);
  const goneOn = (start: number, step: 1 | -1): number => {
    let end = start;
    for (let ahead = 1; ahead <= mostBlanks + 1 && Math.abs(end - start) < mostOfPale && end + ahead * step >= 0; ahead += 1) {
      if (!isOfWord(end + ahead * step)) continue;
      end += ahead * step;
      ahead = 0;
    }
    let low = 0;
    while (low <= mostBeside && end + (low + 1) * step >= 0 && inkIn(end + (low + 1) * step) !== null) low += 1;
    // A rule goes on.
    return low > mostBeside && line.grid !== undefined ? end : end + Math.min(low, mostBeside) * step;
  };
  [from, to] = [goneOn(from, -1), goneOn(to, 1)];
  // A part of a line would be the whole of it.
  if (to - from >= longest) return [];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => inkIn(from + index)).filter((column) => column !== null);
}

/** Whether its ink goes on from one row to the next for so many pixels. */
function isHigh({ width, height, pixels }: GreyPicture, { top, bottom }: ReadLine, column: Column | null, least: number): boolean {
  if (column === null) return false;
  let high = 0;
  for (let y = Math.max(0, top); y < Math.min(height, bottom) && high < least; y += 1) {
    const hasInk = pixels.subarray(y * width + column.left, y * width + column.right).some((pixel) => pixel < inkBelow);
    high = hasInk ? high + 1 : 0;
  }
  return high >= least;
}

function firstInk(
  { width, height, pixels }: GreyPicture,
  { top, bottom }: ReadLine,
  from: number,
  to: number,
  step: 1 | -1,
): number | null {
  for (let x = from; x !== to && x >= 0 && x < width; x += step)
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) if ((pixels[y * width + x] ?? white) < inkBelow) return x;
  return null;
}

/** The window around a column, of which each pixel is the mean of four places. @param middle of the column. @param base below which row of pixels its letter stands. @param column how wide it is, in pixels. */
export function windowAt({ width, height, pixels }: GreyPicture, middle: number, base: number, column: number): Float32Array {
  const { side, above, pitch } = windowSize;
  const scale = column / pitch;
  const ink = new Float32Array(side * side);
  const inkAt = (x: number, y: number): number => {
    const [px, py] = [Math.max(0, Math.min(width - 1.001, x - 0.5)), Math.max(0, Math.min(height - 1.001, y - 0.5))];
    const [left, top] = [Math.floor(px), Math.floor(py)];
    const [right, below] = [px - left, py - top];
    const start = top * width + left;
    const upper = (pixels[start] ?? white) * (1 - right) + (pixels[start + 1] ?? white) * right;
    const lower = (pixels[start + width] ?? white) * (1 - right) + (pixels[start + width + 1] ?? white) * right;
    return white - (upper * (1 - below) + lower * below);
  };
  let most: number = leastInk;
  const [begin, end] = [(side - pitch) / 2, (side + pitch) / 2];
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      let sum = 0;
      for (const down of [0.25, 0.75])
        for (const along of [0.25, 0.75]) sum += inkAt(middle + (x + along - side / 2) * scale, base + (y + down - above) * scale);
      ink[y * side + x] = sum / 4;
      if (x >= begin && x < end) most = Math.max(most, sum / 4);
    }
  return ink.map((one) => Math.min(mostDark, one / most));
}

/** On average, of what may be characters of ASCII. An `O` and a zero with nothing within it are one shape: that it is one of the two is certain. */
export function certaintyOf(cells: readonly CellReading[]): number {
  return cells.reduce((sum, { text, certainty, ring }) => sum + (text === '' ? 0 : Math.max(certainty, ring)), 0) / cells.length;
}
