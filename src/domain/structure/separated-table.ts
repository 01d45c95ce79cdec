/** The one table of a text that consists of separated values (RFC 4180), whatever its cells say: CSV with its usual separators, and TSV. */
import { structureLimits, type Table } from '../../contract/extraction/structured-text.ts';
import { headingsIn } from './heading-rows.ts';
import { separatedRows, separatorOf, separators } from './separated-rows.ts';
import { TableGrid, type TableRoom, tableRoom } from './table-grid.ts';

/** Of the text, UTF-16 units and rows: they tell the separator. */
const judgedCharacters = 65_536;
const judgedRows = 50;
const mostTitles = 8;

/** A shorter row is filled, a longer one makes the table wider, and lines without a separator above the first row are its title. Linear in the text. */
export function separatedTableIn(text: string, room: TableRoom = tableRoom()): Table | null {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const rows = rowsWithin(text.slice(start), room);
  const titles = titlesAbove(rows);
  const grid = new TableGrid(room);
  for (const [at, row] of rows.entries()) {
    grid.beginRow();
    if (at < titles) grid.cell(row[0] ?? '', 2);
    else for (const cell of row) grid.cell(cell);
  }
  const below = grid.takeTitle() > 0 ? rows.slice(titles) : rows;
  grid.headings = headingsIn(below, 'separated');
  const table = grid.table({ name: null, page: null, offset: start });
  return table === null || (table.rows[0]?.length ?? 0) < 2 ? null : table;
}

/** As many as there is room for. Of a row that alone is too long, its beginning. */
function rowsWithin(text: string, room: TableRoom): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cells = 0;
  for (const row of separatedRows(text, separatorIn(text), structureLimits.cellCharacters)) {
    const fitting = row.slice(0, structureLimits.columns);
    cells += fitting.length + 1;
    room.isCut ||= fitting.length < row.length || cells > room.cells;
    if (cells > room.cells) break;
    rows.push(fitting);
  }
  return rows;
}

/**
 * The one by which most rows have as many cells as each other; of several such, the one that separates most in the first line. A title above the table has none of
 * them, and a row may be shorter or longer.
 */
function separatorIn(text: string): string {
  const beginning = text.slice(0, judgedCharacters);
  const byFirstLine = separatorOf(beginning.split('\n', 1)[0] ?? '');
  const evenness = (sign: string): number => evennessOf(firstRows(beginning, sign));
  let best = { sign: byFirstLine, even: evenness(byFirstLine) };
  for (const sign of separators) {
    const even = evenness(sign);
    if (even > best.even) best = { sign, even };
  }
  return best.sign;
}

function firstRows(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const row of separatedRows(text, separator, structureLimits.cellCharacters)) {
    if (rows.length === judgedRows) break;
    rows.push(row);
  }
  return rows;
}

/** 0..1: the share of the rows that have the most usual number of cells above one. */
function evennessOf(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / Math.max(1, rows.length);
}

/** Rows of one cell above others of several. */
function titlesAbove(rows: readonly (readonly string[])[]): number {
  const first = rows.findIndex(({ length }) => length > 1);
  return first > 0 && first <= mostTitles && rows.length - first > 1 ? first : 0;
}
