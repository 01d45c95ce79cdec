/**
 * The tables that sheets are: each sheet is one, from its first row and column with content on. What its program says of a cell counts, so that a number
 * that was typed as a text stays one.
 */
import type { MergedCells, TableCell } from '../../../contract/extraction/structured-text.ts';
import { wholeDate } from '../../../domain/structure/dates.ts';
import { headingsIn } from '../../../domain/structure/heading-rows.ts';
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import { TableGrid } from '../../../domain/structure/table-grid.ts';
import type { TypedValue } from './sheet-values.ts';

/** Of a row that is repeated. */
const mostRepeats = 1_000;
const mostMerged = 10_000;
/** IEEE 754: whole numbers with more digits are not exact, and were typed as something else. */
const mostExact = 1e15;

interface PlacedCell {
  readonly column: number;
  readonly cell: TableCell;
  readonly times: number;
}

export class SheetTables {
  readonly #structure: GivenStructure;
  #rows: { readonly row: number; readonly cells: readonly PlacedCell[] }[] = [];
  #cells: PlacedCell[] = [];
  #merged: MergedCells[] = [];
  #name = '';
  #row = 0;
  #held = 0;
  #sheets = 0;

  constructor(structure: GivenStructure) {
    this.#structure = structure;
    structure.knows = 'tables';
  }

  beginSheet(name: string): void {
    this.endSheet();
    this.#name = name;
    this.#sheets += 1;
  }

  cells(column: number, text: string, typed: TypedValue, times: number): void {
    if (times === 0 || this.#held >= this.#structure.room.cells) {
      this.#structure.room.isCut ||= times > 0;
      return;
    }
    this.#cells.push({ column, cell: cellOf(text, typed), times });
    this.#held += times;
  }

  endRow(times: number): void {
    const cells = this.#cells;
    this.#cells = [];
    if (cells.length > 0)
      for (let count = 0; count < Math.min(times, mostRepeats) && this.#held < this.#structure.room.cells; count += 1) {
        this.#rows.push({ row: this.#row + count, cells });
        this.#held += count === 0 ? 0 : cells.length;
      }
    this.#row += times;
  }

  /** Where a row stands that says so, from 0 on. */
  beginRow(row: number): void {
    if (Number.isSafeInteger(row) && row >= 0) this.#row = row;
  }

  /** The next cell of this row spans others. */
  span(column: number, columns: number, rows: number): void {
    this.merge({ row: this.#row, column, rows, columns });
  }

  merge(cells: MergedCells): void {
    const isSound = Object.values(cells).every((count) => Number.isSafeInteger(count) && count >= 0);
    if (isSound && this.#merged.length < mostMerged) this.#merged.push(cells);
    else this.#structure.room.isCut ||= isSound;
  }

  endSheet(): void {
    this.endRow(1);
    const [rows, merged, page] = [this.#rows, this.#merged, this.#sheets - 1];
    [this.#rows, this.#merged, this.#row, this.#held] = [[], [], 0, 0];
    const left = rows.reduce((least, { cells }) => Math.min(least, cells[0]?.column ?? least), Number.POSITIVE_INFINITY);
    if (rows.length === 0) return;
    const grid = new TableGrid(this.#structure.room);
    /** The rows of the sheet in the grid, which has none without content. */
    const places = new Map<number, number>();
    for (const { row, cells } of rows) {
      if (!grid.isOpen) break;
      places.set(row, grid.rows);
      addRow(grid, cells, left);
    }
    for (const { row, column, ...size } of merged) {
      const [at, below] = [places.get(row), places.get(row + size.rows - 1)];
      if (at !== undefined && column >= left)
        grid.merge({ row: at, column: column - left, rows: below === undefined ? 1 : below - at + 1, columns: size.columns });
    }
    const titles = grid.takeTitle();
    grid.headings = headingsIn(rows.slice(titles, titles + 50).map(({ cells }) => textsOf(cells, left)));
    const table = grid.table({ name: this.#name, page, offset: null });
    if (table !== null) this.#structure.tables.push(table);
  }
}

function addRow(grid: TableGrid, cells: readonly PlacedCell[], left: number): void {
  grid.beginRow();
  let at = left;
  for (const { column, cell, times } of cells) {
    for (; at < column && grid.isOpen; at += 1) grid.cell({ text: '', type: 'empty' });
    for (let count = 0; count < times && grid.isOpen; count += 1, at += 1) grid.cell(cell);
  }
  grid.endRow();
}

function textsOf(cells: readonly PlacedCell[], left: number): readonly string[] {
  const texts: string[] = [];
  for (const { column, cell } of cells.slice(0, 1_000)) {
    while (texts.length < Math.min(column - left, 1_000)) texts.push('');
    // A typed cell is no heading, whatever it looks like.
    texts.push(cell.type === 'text' ? cell.text : '0');
  }
  return texts;
}

/** A number that is shown with zeros in front, or has more digits than are exact, is a name made of digits. None is shown by its power of ten, which loses digits, and no date in a way that has other readings. */
function cellOf(shown: string, typed: TypedValue): TableCell {
  const number = typed?.type === 'number' ? Number(typed.value) : null;
  const isShortened = number !== null && Number.isInteger(number) && Math.abs(number) < 1e21 && /\dE\+\d/.test(shown);
  const isUnclear = typed?.type === 'date' && wholeDate(shown).candidates.length > 1;
  const text = isShortened || isUnclear ? String(typed?.value) : shown;
  const isName = number !== null && (/^[-+]?0\d/.test(text.trim()) || Math.abs(number) >= mostExact);
  if (isName) return { text, type: 'text' };
  return { text, type: typed?.type ?? 'text', ...(typed?.value !== undefined && { value: typed.value }) };
}
