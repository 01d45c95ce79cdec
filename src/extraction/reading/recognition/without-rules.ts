/** A picture without the lines between the cells of a table, which tesseract reads as letters, or takes whole rows for a drawing because of them. */
import type { GreyPicture } from './grey-picture.ts';

/** In pixels, of a picture whose small letters are about 20 high: no stroke of a letter is as long and as thin. */
const shortest = { across: 120, down: 100 } as const;
/** Of a side of a single cell, if both of its ends are at a line across, or one of them: a letter of an underlined link is at one, and ends below it. */
const shortestSide = { both: 36, one: 60 } as const;
const reach = 4;
const thickest = 12;
/** Darker is no paper. */
const paper = 215;
/** Around a line there is a little grey. */
const edge = 1;

/** `cells`: only where a line down ends at a line across on both ends; the lines of a drawing made of characters stay, or a row of underscores. */
export type Rules = 'any' | 'cells';

/** A line down, between two cells. */
export interface Side {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Unruled {
  readonly picture: GreyPicture;
  /** The lines down that were cleared: what stands on both sides of one are two things. */
  readonly sides: readonly Side[];
  /** Whether some of them end at lines across on both ends. */
  readonly hasCells: boolean;
  /** Whether anything was. */
  readonly isCleared: boolean;
}

/** More of them are a pattern. */
const mostSides = 1_000;

/** @param picture prepared, dark on light; it is left as it is, and it is in the answer if nothing is to be cleared. */
export function withoutRules(picture: GreyPicture, rules: Rules): Unruled {
  const { width, height, pixels } = picture;
  const clear = pixels.slice();
  const isDark = (at: number): boolean => (pixels[at] ?? 255) < paper;
  const long = withLongRuns(picture);
  const across = { lines: height, length: width, step: 1, beside: width };
  const down = { lines: width, length: height, step: width, beside: 1 };
  let isCleared = false;
  for (const row of long.rows)
    for (const run of runs(across, row, (from, to) => to - from >= shortest.across, isDark)) {
      clearRun(across, run, clear);
      isCleared = true;
    }
  const isAtRule = (column: number, row: number): boolean => {
    for (let y = Math.max(0, row - reach); y <= Math.min(height - 1, row + reach); y += 1)
      for (let x = Math.max(0, column - reach); x <= Math.min(width - 1, column + reach); x += 1)
        if (isDark(y * width + x) && clear[y * width + x] === 255) return true;
    return false;
  };
  // None is cleared before all are found: what was cleared looks like a line across.
  const found: Run[] = [];
  let hasCells = false;
  for (const column of long.columns) {
    const isLong = (from: number, to: number): boolean => {
      if (to - from >= shortest.down) return true;
      if (to - from < shortestSide.both) return false;
      const [above, below] = [isAtRule(column, from), isAtRule(column, to - 1)];
      return (above && below) || (to - from >= shortestSide.one && (above || below));
    };
    for (const run of runs(down, column, isLong, isDark)) {
      found.push(run);
      hasCells ||= isAtRule(column, run.from) && isAtRule(column, run.to - 1);
    }
  }
  if (rules === 'cells' && !hasCells) return { picture, sides: [], hasCells, isCleared: false };
  for (const run of found) clearRun(down, run, clear);
  return { picture: { width, height, pixels: clear }, sides: sidesOf(found), hasCells, isCleared: isCleared || found.length > 0 };
}

/** The rows and columns with as many dark pixels after each other as the shortest line has, in one pass along the rows: down the columns, each pixel would be far from the last one. */
function withLongRuns({ width, height, pixels }: GreyPicture): { readonly rows: readonly number[]; readonly columns: readonly number[] } {
  const rows: number[] = [];
  const down = new Int32Array(width);
  const longest = new Int32Array(width);
  for (let y = 0, at = 0; y < height; y += 1) {
    let [along, most] = [0, 0];
    for (let x = 0; x < width; x += 1, at += 1) {
      if ((pixels[at] as number) >= paper) {
        along = 0;
        down[x] = 0;
        continue;
      }
      along += 1;
      if (along > most) most = along;
      const length = (down[x] as number) + 1;
      down[x] = length;
      if (length > (longest[x] as number)) longest[x] = length;
    }
    if (most >= shortest.across) rows.push(y);
  }
  return { rows, columns: [...longest.keys()].filter((x) => (longest[x] as number) >= shortestSide.both) };
}

/** A line is some pixels wide, and so are as many runs, of which those at its edges may be short: it reaches as far as any of them. */
function sidesOf(found: readonly Run[]): readonly Side[] {
  const sides: Side[] = [];
  /** Those that a run may belong to. */
  let near: Side[] = [];
  for (const { line, from, to } of found) {
    const isPassed = ({ x }: Side): boolean => line - x > thickest;
    if (near.some(isPassed)) {
      sides.push(...near.filter(isPassed));
      near = near.filter((side) => !isPassed(side));
    }
    const isSame = ({ top, bottom }: Side): boolean => from < bottom && to > top;
    const same = near.filter(isSame);
    near = near.filter((side) => !isSame(side));
    near.push({
      x: same[0]?.x ?? line,
      top: Math.min(from, ...same.map(({ top }) => top)),
      bottom: Math.max(to, ...same.map(({ bottom }) => bottom)),
    });
    if (sides.length + near.length > mostSides) return [];
  }
  return [...sides, ...near];
}

interface Direction {
  /** How many rows, or columns, there are, and how many pixels one has. */
  readonly lines: number;
  readonly length: number;
  /** To the next pixel along, and to the one beside. */
  readonly step: number;
  readonly beside: number;
}

type IsLong = (from: number, to: number) => boolean;

interface Run {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

function* runs(direction: Direction, line: number, isLong: IsLong, isDark: (at: number) => boolean): Generator<Run> {
  const { length, step, beside } = direction;
  const start = line * beside;
  let from = 0;
  for (let at = 0; at <= length; at += 1) {
    if (at < length && isDark(start + at * step)) continue;
    if (at > from && isLong(from, at) && isThin(direction, line, from, at, isDark)) yield { line, from, to: at };
    from = at + 1;
  }
}

function clearRun({ lines, step, beside }: Direction, { line, from, to }: Run, clear: Uint8Array): void {
  for (let place = from; place < to; place += 1)
    for (let near = -edge; near <= edge; near += 1)
      if (line + near >= 0 && line + near < lines) clear[line * beside + place * step + near * beside] = 255;
}

/** Most of it has paper on both sides within a few pixels. */
function isThin({ lines, step, beside }: Direction, line: number, from: number, to: number, isDark: (at: number) => boolean): boolean {
  let thin = 0;
  let looked = 0;
  for (let place = from; place < to; place += 8) {
    looked += 1;
    const at = line * beside + place * step;
    let thick = 1;
    for (let near = 1; near <= thickest && line + near < lines && isDark(at + near * beside); near += 1) thick += 1;
    for (let near = 1; near <= thickest && line - near >= 0 && isDark(at - near * beside); near += 1) thick += 1;
    if (thick <= thickest) thin += 1;
  }
  return thin >= looked * 0.7;
}
