/**
 * Tables out of words and their places, of a page or a picture: lines of words, cut at wide gaps, whose pieces stand below each other. What stands in
 * columns as a newspaper does is prose, and no table.
 */
import type { Table } from '../../contract/structured-text.ts';
import { headingsIn } from './heading-rows.ts';
import { TableGrid, type TableRoom } from './table-grid.ts';

export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface WordTableOptions {
  /** How wide a gap between two cells is at least, in heights of their line. */
  readonly gap: number;
  readonly fewestColumns?: number;
  readonly page: number | null;
}

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly words: number;
}

interface Line {
  readonly top: number;
  readonly bottom: number;
  readonly pieces: readonly Piece[];
}

interface Column {
  left: number;
  right: number;
}

/** Of one page: more are noise, or somebody's attack. */
const mostWords = 50_000;
const mostColumns = 64;
/** In heights of a line: what is further apart is another table. */
const mostApart = 3;
/** In heights of a line: the next line of the same cell is no further down. */
const wrapped = 1.6;
const manyWords = 5;
const mostProse = 0.35;

/** In their order from the top. The words may come in any order. */
export function tablesOfWords(words: readonly PlacedWord[], options: WordTableOptions, room: TableRoom): readonly Table[] {
  if (words.length > mostWords) room.isCut = true;
  const lines = linesOfWords(words.slice(0, mostWords)).map((line) => lineOf(line, options.gap));
  return runsOf(lines).flatMap((run) => tableOf(run, options, room) ?? []);
}

function linesOfWords(words: readonly PlacedWord[]): readonly PlacedWord[][] {
  const lines: { middle: number; words: PlacedWord[] }[] = [];
  for (const word of words.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (word.top + word.bottom) / 2;
    const line = lines.at(-1);
    if (line !== undefined && middle - line.middle <= (word.bottom - word.top) * 0.5) line.words.push(word);
    else lines.push({ middle, words: [word] });
  }
  return lines.map((line) => line.words.toSorted((a, b) => a.left - b.left));
}

function lineOf(words: readonly PlacedWord[], gap: number): Line {
  const top = words.reduce((least, word) => Math.min(least, word.top), Number.POSITIVE_INFINITY);
  const bottom = words.reduce((most, word) => Math.max(most, word.bottom), Number.NEGATIVE_INFINITY);
  const pieces: Piece[] = [];
  for (const { text, left, right } of words) {
    const last = pieces.at(-1);
    if (last === undefined || left - last.right > (bottom - top) * gap) pieces.push({ text, left, right, words: 1 });
    else
      pieces[pieces.length - 1] = {
        text: `${last.text} ${text}`,
        left: last.left,
        right: Math.max(last.right, right),
        words: last.words + 1,
      };
  }
  return { top, bottom, pieces };
}

/** Lines of several pieces that follow each other, and lines of one piece that may go on with one of theirs. */
function runsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const runs: Line[][] = [];
  let run: Line[] = [];
  const end = (): void => {
    if (run.filter(({ pieces }) => pieces.length > 1).length > 1) runs.push(run);
    run = [];
  };
  for (const line of lines) {
    const above = run.at(-1);
    const apart = above === undefined ? 0 : line.top - above.bottom;
    const height = line.bottom - line.top;
    if (above !== undefined && apart > height * mostApart) end();
    if (line.pieces.length > 1) run.push(line);
    else if (run.length > 0 && middleOf(line) - middleOf(above ?? line) < height * wrapped && !isAtStart(line, run)) run.push(line);
    else end();
  }
  end();
  return runs;
}

function middleOf({ top, bottom }: Line): number {
  return (top + bottom) / 2;
}

/** Below the first column is the next row, or the text below the table. */
function isAtStart({ pieces: [piece] }: Line, [first]: readonly Line[]): boolean {
  const second = first?.pieces[1];
  return piece === undefined || second === undefined || piece.left < second.left;
}

function tableOf(run: readonly Line[], { fewestColumns = 2, page }: WordTableOptions, room: TableRoom): Table | null {
  const columns = columnsOf(run);
  const rows = run.filter(({ pieces }) => pieces.length > 1);
  const pieces = rows.flatMap((line) => line.pieces);
  const prose = pieces.filter(({ words }) => words > manyWords).length;
  const isTable = columns.length >= fewestColumns && rows.length > (columns.length > 2 ? 1 : 2) && prose <= pieces.length * mostProse;
  if (!isTable) return null;
  const grid = new TableGrid(room);
  const texts: string[][] = [];
  for (const cells of rowsOf(run, columns)) {
    grid.beginRow();
    let column = 0;
    for (const { at, span, text } of cells) {
      for (; column < at; column += 1) grid.cell('');
      grid.cell(text, span);
      column = at + span;
    }
    for (; column < columns.length; column += 1) grid.cell('');
    texts.push(columns.map((_, place) => cells.find(({ at, span }) => place >= at && place < at + span)?.text ?? ''));
  }
  grid.headings = headingsIn(texts);
  return grid.table({ name: null, page, offset: null });
}

/** By the lines with the most pieces; others only widen them. */
function columnsOf(run: readonly Line[]): readonly Column[] {
  const most = run.reduce((count, { pieces }) => Math.max(count, pieces.length), 0);
  const widest = run.filter(({ pieces }) => pieces.length === most).flatMap(({ pieces }) => pieces);
  const columns: Column[] = [];
  for (const { left, right } of widest.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last !== undefined && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns.slice(0, mostColumns);
}

interface Placed {
  readonly at: number;
  readonly span: number;
  text: string;
}

function rowsOf(run: readonly Line[], columns: readonly Column[]): readonly (readonly Placed[])[] {
  const rows: Placed[][] = [];
  for (const { pieces } of run) {
    const row: Placed[] = [];
    for (const piece of pieces) {
      const { at, span } = placeOf(piece, columns);
      const before = row.at(-1);
      if (before !== undefined && at < before.at + before.span) before.text = `${before.text} ${piece.text}`;
      else row.push({ at, span, text: piece.text });
    }
    const [only, ...others] = row;
    const above = others.length === 0 && only !== undefined ? rows.at(-1)?.find(({ at }) => at === only.at) : undefined;
    if (pieces.length === 1 && above !== undefined && only !== undefined) above.text = `${above.text} ${only.text}`;
    else rows.push(row);
  }
  return rows;
}

/** The columns that a piece stands over; the nearest one, if it stands between two. */
function placeOf({ left, right }: Piece, columns: readonly Column[]): { readonly at: number; readonly span: number } {
  const over = columns.flatMap((column, at) => (left < column.right && right > column.left ? [at] : []));
  if (over.length > 0) return { at: over[0] ?? 0, span: over.length };
  const distances = columns.map((column) => Math.min(Math.abs(column.left - left), Math.abs(column.right - right)));
  return { at: Math.max(0, distances.indexOf(Math.min(...distances))), span: 1 };
}
