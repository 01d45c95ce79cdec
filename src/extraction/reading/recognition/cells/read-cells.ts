/**
 * Lines in a font of one width, read column by column: a network that knows no words says what stands in each (`cell-network.ts`), and where it is not certain, what tesseract read there stays. Tesseract takes signs of
 * code for letters, and loses those that stand alone.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { blocksOf } from '../laying-out/blocks-of-lines.ts';
import { likeliestGrid } from '../pitch/fixed-pitch.ts';
import type { Grid, ReadLine } from '../read-lines.ts';
import { agreedStrokes, type ReadColumn } from './alike-strokes.ts';
import { type CellReading, readCell, windowSize } from './cell-network.ts';
import { type Column, toldLine } from './told-line.ts';

/** Darker is ink, of letters that are dark and of what may be a light one. */
const [strokeBelow, inkBelow] = [128, 225] as const;
const [surelyMarked, surelyRing] = [0.97, 0.6] as const;
/** Of a picture. */
const mostCells = 30_000;
/** Of a line. */
const mostColumns = 1_000;
/** So many columns beside those that tesseract read may be of the line, if they follow without a gap. */
const mostBeside = 2;
/** Of a picture, so many blocks without columns that are certain are looked at for likely ones. */
const mostBlocks = 16;
/** So many columns have to end at one height, for the letters to stand there. */
const fewestStanding = 4;
/** Of a line of which that is not so: so many rows are tried, and the first one counts unless another one is so much more certain. */
const [mostTried, asCertain] = [3, 0.05] as const;
const white = 255;
/** As `tools/train-cells` has it: less ink than this is made no darker, and what is beside the column no darker than this. */
const [leastInk, mostDark] = [40, 1.25] as const;

/** @param lines that were read in this picture, dark on light, or were left out and have no text; those in a font of one width are read again. */
export function withCellsRead(picture: GreyPicture, lines: readonly ReadLine[], hasTime: () => boolean): readonly ReadLine[] {
  const grids = gridsOf(picture, lines);
  const bases = basesOf(picture, lines, grids);
  let left = mostCells;
  const seen = lines.map((line, at) => {
    const grid = grids[at] ?? null;
    if (grid === null) return null;
    const tries = (bases[at] ?? []).flatMap((base) => {
      if (!hasTime()) return [];
      const columns = columnsOf(picture, { ...line, bottom: Math.max(line.bottom, Math.round(base + grid.pitch / 2)) }, grid);
      if (columns.length === 0 || columns.length > left) return [];
      left -= columns.length;
      const inkOf = ({ at }: Column): Float32Array =>
        windowOf(picture, grid.origin + (at + 0.5) * grid.pitch, base, grid.pitch / windowSize.pitch);
      const cells = columns.map((column) => readCell(inkOf(column)));
      return [{ grid, columns, base, cells, inkOf, certainty: cells.reduce((sum, cell) => sum + cell.certainty, 0) / cells.length }];
    });
    return tries.reduce<(typeof tries)[number] | null>(
      (best, one) => (best === null || one.certainty > best.certainty + asCertain ? one : best),
      null,
    );
  });
  const columns = seen.flatMap((one, at) => (one === null ? [] : readColumns(lines[at] as ReadLine, one)));
  const fonts = [...Map.groupBy(columns, ({ pitch }) => pitch)];
  const marked = new Set(fonts.flatMap(([pitch, font]) => (haveMarkedZeros(font) ? [pitch] : [])));
  const agreed = new Map(fonts.flatMap(([, font]) => [...agreedStrokes(font)]));
  const read = lines.map((line, at) => {
    const one = seen[at] ?? null;
    if (one === null) return line;
    const areMarked = marked.has(one.grid.pitch);
    const cells = one.cells.map((cell) => agreed.get(cell) ?? (areMarked ? orO(cell) : cell));
    return toldLine(line, { ...one, cells, areMarked }) ?? line;
  });
  return read.filter(({ words }) => words.some(({ symbols }) => symbols.some(({ text }) => text !== '')));
}

interface Seen {
  readonly grid: Grid;
  readonly columns: readonly Column[];
  readonly cells: readonly CellReading[];
  /** Of its window, drawn anew: those of a picture would take 100 MB. */
  readonly inkOf: (column: Column) => Float32Array;
}

function readColumns(
  line: ReadLine,
  { grid: { pitch, origin }, columns, cells, inkOf }: Seen,
): readonly (ReadColumn & { readonly pitch: number })[] {
  const symbols = line.words.flatMap((word) => word.symbols);
  const within = Map.groupBy(symbols, ({ left, right }) => Math.floor(((left + right) / 2 - origin) / pitch));
  return columns.map((column, index) => {
    const there = within.get(column.at) ?? [];
    return { pitch, cell: cells[index] as CellReading, ink: () => inkOf(column), alone: there.length === 1 ? there[0] : undefined };
  });
}

/** Of each line; where its ink tells none for certain, it may be that of the line before or after it, or the likeliest one of its block: the network is sure of nothing in columns that are none. */
function gridsOf(picture: GreyPicture, lines: readonly ReadLine[]): readonly (Grid | null)[] {
  const likeliest = new Map<ReadLine, Grid | null>();
  let left = mostBlocks;
  for (const { lines: block, column } of blocksOf(lines)) {
    const isOpen = left > 0 && column !== null && block.every(({ grid }) => grid === undefined);
    if (isOpen) left -= 1;
    const grid = isOpen ? likeliestGrid(picture, block) : null;
    for (const line of block) likeliest.set(line, grid);
  }
  return lines.map((line, at) => {
    if (line.isProse === true) return null;
    return line.grid ?? lines[at - 1]?.grid ?? lines[at + 1]?.grid ?? likeliest.get(line) ?? null;
  });
}

/** A few that look so may be smudges: there have to be half as many as rings that tesseract takes for zeros. */
function haveMarkedZeros(font: readonly ReadColumn[]): boolean {
  const marked = font.filter(({ cell }) => isMarkedZero(cell)).length;
  const empty = font.filter(({ cell, alone }) => cell.ring >= surelyRing && alone?.text === '0').length;
  return marked > 0 && marked * 2 >= empty;
}

/** With a dot or a stroke within it. */
function isMarkedZero({ text, certainty, ring }: CellReading): boolean {
  return text === '0' && certainty >= surelyMarked && ring < 1 - surelyMarked;
}

/** In a font whose zeros have a mark, a ring without one is none. */
function orO(cell: CellReading): CellReading {
  return cell.ring >= surelyRing ? { ...cell, text: 'O', nearest: 'O', certainty: 1 } : cell;
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
  for (let beside = 0; beside < mostBeside && from > 0 && inkIn(from - 1) !== null; beside += 1) from -= 1;
  for (let beside = 0; beside < mostBeside && inkIn(to + 1) !== null; beside += 1) to += 1;
  // A part of a line would be the whole of it.
  if (to - from >= mostColumns) return [];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => inkIn(from + index)).filter((column) => column !== null);
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

/** On which row the letters of each line may stand, the first one below them; none where nothing tells. A line of signs stands where those around it do. */
function basesOf(picture: GreyPicture, lines: readonly ReadLine[], grids: readonly (Grid | null)[]): readonly (readonly number[])[] {
  const own = lines.map((line, at) => {
    const grid = grids[at] ?? null;
    return grid === null ? null : ownBases(picture, line, grid);
  });
  const sure = own.flatMap((one) => (one?.isSure === true ? one.bases : []));
  const step = stepOf(
    sure,
    stepOf(
      lines.map(({ bottom }) => bottom),
      null,
    ),
  );
  return lines.map((line, at) => {
    const { bases, isSure } = own[at] ?? { bases: [], isSure: true };
    const [first] = sure;
    if (isSure || first === undefined) return bases;
    const nearest = sure.reduce((best, base) => (Math.abs(base - line.bottom) < Math.abs(best - line.bottom) ? base : best), first);
    if (step === null) return bases;
    const place = nearest + Math.round((line.bottom - nearest) / step) * step;
    return place > line.top && place <= line.bottom + 2 ? [place, ...bases] : bases;
  });
}

/** From one line to the next one, in pixels; there may be empty ones between some, which `roughly` tells. */
function stepOf(places: readonly number[], roughly: number | null): number | null {
  const down = places
    .slice(1)
    .map((place, at) => place - (places[at] ?? 0))
    .filter((step) => step > 0);
  const steps = down
    .map((step) => (roughly === null ? step : step / Math.max(1, Math.round(step / roughly))))
    .toSorted((one, other) => one - other);
  return steps[roughly === null ? steps.length >> 2 : steps.length >> 1] ?? roughly;
}

interface Bases {
  /** The first one is the likeliest. */
  readonly bases: readonly number[];
  readonly isSure: boolean;
}

/** Where columns end: most of a line of words, and few of a line of signs. */
function ownBases({ width, height, pixels }: GreyPicture, line: ReadLine, { pitch, origin }: Grid): Bases {
  const [from, to] = [line.words[0]?.symbols[0]?.left ?? 0, line.words.at(-1)?.symbols.at(-1)?.right ?? 0];
  const counts = new Map<number, number>();
  const hasInk = (y: number, begin: number, end: number): boolean =>
    pixels.subarray(y * width + begin, y * width + end).some((pixel) => pixel < strokeBelow);
  let inked = 0;
  for (let at = Math.floor((from - origin) / pitch), tried = 0; origin + at * pitch < to && tried < mostColumns; at += 1, tried += 1) {
    const [begin, end] = [Math.max(0, Math.round(origin + at * pitch)), Math.min(width, Math.round(origin + (at + 1) * pitch))];
    let y = Math.min(height, line.bottom + 2) - 1;
    while (y >= Math.max(0, line.top) && !hasInk(y, begin, end)) y -= 1;
    if (y < Math.max(0, line.top)) continue;
    inked += 1;
    counts.set(y + 1, (counts.get(y + 1) ?? 0) + 1);
  }
  const near = (y: number): number => (counts.get(y - 1) ?? 0) + (counts.get(y) ?? 0) * 1.01 + (counts.get(y + 1) ?? 0);
  const likely = [...counts.keys()].toSorted((one, other) => near(other) - near(one));
  const most = near(likely[0] ?? 0);
  if (most >= fewestStanding && most >= inked / 2) return { bases: likely.slice(0, 1), isSure: true };
  const apart = likely.filter((base, at) => likely.slice(0, at).every((better) => Math.abs(better - base) > 2));
  return { bases: apart.slice(0, mostTried), isSure: false };
}

/** @param scale pixels of the picture that one of the window stands for; each is the mean of four places. */
function windowOf({ width, height, pixels }: GreyPicture, middle: number, base: number, scale: number): Float32Array {
  const { side, above, pitch } = windowSize;
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
