/** The rows of spreadsheets as text. A cell or row that is repeated without end is one that was formatted to the end of the sheet: it counts a few times. */

import type { MergedCells } from '../../contract/extraction/structured-text.ts';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import type { GivenStructure } from '../../domain/structure/structure-of-text.ts';
import { SheetTables } from './structure/sheet-tables.ts';
import type { TypedValue } from './structure/sheet-values.ts';
import type { TextParts } from './text-parts.ts';

/** Of cells in a row; Excel has no more. */
const mostColumns = 16_384;
const mostCharacters = extractionLimits.cellCharacters;
/** Of a row or a cell with content. */
const mostRepeats = extractionLimits.repeatedCells;

/** The content of a cell, as it comes: no more of it is held than shows that there is too much. */
export function withPiece(content: string, piece: string): string {
  return content.length > mostCharacters ? content : content + piece.slice(0, mostCharacters + 1 - content.length);
}

export class SheetRows {
  readonly #text: TextParts;
  readonly #tables: SheetTables | null;
  #cells: string[] = [];
  #sheets = 0;
  #isCut = false;

  /** @param structure for the tables that the sheets are; null if nobody wants them. */
  constructor(text: TextParts, structure: GivenStructure | null = null) {
    this.#text = text;
    this.#tables = structure === null ? null : new SheetTables(structure);
  }

  /** There is more in a cell than is taken of one, or what is repeated would be there more often; what stands behind it is read all the same. */
  get isCut(): boolean {
    return this.#isCut;
  }

  beginSheet(name: string): void {
    this.#cells = [];
    this.#tables?.beginSheet(name);
    this.#text.separate('\n\n');
    this.#sheets += 1;
    this.#text.add(name);
    this.#text.separate('\n');
  }

  /** Of the last sheet. */
  end(): void {
    this.#tables?.endSheet();
  }

  /** The cells of these rows and columns are one. */
  merge(cells: MergedCells): void {
    this.#tables?.merge(cells);
  }

  /** Where the next row stands, from 0 on. */
  beginRow(row: number): void {
    this.#tables?.beginRow(row);
  }

  /** The next cell spans so many columns and rows. */
  span(columns: number, rows: number): void {
    this.#tables?.span(this.#cells.length, columns, rows);
  }

  /** The next cell of the row, as often as it says. @param typed what its program says that it is. */
  cell(content: string, times = 1, typed: TypedValue = undefined): void {
    const taken = content.slice(0, mostCharacters);
    // Blank cells are kept only before others: they are cut off at the end of the row.
    const shown = taken.replaceAll(/[\t\r\n]+/g, ' ').trim();
    this.#tables?.cells(this.#cells.length, taken, typed, shown === '' ? 0 : Math.min(times, mostRepeats));
    const room = Math.min(mostColumns - this.#cells.length, shown === '' ? mostColumns : mostRepeats);
    this.#isCut ||= taken.length < content.length || (shown !== '' && times > room);
    for (let count = Math.min(times, room); count > 0; count -= 1) this.#cells.push(shown);
  }

  /** A cell at its column, from 0 on. */
  cellAt(column: number, content: string, typed: TypedValue = undefined): void {
    if (column >= mostColumns) {
      this.#isCut = true;
      return;
    }
    while (this.#cells.length < column) this.#cells.push('');
    this.cell(content, 1, typed);
  }

  endRow(times = 1): void {
    this.#tables?.endRow(times);
    const cells = this.#cells;
    this.#cells = [];
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length === 0) return;
    const line = cells.join('\t');
    for (let count = Math.min(times, mostRepeats); count > 0 && !this.#text.isCut; count -= 1) {
      this.#text.add(line);
      this.#text.separate('\n');
    }
    this.#isCut ||= times > mostRepeats;
  }
}
