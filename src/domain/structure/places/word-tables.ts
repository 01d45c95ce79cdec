/**
 * Tables out of words and their places, of a page or a picture: lines of words, cut at wide gaps, whose pieces stand below each other. Columns as of a newspaper are prose.
 */
import type { Table } from '../../../contract/extraction/structured-text.ts';
import { typedColumn } from '../cells/cell-types.ts';
import { headingsIn } from '../heading-rows.ts';
import { TableGrid, type TableRoom } from '../table-grid.ts';
import { areColumnsOfProse } from './prose-columns.ts';
import { columnsBetweenStrips, cutAtStrips, isFixedPitch } from './strip-columns.ts';
import { tableRunsOf } from './table-runs.ts';
import { type Column, columnsOf, columnsUnder, cutLines, placeOf, widened, writtenApart } from './word-columns.ts';
import { distanceAbove, isRow, linesOfWords, type PlacedWord, textOf, type WordLine } from './word-lines.ts';

export interface WordTableOptions {
  /** How wide a gap between two cells is at least, in heights of their line. */
  readonly gap: number;
  /** Of the distance of two rows: a line of the same row is so much closer to the one above. Places in a picture are less exact than those in a text layer. */
  readonly closer?: number;
  readonly fewestColumns?: number;
  readonly page: number | null;
}

/** A table that may go on. */
export interface OpenTable {
  readonly grid: TableGrid;
  columns: readonly Column[];
  /** Rather than at wide gaps. */
  readonly isCutAtStrips: boolean;
  /** Its first rows, which tell the headings. */
  readonly texts: (readonly string[])[];
  readonly page: number | null;
  readonly closer: number;
}

/** Of one page: more are noise, or somebody's attack. */
const mostWords = 50_000;
/** If nothing says how exact the places are. */
const usualCloser = 0.88;
const manyWords = 5;
const mostProse = 0.35;
/** That are held: further ones say nothing about the headings. */
const heldRows = 60;

/** In their order from the top. The words may come in any order. */
export function tablesOfWords(words: readonly PlacedWord[], options: WordTableOptions, room: TableRoom): readonly Table[] {
  const lines = linesOfPage(words, options.gap, room);
  const blank = usualBlank(lines);
  return tableRunsOf(lines, blank).flatMap((run) => {
    const open = openedTable(run, blank, options, room);
    return (open === null ? null : closedTable(open)) ?? [];
  });
}

export function linesOfPage(words: readonly PlacedWord[], gap: number, room: TableRoom): readonly WordLine[] {
  if (words.length > mostWords) room.isCut = true;
  return linesOfWords(words.slice(0, mostWords), gap);
}

/** Between two words of a piece. */
export function usualBlank(lines: readonly WordLine[]): number {
  const blanks = lines
    .flatMap(({ pieces }) => pieces)
    .flatMap(({ words }) => words.slice(1).map((word, at) => word.left - (words[at]?.right ?? word.left)))
    .toSorted((a, b) => a - b);
  // Narrow columns have wider gaps, which are fewer.
  return blanks[Math.floor(blanks.length / 3)] ?? Number.POSITIVE_INFINITY;
}

/** Null for lines that are none. */
export function openedTable(run: readonly WordLine[], blank: number, options: WordTableOptions, room: TableRoom): OpenTable | null {
  const found = foundTable(run, blank, options);
  if (found === null) return null;
  const { columns, isCutAtStrips } = found;
  const table: OpenTable = {
    grid: new TableGrid(room),
    columns,
    isCutAtStrips,
    texts: [],
    page: options.page,
    closer: options.closer ?? usualCloser,
  };
  for (const cells of found.rows) addRow(table, cells);
  return table;
}

/** The rows of a table, from the top down. */
export interface FoundTable {
  readonly columns: readonly Column[];
  readonly isCutAtStrips: boolean;
  readonly rows: readonly (readonly PlacedCell[])[];
}

/** The same as it stands on the page. */
export function foundTable(
  run: readonly WordLine[],
  blank: number,
  { fewestColumns = 2, closer = usualCloser }: WordTableOptions,
): FoundTable | null {
  const written = writtenApart(run);
  const narrow = columnsOf(written);
  const strips = isFixedPitch(written) ? columnsBetweenStrips(written, blank) : [];
  const isCutAtStrips = strips.length > narrow.length;
  const lines = isCutAtStrips ? cutAtStrips(written, strips) : cutLines(written, narrow, blank);
  const columns = widened(isCutAtStrips ? strips : narrow, lines);
  const rows = lines.filter(({ pieces }) => pieces.length > 1);
  const pieces = rows.flatMap((line) => line.pieces);
  const prose = pieces.filter(({ words }) => words.length > manyWords).length;
  const isTable = columns.length >= fewestColumns && rows.length > (columns.length > 2 ? 1 : 2) && prose <= pieces.length * mostProse;
  const found = isTable ? rowsOf(lines, columns, closer) : [];
  return !isTable || areColumnsOfProse(lines, columns, found.length) ? null : { columns, isCutAtStrips, rows: found };
}

/** Null for one without a cell that says something, or without room. */
export function closedTable({ grid, texts, page }: OpenTable): Table | null {
  grid.headings = headingsIn(texts);
  return grid.table({ name: null, page, offset: null });
}

/** Adds these lines to it, without the headings that they repeat. False, and nothing is added, for lines that stand in other columns or have headings of their own. */
export function goesOn(table: OpenTable, run: readonly WordLine[], blank: number): boolean {
  const written = writtenApart(run);
  const lines = table.isCutAtStrips ? cutAtStrips(written, table.columns) : cutLines(written, table.columns, blank);
  const own = columnsOf(lines).map((column) => columnsUnder(column, table.columns));
  const isSame = own.length === table.columns.length && own.every((under, at) => under.length === 1 && under[0] !== own[at - 1]?.[0]);
  if (!isSame || lines.some(({ pieces }) => pieces.length > 1 && pieces.some((piece) => columnsUnder(piece, table.columns).length === 0)))
    return false;
  const rows = rowsOf(lines, table.columns, table.closer).map((cells) => ({ cells, texts: textsOf(cells, table.columns) }));
  let repeated = 0;
  while (repeated < rows.length && isSameRow(rows[repeated]?.texts, table.texts[repeated])) repeated += 1;
  if (repeated === 0 && hasHeadings(rows.map(({ texts }) => texts))) return false;
  table.columns = widened(table.columns, lines);
  for (const { cells } of rows.slice(repeated)) addRow(table, cells);
  return true;
}

/** Above a column of numbers or dates stands a text. */
function hasHeadings(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...below] = rows;
  return (
    below.length > 0 &&
    first.some((heading, column) => {
      const values = typedColumn(below.map((row) => row[column] ?? '')).filter(({ type }) => type !== 'empty');
      const isText = typedColumn([heading])[0]?.type === 'text';
      return isText && values.length > 0 && values.every(({ type }) => type !== 'text');
    })
  );
}

function isSameRow(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && other !== undefined && one.join('\t') === other.join('\t');
}

function addRow({ grid, columns, texts }: OpenTable, cells: readonly PlacedCell[]): void {
  grid.beginRow();
  let column = 0;
  for (const { at, span, text } of cells) {
    for (; column < at; column += 1) grid.cell('');
    grid.cell(text, span);
    column = at + span;
  }
  for (; column < columns.length; column += 1) grid.cell('');
  if (texts.length < heldRows) texts.push(textsOf(cells, columns));
}

function textsOf(cells: readonly PlacedCell[], columns: readonly Column[]): readonly string[] {
  return columns.map((_, place) => cells.find(({ at, span }) => place >= at && place < at + span)?.text ?? '');
}

/** Whether a line is a row of the run above or below it: pieces of it stand in two columns or more, in which the run has some too. */
export function isRowOf(line: WordLine, run: readonly WordLine[], at: 'above' | 'below'): boolean {
  const [lines, own] = [writtenApart(run), writtenApart([line])];
  const columns = columnsOf(at === 'above' ? [...own, ...lines] : [...lines, ...own]);
  const filledBy = (rows: readonly WordLine[]) =>
    new Set(rows.flatMap(({ pieces }) => pieces.flatMap((piece) => columnsUnder(piece, columns))));
  return filledBy(own).intersection(filledBy(lines)).size > 1;
}

/** Of a row: its first column, and how many it stands in. */
export interface PlacedCell {
  readonly at: number;
  readonly span: number;
  text: string;
  readonly words: PlacedWord[];
}

/** Lines that are closer to each other than rows are one row, whether its cells stand at its top, its bottom or in its middle. */
function rowsOf(lines: readonly WordLine[], columns: readonly Column[], closer: number): readonly (readonly PlacedCell[])[] {
  const rows: PlacedCell[][] = [];
  const distances = lines.map((_, at) => distanceAbove(lines, at));
  const sameRow = Math.min(rowDistance(lines, distances, columns.length, closer) * closer, Math.min(...distances) / closer);
  const isNear = (at: number): boolean => (distances[at] ?? Number.POSITIVE_INFINITY) < sameRow;
  for (const [index, line] of lines.entries()) {
    const row = placed(line, columns);
    const above = rows.at(-1);
    // A cell that has a line more than the others goes on in it, unless that line stands closer to the next row.
    const goesOn = line.pieces.length === 1 && !isNear(index + 1) && isIn(row, above);
    if (above !== undefined && !isRow(line) && (goesOn || (isNear(index) && (isIn(row, above) || isIn(above, row))))) joinTo(above, row);
    else rows.push(row);
  }
  return rows;
}

/** Each cell of the one stands where the other has one. */
function isIn(row: readonly PlacedCell[], other: readonly PlacedCell[] | undefined): boolean {
  return other !== undefined && row.every(({ at }) => other.some((cell) => cell.at === at));
}

/** The cells that it has, and those that only the line below has. */
function joinTo(row: PlacedCell[], below: readonly PlacedCell[]): void {
  for (const cell of below) {
    const own = row.find(({ at }) => at === cell.at);
    if (own === undefined) row.push(cell);
    else {
      own.text = `${own.text} ${cell.text}`;
      own.words.push(...cell.words);
    }
  }
  row.sort((one, other) => one.at - other.at);
}

/** The least one between two whole rows. If none follow each other, the least that is clearly more than between the closest lines, as where all cells have several; else from a whole row to the line above it. */
function rowDistance(lines: readonly WordLine[], distances: readonly number[], columns: number, closer: number): number {
  const whole = lines.flatMap(({ pieces }, at) => (at > 0 && pieces.length === columns ? [at] : []));
  const pairs = whole.filter((at) => lines[at - 1]?.pieces.length === columns);
  const clearly = pairs.length > 0 ? Number.POSITIVE_INFINITY : Math.min(...distances) / closer;
  const apart = distances.filter((distance) => distance > clearly && distance < Number.POSITIVE_INFINITY);
  const found = apart.length > 0 ? apart : (pairs.length > 0 ? pairs : whole).map((at) => distances[at] ?? 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

function placed({ pieces }: WordLine, columns: readonly Column[]): PlacedCell[] {
  const row: PlacedCell[] = [];
  for (const piece of pieces) {
    const { at, span } = placeOf(piece, columns);
    const text = textOf(piece);
    const before = row.at(-1);
    if (before !== undefined && at < before.at + before.span) {
      before.text = `${before.text} ${text}`;
      before.words.push(...piece.words);
    } else row.push({ at, span, text, words: [...piece.words] });
  }
  return row;
}
