/** The rows of spreadsheets as text. A cell or row that is repeated without end is one that was formatted to the end of the sheet: it counts a few times. */
import type { TextParts } from './text-parts.ts';

/** Of cells in a row; Excel has no more. */
const mostColumns = 16_384;
/** Of a row with content. Somebody filled in equal rows by hand up to there, and no further. */
const mostRepeats = 1_000;

export class SheetRows {
  readonly #text: TextParts;
  #cells: string[] = [];
  #sheets = 0;

  constructor(text: TextParts) {
    this.#text = text;
  }

  beginSheet(name: string): void {
    this.#cells = [];
    this.#text.separate('\n\n');
    this.#sheets += 1;
    this.#text.add(name);
    this.#text.separate('\n');
  }

  /** The next cell of the row, as often as it says. */
  cell(content: string, times = 1): void {
    const room = mostColumns - this.#cells.length;
    // Blank cells are kept only before others: they are cut off at the end of the row.
    const shown = content.replaceAll(/[\t\r\n]+/g, ' ').trim();
    for (let count = Math.min(times, room, shown === '' ? mostColumns : mostRepeats); count > 0; count -= 1) this.#cells.push(shown);
  }

  /** A cell at its column, from 0 on. */
  cellAt(column: number, content: string): void {
    if (column >= mostColumns) return;
    while (this.#cells.length < column) this.#cells.push('');
    this.cell(content);
  }

  endRow(times = 1): void {
    const cells = this.#cells;
    this.#cells = [];
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length === 0) return;
    const line = cells.join('\t');
    for (let count = Math.min(times, mostRepeats); count > 0 && !this.#text.isCut; count -= 1) {
      this.#text.add(line);
      this.#text.separate('\n');
    }
    if (times > mostRepeats) this.#text.cut();
  }
}
