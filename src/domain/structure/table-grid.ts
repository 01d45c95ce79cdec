/**
 * The grid of a table, cell by cell, with those that span several rows or columns. A text is repeated in all cells that it spans, so that each row tells all
 * of it; a number, a date or a boolean stands once, so that no sum counts it twice.
 */
import { type MergedCells, structureLimits, type Table, type TableCell } from '../../contract/extraction/structured-text.ts';
import { isAlwaysText, typedColumn } from './cells/cell-types.ts';
import { titleRowsOf } from './title-rows.ts';

/** Cells of one table that are not typed yet; a cell whose program says what it is has its type already. */
export type GivenCell = string | TableCell;

/** How much of all tables of a document there may still be. */
export interface TableRoom {
  cells: number;
  characters: number;
  tables: number;
  /** Cells that may be looked at for being merged: they are as many as there are, if no two merged ones overlap. */
  merges: number;
  isCut: boolean;
}

export function tableRoom(): TableRoom {
  const { cells, characters, tables } = structureLimits;
  return { cells, characters, tables, merges: cells, isCut: false };
}

/** No more in one step: a cell over all columns and rows is a cell for nobody. */
const mostSpanned = 1_000;

interface Reaching {
  readonly rows: number;
  readonly cell: GivenCell;
}

export class TableGrid {
  readonly #room: TableRoom;
  readonly #rows: GivenCell[][] = [];
  #merged: MergedCells[] = [];
  /** Cells that reach down from rows above: how many rows more, and what is in them. */
  readonly #reaching = new Map<number, Reaching>();
  /** The same from the row that is being read. */
  readonly #begun = new Map<number, Reaching>();
  #row: GivenCell[] | null = null;
  #column = 0;
  /** Of each row whether it is one of headings. */
  readonly #headingRows: boolean[] = [];
  /** What was said of all of them. */
  #headings: number | null = null;
  #title: string | null = null;
  /** Of the room: a cell each, and one for each row. */
  #taken = 0;

  constructor(room: TableRoom) {
    this.#room = room;
  }

  get rows(): number {
    return this.#rows.length;
  }

  /** There is room for more cells. */
  get isOpen(): boolean {
    return this.#room.cells > 0 && this.#room.characters > 0;
  }

  beginRow(): void {
    this.endRow();
    this.#row = [];
    this.#column = 0;
  }

  /** @param columns how many it spans, and `rows` too; 1 for most. */
  cell(content: GivenCell, columns = 1, rows = 1): void {
    if (this.#row === null) this.beginRow();
    if (!this.isOpen) {
      this.#room.isCut ||= textOf(content) !== '';
      return;
    }
    this.#skipReaching();
    const given = cut(content);
    const [wide, high] = [bounded(columns), bounded(rows)];
    const repeated = wide > 1 || high > 1 ? repeatedCell(given) : '';
    const at = this.#column;
    for (let count = 0; count < wide; count += 1) {
      if (!this.#put(count === 0 ? given : repeated)) break;
      if (high > 1) this.#begun.set(at + count, { rows: high - 1, cell: repeated });
    }
    if (this.#column > at && (wide > 1 || high > 1)) this.#merged.push({ row: this.#rows.length, column: at, rows: high, columns: wide });
  }

  endRow(isHeading = false): void {
    if (this.#row === null) return;
    this.#skipReaching();
    for (const [column, { rows, cell }] of [...this.#reaching].toSorted(([one], [other]) => one - other)) {
      // Beyond the last cell of this row, with others between.
      while (this.#row.length < column && this.#put('')) {}
      if (this.#row.length !== column || !this.#put(cell)) {
        // Without room for one, those beside it and below it have none either.
        this.#reaching.clear();
        this.#begun.clear();
        break;
      }
      if (rows > 1) this.#reaching.set(column, { rows: rows - 1, cell });
      else this.#reaching.delete(column);
    }
    for (const [column, reaching] of this.#begun) this.#reaching.set(column, reaching);
    this.#begun.clear();
    // An empty row costs memory too.
    if (this.#room.cells > 0) {
      this.#room.cells -= 1;
      this.#taken += 1;
      this.#rows.push(this.#row);
      this.#headingRows.push(isHeading);
    } else this.#room.isCut = true;
    this.#row = null;
  }

  /** As many of the first rows as are headings, whatever was said before. */
  set headings(count: number) {
    this.#headings = count;
  }

  /** After all rows: takes away the first ones if they are a title, and says how many they were. Headings are those of the rows that are left. */
  takeTitle(): number {
    this.endRow();
    const width = this.#rows.reduce((most, row) => Math.max(most, filledLength(row)), 0);
    const found = titleRowsOf(this.#rows, this.#merged, width);
    if (found === null) return 0;
    this.#title = found.title;
    this.#rows.splice(0, found.count);
    this.#headingRows.splice(0, found.count);
    this.#merged = this.#merged.filter(({ row }) => row >= found.count).map((one) => ({ ...one, row: one.row - found.count }));
    return found.count;
  }

  /** Merged afterwards, as spreadsheets tell it: the cells are there. */
  merge({ row, column, rows, columns }: MergedCells): void {
    if (row >= this.#rows.length || rows * columns < 2 || this.#merged.length >= structureLimits.things) return;
    if (this.#room.merges <= 0) {
      this.#room.isCut = true;
      return;
    }
    const cell = repeatedCell(this.#rows[row]?.[column] ?? '');
    const characters = textOf(cell).length;
    this.#merged.push({ row, column, rows: Math.min(rows, this.#rows.length - row), columns });
    for (let below = row; below < Math.min(row + rows, this.#rows.length); below += 1) {
      const line = this.#rows[below] ?? [];
      this.#room.merges -= 1;
      for (let beside = column; beside < Math.min(column + columns, line.length, column + mostSpanned); beside += 1) {
        this.#room.merges -= 1;
        if (characters === 0 || textOf(line[beside] ?? '') !== '') continue;
        if (this.#room.characters < characters) {
          this.#room.isCut = true;
          return;
        }
        this.#room.characters -= characters;
        line[beside] = cell;
      }
    }
  }

  /** Without empty columns at its end; null for one without a cell that says something, or where there is no room for another table. */
  table(facts: Pick<Table, 'name' | 'page' | 'offset'>): Table | null {
    this.endRow();
    const width = this.#rows.reduce((most, row) => Math.max(most, filledLength(row)), 0);
    if (width === 0) return null;
    if (this.#room.tables <= 0) {
      this.#room.isCut = true;
      return null;
    }
    this.#leaveOut(width);
    if (this.#rows.length === 0) return null;
    this.#room.tables -= 1;
    const others = this.#headingRows.indexOf(false);
    const headings = Math.min(this.#headings ?? (others === -1 ? this.#rows.length : others), this.#rows.length);
    const rows = typedRows(this.#rows, width, headings);
    const merged = this.#merged
      .filter(({ row, column }) => row < rows.length && column < width)
      .map((one) => ({ ...one, rows: Math.min(one.rows, rows.length - one.row), columns: Math.min(one.columns, width - one.column) }));
    const title = this.#title;
    return {
      ...facts,
      title,
      headings,
      rows,
      merged: merged.filter((one) => one.rows * one.columns > 1),
    };
  }

  /** The last rows, where there is no room for all of them once each has as many cells. */
  #leaveOut(width: number): void {
    const room = this.#taken + this.#room.cells;
    const most = Math.floor(room / (width + 1));
    if (most < this.#rows.length) {
      this.#rows.length = most;
      this.#room.isCut = true;
    }
    this.#room.cells = room - this.#rows.length * (width + 1);
  }

  #skipReaching(): void {
    for (let above = this.#reaching.get(this.#column); above !== undefined; above = this.#reaching.get(this.#column)) {
      if (!this.#put(above.cell)) return;
    }
  }

  #put(cell: GivenCell): boolean {
    const characters = textOf(cell).length;
    if (this.#row === null || this.#column >= structureLimits.columns || this.#room.cells <= 0 || this.#room.characters < characters) {
      this.#room.isCut ||= characters > 0;
      return false;
    }
    this.#room.cells -= 1;
    this.#taken += 1;
    this.#room.characters -= characters;
    this.#row.push(cell);
    this.#column += 1;
    return true;
  }
}

function typedRows(rows: readonly (readonly GivenCell[])[], width: number, headings: number): TableCell[][] {
  const typed = rows.map((): TableCell[] => []);
  for (let column = 0; column < width; column += 1) {
    const given = rows.map((row) => row[column] ?? '');
    const below = typedColumn(given.slice(headings).map((cell) => (typeof cell === 'string' ? cell : '')));
    for (const [row, cell] of given.entries()) {
      if (typeof cell !== 'string') typed[row]?.push(cell);
      else if (row < headings) typed[row]?.push({ text: cell, type: cell.trim() === '' ? 'empty' : 'text' });
      else typed[row]?.push(below[row - headings] ?? { text: cell, type: 'text' });
    }
  }
  return typed;
}

/** Its column, which is not known yet, may make a number or a date of a text. */
function repeatedCell(cell: GivenCell): GivenCell {
  if (typeof cell !== 'string') return cell.type === 'text' ? cell : '';
  return isAlwaysText(cell) ? cell : '';
}

function cut(cell: GivenCell): GivenCell {
  const text = textOf(cell);
  if (text.length <= structureLimits.cellCharacters) return cell;
  return { text: text.slice(0, structureLimits.cellCharacters).toWellFormed(), type: 'text' };
}

function bounded(span: number): number {
  return Number.isInteger(span) ? Math.max(1, Math.min(span, mostSpanned)) : 1;
}

function textOf(cell: GivenCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function filledLength(row: readonly GivenCell[]): number {
  let length = row.length;
  while (length > 0 && textOf(row[length - 1] ?? '').trim() === '') length -= 1;
  return length;
}
