/** Which lines are in a font of one width, as code has it, and which are not: a page has blocks of both, and a terminal has a menu. */
import type { ReadLine, ReadSymbol } from '../read-lines.ts';

/** How far the middles of two neighbours may be from one column apart, in a font of one width. */
const tolerance = 0.2;
const fewestInTolerance = 0.85;
/** As near are those of a line in the font of others, but for some that are not where tesseract says: 0.92 and more; of prose in letters as large, 0.45 and less. */
const [closely, fewestClosely] = [0.12, 0.6] as const;
const fewestNeighbours = 8;
/** Of a shorter line, nothing can be told. */
const fewestOfShort = 3;
/** How far the columns of two lines of one block may differ. */
const sameColumn = 0.04;
/** In columns: how far a character of a short line may be from the grid of the lines around it. */
const offGrid = 0.2;
/** Of the edges of columns, or one alone, as of a wide letter: a short line of prose between code may cross few by chance, and where tesseract lost its way its places tell nothing. */
const fewCrossed = 0.15;
/** Signs that touch themselves; and how wide two of them are at least, in columns. */
const [touching, touchesNext] = [/^[_=-]$/, 1.3] as const;
/** In distances of the lines around it. */
const nextLine = 1.3;

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const digit = /^\d$/u;

export interface BlockOfLines {
  /** At least one. */
  readonly lines: readonly ReadLine[];
  /** How far the characters of its font are apart, if that has one width. */
  readonly column: number | null;
}

/** From top to bottom, all lines. Chinese and Japanese always stand in columns, and Latin words among them in none. */
export function blocksOf(lines: readonly ReadLine[]): readonly BlockOfLines[] {
  if (lines.length === 0) return [];
  if (isIdeographic(lines)) return [{ lines, column: null }];
  const ofAll = columnWidth(lines.flatMap(neighboursOf));
  const told = ofAll === null ? columnsOfBlocks(lines) : lines.map((line) => (isOtherFont(line, ofAll) ? null : ofAll));
  const columns = lines.map((line, at) => {
    const { grid, isInColumns, isProse } = line;
    if (isProse === true) return null;
    if (grid === undefined) return told[at];
    return isInColumns === true ||
      grid.crossed - twoAsOne(line, grid.pitch) <= Math.max(1, grid.edges * fewCrossed) ||
      !isOtherFont(line, grid.pitch)
      ? grid.pitch
      : told[at];
  });
  const blocks: { lines: ReadLine[]; column: number | null }[] = [];
  for (const [at, line] of lines.entries()) {
    const [block, column] = [blocks.at(-1), columns[at] ?? null];
    if (block !== undefined && (block.column === column || areAlike(block.column, column))) block.lines.push(line);
    else blocks.push({ lines: [line], column });
  }
  return blocks;
}

/** How many edges of columns are crossed by signs that touch, as `__` does, which were taken for one. */
function twoAsOne({ words }: ReadLine, pitch: number): number {
  const wide = words
    .flatMap(({ symbols }) => symbols)
    .filter(({ text, left, right }) => touching.test(text) && right - left > pitch * touchesNext);
  return wide.length;
}

function isIdeographic(lines: readonly ReadLine[]): boolean {
  const symbols = lines.flatMap(({ words }) => words).flatMap((word) => word.symbols);
  return symbols.filter(({ text }) => ideograph.test(text)).length * 2 > symbols.length;
}

function isOtherFont(line: ReadLine, column: number): boolean {
  const neighbours = neighboursOf(line);
  return neighbours.length >= fewestOfShort && inTolerance(neighbours, column, closely).length < neighbours.length * fewestClosely;
}

/** Of each line, that of its block; null for one in no such block. */
function columnsOfBlocks(lines: readonly ReadLine[]): readonly (number | null)[] {
  const own = lines.map(ownColumn);
  const columns: (number | null)[] = lines.map(() => null);
  for (let from = 0, to = 0; from < lines.length; from = to) {
    to = from + 1;
    while (to < lines.length && areAlike(own[to - 1], own[to])) to += 1;
    const block = lines.slice(from, to);
    const column = block.length < 2 ? null : columnWidth(block.flatMap(neighboursOf));
    if (column === null) continue;
    columns.fill(column, from, to);
    const pitch = median(block.slice(1).map((line, at) => middleOf(line) - middleOf(block[at] ?? line))) ?? 0;
    const grid = middleOfSymbol(block[0]?.words[0]?.symbols[0]);
    // A line of a brace alone tells no width.
    const isNext = (at: number, before: number): boolean => {
      const [line, last] = [lines[at], lines[before]];
      if (line === undefined || last === undefined || columns[at] !== null) return false;
      return Math.abs(middleOf(line) - middleOf(last)) <= pitch * nextLine && (isOnGrid(line, grid, column) || isNearlySo(line, column));
    };
    for (; isNext(to, to - 1); to += 1) columns[to] = column;
    for (let above = from - 1; isNext(above, above + 1); above -= 1) columns[above] = column;
  }
  return joined(lines, columns);
}

function isNearlySo(line: ReadLine, column: number): boolean {
  return neighboursOf(line).length >= fewestNeighbours && !isOtherFont(line, column);
}

/** Two blocks of one font are one, with the lines between them, unless one of those is surely of another font: their indents are told from one margin. */
function joined(lines: readonly ReadLine[], columns: readonly (number | null)[]): readonly (number | null)[] {
  const all = [...columns];
  let last: number | null = null;
  for (const [at, column] of columns.entries()) {
    if (column === null) continue;
    const before = last === null ? null : (all[last] ?? null);
    if (last !== null && before !== null && areAlike(before, column)) {
      const between = lines.slice(last + 1, at);
      if (between.every((line) => !isOtherFont(line, before))) all.fill(before, last + 1, at + 1);
    }
    last = at;
  }
  return all;
}

/** Digits have one width in most fonts. */
function ownColumn(line: ReadLine): number | null {
  const neighbours = neighboursOf(line);
  return neighbours.filter(({ areDigits }) => !areDigits).length < fewestNeighbours ? null : columnWidth(neighbours);
}

function areAlike(one: number | null | undefined, other: number | null | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= one * sameColumn;
}

function isOnGrid({ words }: ReadLine, grid: number, column: number): boolean {
  return words.every(({ symbols }) =>
    symbols.every((symbol) => {
      const place = (middleOfSymbol(symbol) - grid) / column;
      return Math.abs(place - Math.round(place)) <= offGrid;
    }),
  );
}

interface Neighbours {
  /** Between their middles. */
  readonly apart: number;
  readonly areDigits: boolean;
}

/** Characters beside each other in a word. */
function neighboursOf({ words }: ReadLine): readonly Neighbours[] {
  return words.flatMap(({ symbols }) =>
    symbols.slice(1).map((symbol, at) => {
      const before = symbols[at] ?? symbol;
      return {
        apart: middleOfSymbol(symbol) - middleOfSymbol(before),
        areDigits: digit.test(before.text) && digit.test(symbol.text),
      };
    }),
  );
}

/** How far the characters of a font of one width are apart; null in any other. */
function columnWidth(neighbours: readonly Neighbours[]): number | null {
  const width = median(neighbours.map(({ apart }) => apart));
  if (width === undefined || neighbours.length < fewestNeighbours) return null;
  const near = inTolerance(neighbours, width);
  if (near.length < neighbours.length * fewestInTolerance) return null;
  return near.reduce((sum, { apart }) => sum + apart, 0) / near.length;
}

function inTolerance(neighbours: readonly Neighbours[], column: number, within: number = tolerance): readonly Neighbours[] {
  return neighbours.filter(({ apart }) => Math.abs(apart - column) <= column * within);
}

function middleOfSymbol(symbol: ReadSymbol | undefined): number {
  return symbol === undefined ? 0 : (symbol.left + symbol.right) / 2;
}

/** Of its height, in pixels. */
export function middleOf({ top, bottom }: ReadLine): number {
  return (top + bottom) / 2;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
