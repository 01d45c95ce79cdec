/**
 * Lines in a font of one width, read column by column: a network that knows no words says what stands in each (`cell-network.ts`), and where it is not certain, what tesseract read there stays. Tesseract takes signs of
 * code for letters, and loses those that stand alone.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { blocksOf } from '../laying-out/blocks-of-lines.ts';
import { likeliestGrid } from '../pitch/fixed-pitch.ts';
import type { Grid, ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { type CellReading, readCell, windowSize } from './cell-network.ts';

/** Darker is ink, of letters that are dark and of what may be a light one. */
const [strokeBelow, inkBelow] = [128, 225] as const;
/** What is less certain is as tesseract read it. */
const certain = 0.9;
const [surelyMarked, surelyRing] = [0.97, 0.6] as const;
/** Of the columns, so many have one character of tesseract's, and of these so many are the same to the network: then they are columns, if it is fairly certain of all on average. Else it has to be nearly sure. */
const agreeing = { alone: 0.5, share: 0.6, fairly: 0.7, surely: 0.88 } as const;
/** Of a picture. */
const mostCells = 12_000;
/** Of a line. */
const mostColumns = 400;
/** So many columns beside those that tesseract read may be of the line, if they follow without a gap. */
const mostBeside = 2;
/** So many columns have to end at one height, for the letters to stand there. */
const fewestStanding = 4;
/** Of a line of which that is not so: so many rows are tried, and the first one counts unless another one is so much more certain. */
const [mostTried, asCertain] = [3, 0.05] as const;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Of no script that the network knows. */
const otherScript = /(?!\p{Script=Latin})\p{L}/u;
const white = 255;
/** As `tools/train-cells` has it: less ink than this is made no darker, and what is beside the column no darker than this. */
const [leastInk, mostDark] = [40, 1.25] as const;

/** @param lines that were read in this picture, dark on light, or were left out and have no text; those in a font of one width are read again. */
export function withCellsRead(picture: GreyPicture, lines: readonly ReadLine[], hasTime: () => boolean): readonly ReadLine[] {
  const grids = gridsOf(picture, lines);
  const bases = basesOf(picture, lines, grids);
  let left = mostCells;
  const seen = lines.map((line, at): Seen | null => {
    const grid = grids[at] ?? null;
    if (grid === null) return null;
    const tries = (bases[at] ?? []).flatMap((base) => {
      if (!hasTime()) return [];
      const columns = columnsOf(picture, { ...line, bottom: Math.max(line.bottom, Math.round(base + grid.pitch / 2)) }, grid);
      if (columns.length === 0 || columns.length > Math.min(mostColumns, left)) return [];
      left -= columns.length;
      const cells = columns.map((column) => readColumn(picture, grid, column, base));
      return [{ grid, columns, cells, certainty: cells.reduce((sum, cell) => sum + cell.certainty, 0) / cells.length }];
    });
    return tries.reduce<(typeof tries)[number] | null>(
      (best, one) => (best === null || one.certainty > best.certainty + asCertain ? one : best),
      null,
    );
  });
  const marked = new Set(seen.flatMap((one) => (one?.cells.some(isMarkedZero) === true ? [one.grid.pitch] : [])));
  const read = lines.map((line, at) => {
    const one = seen[at] ?? null;
    if (one === null) return line;
    return readIn(line, marked.has(one.grid.pitch) ? { ...one, cells: one.cells.map(orO) } : one) ?? line;
  });
  return read.filter(({ words }) => words.some(({ symbols }) => symbols.some(({ text }) => text !== '')));
}

interface Seen {
  readonly grid: Grid;
  readonly columns: readonly Column[];
  /** What the network says of each. */
  readonly cells: readonly CellReading[];
}

/** Of each line; where its ink tells none for certain, it may be that of the line before or after it, or the likeliest one of its block: the network is sure of nothing in columns that are none. */
function gridsOf(picture: GreyPicture, lines: readonly ReadLine[]): readonly (Grid | null)[] {
  const likeliest = new Map<ReadLine, Grid | null>();
  for (const { lines: block, column } of blocksOf(lines)) {
    const isOpen = column !== null && block.every(({ grid }) => grid === undefined);
    const grid = isOpen ? likeliestGrid(picture, block) : null;
    for (const line of block) likeliest.set(line, grid);
  }
  return lines.map((line, at) => {
    if (line.isProse === true) return null;
    return line.grid ?? lines[at - 1]?.grid ?? lines[at + 1]?.grid ?? likeliest.get(line) ?? null;
  });
}

/** With a dot or a stroke within it. */
function isMarkedZero({ text, certainty, ring }: CellReading): boolean {
  return text === '0' && certainty >= surelyMarked && ring < 1 - surelyMarked;
}

/** In a font whose zeros have a mark, a ring without one is none. */
function orO(cell: CellReading): CellReading {
  return cell.ring >= surelyRing ? { ...cell, text: 'O', nearest: 'O', certainty: 1 } : cell;
}

interface Column {
  /** From the origin of the grid. */
  readonly at: number;
  /** Of its ink. */
  readonly left: number;
  readonly right: number;
}

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
  return Array.from({ length: Math.min(mostColumns + 1, Math.max(0, to - from + 1)) }, (_, index) => inkIn(from + index)).filter(
    (column) => column !== null,
  );
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
  const steps = [stepOf(sure), stepOf(lines.map(({ bottom }) => bottom))].filter((step) => step !== null);
  return lines.map((line, at) => {
    const { bases, isSure } = own[at] ?? { bases: [], isSure: true };
    const [first] = sure;
    if (isSure || first === undefined) return bases;
    const nearest = sure.reduce((best, base) => (Math.abs(base - line.bottom) < Math.abs(best - line.bottom) ? base : best), first);
    const places = steps.map((step) => nearest + Math.round((line.bottom - nearest) / step) * step);
    return [...places.filter((place) => place > line.top && place <= line.bottom + 2), ...bases];
  });
}

/** From one line to the next one, in pixels: there may be empty ones between some. */
function stepOf(places: readonly number[]): number | null {
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  const down = steps.filter((step) => step > 0).toSorted((one, other) => one - other);
  return down[down.length >> 2] ?? null;
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

function readColumn(picture: GreyPicture, { pitch, origin }: Grid, { at }: Column, base: number): CellReading {
  return readCell(windowOf(picture, origin + (at + 0.5) * pitch, base, pitch / windowSize.pitch));
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

/** Null if they are no columns. */
function readIn(line: ReadLine, { grid: { pitch, origin }, columns, cells }: Seen): ReadLine | null {
  // A line that was left out has none.
  const symbols = line.words.flatMap((word) => word.symbols).filter(({ text }) => text !== '');
  const within = Map.groupBy(symbols, (symbol) => Math.floor(((symbol.left + symbol.right) / 2 - origin) / pitch));
  const certainty = cells.reduce((sum, cell) => sum + (cell.text === '' ? 0 : cell.certainty), 0) / cells.length;
  const compared = columns.flatMap(({ at }, index) => {
    const [symbol, text] = [within.get(at), cells[index]?.text ?? ''];
    return symbol?.length === 1 && text !== '' ? [symbol[0]?.text === text] : [];
  });
  const areColumns =
    compared.length >= columns.length * agreeing.alone && compared.filter(Boolean).length >= compared.length * agreeing.share;
  if (certainty < (line.grid !== undefined && areColumns ? agreeing.fairly : agreeing.surely)) return null;
  const wide = wideSymbols(symbols, pitch, origin);
  const told: Told[] = [];
  for (const [index, { at, left, right }] of columns.entries()) {
    const large = wide.get(at);
    if (large !== undefined) {
      if (told.at(-1)?.left !== large.left) told.push({ ...large, at, columns: 2 });
      continue;
    }
    const { text, certainty } = toldIn(within.get(at) ?? [], cells[index]);
    if (text.trim() !== '') told.push({ text, left, right, certainty, at, columns: 1 });
  }
  return told.length === 0 ? null : { ...line, words: wordsOf(told, line), isInColumns: true, isReadByInk: true };
}

interface Told extends ReadSymbol {
  /** Which column, from the origin of the grid, and how many. */
  readonly at: number;
  readonly columns: number;
}

/** By the network if it is certain, or more so than tesseract, else as that read it. */
function toldIn(there: readonly ReadSymbol[], cell: CellReading | undefined): Pick<ReadSymbol, 'text' | 'certainty'> {
  const alone = there.length === 1 ? there[0] : undefined;
  if (cell === undefined) return { text: '', certainty: 0 };
  const enough = Math.min(certain, alone?.certainty ?? 0);
  const isCertain = cell.text !== '' && cell.certainty >= enough && !isStrange(alone, cell.text);
  if (isCertain) return cell;
  if (alone !== undefined) return alone;
  const several = cell.text === '' ? there.map(({ text }) => text).join('') : '';
  return { text: several === '' ? cell.nearest : several, certainty: cell.certainty };
}

/** Of Chinese and Japanese, by each of the columns that they take. */
function wideSymbols(symbols: readonly ReadSymbol[], pitch: number, origin: number): ReadonlyMap<number, ReadSymbol> {
  const wide = new Map<number, ReadSymbol>();
  for (const symbol of symbols.filter(({ text }) => ideograph.test(text))) {
    const [first, end] = [Math.round((symbol.left - origin) / pitch), Math.round((symbol.right - origin) / pitch)];
    for (let at = first; at < Math.min(first + 2, Math.max(first + 1, end)); at += 1) wide.set(at, symbol);
  }
  return wide;
}

/** Those without a blank between them are one. */
function wordsOf(told: readonly Told[], { top, bottom }: ReadLine): readonly ReadWord[] {
  const words: Told[][] = [];
  for (const symbol of told) {
    const [word, before] = [words.at(-1), words.at(-1)?.at(-1)];
    if (word !== undefined && before !== undefined && symbol.at - before.at <= before.columns) word.push(symbol);
    else words.push([symbol]);
  }
  return words.map((word) => ({
    symbols: word.map(({ text, left, right, certainty }) => ({ text, left, right, certainty })),
    top,
    bottom,
    certainty: word.reduce((sum, { certainty }) => sum + certainty, 0) / word.length,
  }));
}

/** What the network can't know: a letter with an accent, or one of another script that looks like a Latin one. */
function isStrange(symbol: ReadSymbol | undefined, text: string): boolean {
  if (symbol === undefined) return false;
  return otherScript.test(symbol.text) || (symbol.text !== text && symbol.text.normalize('NFD').startsWith(text));
}
