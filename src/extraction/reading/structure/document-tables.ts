/**
 * The tables of DOCX, ODT and RTF, cell by cell: each row is a line of the text with tabs between its columns, and each table is one of the structure. A table in
 * a cell of another is a table of its own; in the text its words stand in that cell.
 */
import { type MergedCells, structureLimits } from '../../../contract/extraction/structured-text.ts';
import { headingsIn } from '../../../domain/structure/heading-rows.ts';
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import { TableGrid } from '../../../domain/structure/table-grid.ts';
import type { TextParts } from '../text-parts.ts';

interface OpenTable {
  readonly grid: TableGrid | null;
  /** Its first rows, which tell the headings. */
  readonly texts: string[][];
  readonly merged: MergedCells[];
  /** By their column: cells that go on in the rows below. */
  readonly reaching: Map<number, Reaching>;
  /** In the text; null before its first word. */
  offset: number | null;
  readonly from: number;
  row: number;
  column: number;
  headings: number;
  isInHead: boolean;
}

interface Reaching {
  readonly row: number;
  readonly columns: number;
  rows: number;
}

/** How a cell is merged with those below it: it begins that, goes on with it, or says in how many rows it stands. */
export type DownMerge = 'begins' | 'goes-on' | number;

interface OpenCell {
  columns: number;
  down: DownMerge;
  /** For the grid. */
  content: string;
}

const heldRows = 50;
/** Tables in each other; what is in further ones is in the text, and in no table. */
const mostOpen = 64;

export class DocumentTables {
  readonly #text: TextParts;
  readonly #structure: GivenStructure | null;
  readonly #tables: OpenTable[] = [];
  /** The innermost is the last one. */
  readonly #cells: OpenCell[] = [];
  #tooDeep = 0;

  /** @param structure null if nobody wants it. */
  constructor(text: TextParts, structure: GivenStructure | null) {
    this.#text = text;
    this.#structure = structure;
  }

  get isInCell(): boolean {
    return this.#cells.length > 0;
  }

  openTable(): void {
    if (this.#tables.length >= mostOpen) {
      this.#tooDeep += 1;
      return;
    }
    this.#tables.push({
      grid: this.#structure === null ? null : new TableGrid(this.#structure.room),
      texts: [],
      merged: [],
      reaching: new Map(),
      offset: null,
      from: this.#text.length,
      row: -1,
      column: 0,
      headings: 0,
      isInHead: false,
    });
  }

  /** The rows that follow are headings, or no longer. */
  set isInHead(isInHead: boolean) {
    const table = this.#open();
    if (table !== null) table.isInHead = isInHead;
  }

  /** The row that is open is one of headings. */
  markHeading(): void {
    const table = this.#open();
    if (table !== null && table.headings === table.row) table.headings += 1;
  }

  beginRow(): void {
    const table = this.#open();
    if (!this.isInCell) this.#text.beginRow();
    if (table === null) return;
    table.grid?.beginRow();
    [table.row, table.column] = [table.row + 1, 0];
    if (table.isInHead) this.markHeading();
    if (table.texts.length < heldRows) table.texts.push([]);
  }

  /** Columns of the row that have no cell, or are covered by one beside or above. */
  skip(columns: number): void {
    const table = this.#open();
    if (!this.isInCell) for (let count = 0; count < columns; count += 1) this.#text.separate('\t');
    if (table !== null) this.#put(table, '', columns);
  }

  openCell(columns = 1, down: DownMerge = 1): void {
    this.#cells.push({ columns, down, content: '' });
  }

  /** What is said of the open cell after it began. */
  describe(described: Partial<Pick<OpenCell, 'columns' | 'down'>>): void {
    const cell = this.#cells.at(-1);
    if (cell !== undefined) Object.assign(cell, described);
  }

  /** A piece that was just added to the text. */
  add(piece: string): void {
    const [cell, table] = [this.#cells.at(-1), this.#open()];
    if (cell === undefined || table === null || table.grid === null) return;
    if (piece !== '') table.offset ??= Math.max(0, this.#text.length - piece.length);
    if (cell.content.length < structureLimits.cellCharacters) cell.content += piece;
  }

  /** Within a cell there are no lines and no columns, in the text. */
  separate(separator: ' ' | '\t' | '\n' | '\n\n'): void {
    this.#text.separate(this.isInCell ? ' ' : separator);
    if (this.isInCell) this.add(separator === '\n' ? '\n' : ' ');
  }

  /** Within a paragraph. */
  endLine(): void {
    if (this.isInCell) this.separate('\n');
    else this.#text.endLine();
  }

  /** @param mayBeEmpty an empty one is an empty line. */
  endParagraph(mayBeEmpty: boolean): void {
    if (this.isInCell) this.separate(' ');
    else if (mayBeEmpty) this.#text.endLine();
    else this.#text.separate('\n');
  }

  /** How many columns it had. */
  endCell(): number {
    const cell = this.#cells.pop();
    const table = this.#open();
    if (cell === undefined) return 1;
    if (this.isInCell) this.#text.separate(' ');
    else for (let count = 0; count < cell.columns; count += 1) this.#text.separate('\t');
    if (table === null) return cell.columns;
    const column = table.column;
    this.#put(table, cell.down === 'goes-on' ? '' : squeezed(cell.content), cell.columns);
    this.#reach(table, column, cell);
    return cell.columns;
  }

  endRow(): void {
    this.#open()?.grid?.endRow();
    this.#text.separate(this.isInCell ? ' ' : '\n');
  }

  endTable(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    const open = this.#tables.pop();
    if (open === undefined || open.grid === null || this.#structure === null) return;
    for (const column of [...open.reaching.keys()]) this.#endReach(open, column);
    open.grid.endRow();
    for (const cells of open.merged.toSorted((one, other) => one.row - other.row || one.column - other.column)) open.grid.merge(cells);
    const titles = open.grid.takeTitle();
    open.grid.headings = open.headings > titles ? open.headings - titles : headingsIn(open.texts.slice(titles));
    if (!this.isInCell && this.#text.length > open.from) this.#structure.tableParts.push({ from: open.from, to: this.#text.length });
    // One column, or one row, is how pages are laid out.
    const isTable = open.grid.rows > 1 && open.texts.some((row) => row.filter((text) => text !== '').length > 1);
    const table = isTable ? open.grid.table({ name: null, page: null, offset: open.offset }) : null;
    if (table !== null && (table.rows[0]?.length ?? 0) > 1) this.#structure.tables.push(table);
  }

  #open(): OpenTable | null {
    return this.#tooDeep > 0 ? null : (this.#tables.at(-1) ?? null);
  }

  #put(table: OpenTable, content: string, columns: number): void {
    for (let count = 0; count < columns; count += 1) {
      const text = count === 0 ? content : '';
      table.grid?.cell(text);
      const row = table.texts[table.row];
      if (row !== undefined && row.length < structureLimits.columns) row.push(text);
    }
    table.column += columns;
  }

  #reach(table: OpenTable, column: number, { columns, down }: OpenCell): void {
    if (down === 'goes-on') {
      const above = table.reaching.get(column);
      if (above !== undefined) above.rows = table.row - above.row + 1;
      return;
    }
    this.#endReach(table, column);
    if (down === 'begins') table.reaching.set(column, { row: table.row, columns, rows: 1 });
    else this.#merge(table, { row: table.row, column, rows: down, columns });
  }

  #endReach(table: OpenTable, column: number): void {
    const ended = table.reaching.get(column);
    if (ended === undefined) return;
    table.reaching.delete(column);
    this.#merge(table, { row: ended.row, column, rows: ended.rows, columns: ended.columns });
  }

  #merge({ merged }: OpenTable, cells: MergedCells): void {
    if (cells.rows * cells.columns > 1 && merged.length < structureLimits.things) merged.push(cells);
  }
}

function squeezed(content: string): string {
  return content
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .join('\n')
    .trim();
}
