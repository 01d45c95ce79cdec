/**
 * Lines in a font of one width, read column by column: a network that knows no words says what stands in each (`cell-network.ts`), and where it is not certain, what tesseract read there stays. Tesseract takes signs of
 * code for letters, and loses those that stand alone.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { blocksOf } from '../laying-out/blocks-of-lines.ts';
import { inkBelow } from '../letter-height.ts';
import { likeliestGrid } from '../pitch/fixed-pitch.ts';
import type { Grid, ReadLine } from '../read-lines.ts';
import { agreedStrokes, type ReadColumn } from './alike-strokes.ts';
import { boxDrawingIn } from './box-drawing.ts';
import type { CellReading } from './cell-network.ts';
import { evenGrid, runsOf } from './even-runs.ts';
import { type Original, onOwnGround } from './own-ground.ts';
import { certaintyOf, type SeenLine, seenLine } from './seen-line.ts';
import { nearlySame, type ShortText } from './short-text.ts';
import { basesOf } from './standing-row.ts';
import { withoutCursorInColumns } from './text-cursor.ts';
import { toldLine } from './told-line.ts';

const [surelyMarked, surelyRing] = [0.97, 0.6] as const;
/** Of a picture. */
const mostCells = 30_000;
/** So much more certain is the row of a line that is not the likeliest one. */
const usualMargin = 0.05;
/** Of columns that are none, it is less sure on average; and of columns that are a line's own, it has to be surer. */
const [unsure, surely] = [0.7, 0.9] as const;
/** In lines. */
const mostApart = 3;
/** Of a picture, so many blocks without columns that are certain are looked at for likely ones. */
const mostBlocks = 16;

/** @param found lines that were read in this picture, dark on light, or were left out and have no text; those in a font of one width are read again. */
export function withCellsRead(
  drawn: GreyPicture,
  found: readonly ReadLine[],
  hasTime: () => boolean,
  short: ShortText | null = null,
  original: Original | null = null,
): readonly ReadLine[] {
  const lines = short?.lines ?? found;
  const inkGrids = lines.map((line, at) => (line.isProse === true ? null : (line.grid ?? nearestGrid(lines, at))));
  const grids = short === null ? gridsOf(drawn, lines, inkGrids) : lines.map(() => short.grid);
  const picture = short === null ? withoutCursorInColumns(drawn, lines, grids) : drawn;
  const bases = basesOf(picture, lines, grids);
  let left = mostCells;
  const withOwnGrounds = (line: SeenLine, at: number): SeenLine => {
    if (original === null || inkGrids[at] === null) return line;
    const own = onOwnGround(original, line, left);
    left -= own.read;
    return own.line;
  };
  const seen = lines.map((line, at) => {
    const grid = grids[at] ?? null;
    if (grid === null) return null;
    const looking = { bases: bases[at] ?? [], margin: short === null ? usualMargin : nearlySame, hasTime };
    const first = seenLine(picture, line, { ...looking, grid, mostColumns: left });
    left -= first.read;
    if (first.best === null) return null;
    const best = withOwnGrounds(first.best, at);
    if (certaintyOf(best.cells) >= unsure) return best;
    const second = seenLine(picture, line, { ...looking, grid: besideGrid(picture, line, grid), mostColumns: left });
    left -= second.read;
    return second.best !== null && certaintyOf(second.best.cells) >= surely ? second.best : best;
  });
  const columns = seen.flatMap((one, at) => (one === null ? [] : readColumns(lines[at] as ReadLine, one)));
  const fonts = [...Map.groupBy(columns, ({ pitch }) => pitch)];
  const marked = new Set(fonts.flatMap(([pitch, font]) => (haveMarkedZeros(font) ? [pitch] : [])));
  const agreed = new Map([...fonts.flatMap(([, font]) => [...agreedStrokes(font)]), ...boxDrawingIn(picture, seen)]);
  const read = lines.map((line, at) => {
    const one = seen[at] ?? null;
    if (one === null) return line;
    const areMarked = marked.has(one.grid.pitch);
    const cells = one.cells.map((cell) => agreed.get(cell) ?? (areMarked ? orO(cell) : cell));
    return toldLine(onGrid(line, one.grid), { ...one, cells, areMarked }) ?? line;
  });
  return read.filter(({ words }) => words.some(({ symbols }) => symbols.some(({ text }) => text !== '')));
}

/** Columns of the same width where the characters of this line are: a tab may have moved it beside those of the others. */
function besideGrid(picture: GreyPicture, line: ReadLine, { pitch }: Grid): Grid {
  const [left, right] = [line.words[0]?.symbols[0]?.left ?? 0, line.words.at(-1)?.symbols.at(-1)?.right ?? 0];
  const runs = runsOf(picture, line, inkBelow(picture)).filter((run) => run.right > left && run.left < right);
  const { origin } = evenGrid(runs, pitch);
  return { pitch, origin };
}

function onGrid(line: ReadLine, grid: Grid): ReadLine {
  return line.grid === undefined || line.grid.origin === grid.origin ? line : { ...line, grid: { ...line.grid, ...grid } };
}

function readColumns(
  line: ReadLine,
  { grid: { pitch, origin }, columns, cells, inkOf }: SeenLine,
): readonly (ReadColumn & { readonly pitch: number })[] {
  const symbols = line.words.flatMap((word) => word.symbols);
  const within = Map.groupBy(symbols, ({ left, right }) => Math.floor(((left + right) / 2 - origin) / pitch));
  return columns.map((column, index) => {
    const there = within.get(column.at) ?? [];
    return { pitch, cell: cells[index] as CellReading, ink: () => inkOf(column), alone: there.length === 1 ? there[0] : undefined };
  });
}

/** Of each line; where its ink tells none for certain, it may be that of a line close to it, or the likeliest one of its block: the network is sure of nothing in columns that are none. */
function gridsOf(picture: GreyPicture, lines: readonly ReadLine[], inkGrids: readonly (Grid | null)[]): readonly (Grid | null)[] {
  const likeliest = new Map<ReadLine, Grid | null>();
  let left = mostBlocks;
  for (const { lines: block, column } of blocksOf(lines)) {
    const isOpen = left > 0 && column !== null && block.every(({ grid }) => grid === undefined);
    if (isOpen) left -= 1;
    const grid = isOpen ? likeliestGrid(picture, block) : null;
    for (const line of block) likeliest.set(line, grid);
  }
  return lines.map((line, at) => inkGrids[at] ?? (line.isProse === true ? null : (likeliest.get(line) ?? null)));
}

/** Of the lines above it and below it, the nearest one that has a grid. */
function nearestGrid(lines: readonly ReadLine[], at: number): Grid | null {
  for (let apart = 1; apart <= mostApart; apart += 1) {
    const grid = lines[at - apart]?.grid ?? lines[at + apart]?.grid;
    if (grid !== undefined) return grid;
  }
  return null;
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
