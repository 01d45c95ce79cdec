/**
 * Where the text of an RTF goes: paragraphs into the text, with what is known of their lists, code and links; the cells of a table into its rows until it ends,
 * because only all rows together tell how many columns a wide cell spans.
 */
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import { DocumentParts } from '../structure/document-parts.ts';
import { TextParts } from '../text-parts.ts';

/** What is said of the paragraph that a piece of text stands in. */
export interface Paragraph {
  /** Null before anything says it. */
  readonly isInTable: boolean | null;
  readonly isCode: boolean;
  /** Of a list, from 0 on. */
  readonly level: number;
}

interface Cell {
  readonly text: string;
  /** Where it ends, in twips (1/1440 inch) from the left; null if nothing says it. */
  readonly right: number | null;
}

/** Of one row; Word has 63. */
const mostColumns = 1_000;
/** A table with more is given in parts. */
const mostHeld = 100_000;
/** In twips, about a millimetre: edges of columns that are closer are the same, drawn by hand. */
const sameEdge = 60;
const mostLevels = 9;
/** Of a marker, UTF-16 units. */
const mostMarker = 100;

export class RichTextOutput {
  readonly #text: TextParts;
  readonly #found: DocumentParts;
  /** Of the table that has not ended yet. */
  #rows: Cell[][] = [];
  #held = 0;
  /** Of the open row; null between rows and outside of tables. */
  #cell: TextParts | null = null;
  #cells: string[] = [];
  #edges: number[] = [];
  #marker = '';
  #isBegun = false;
  /** Of a row. */
  #hasMoreColumns = false;

  constructor(text: TextParts, structure: GivenStructure | null) {
    this.#text = text;
    this.#found = new DocumentParts(text, structure);
  }

  add(piece: string, { isInTable, isCode, level }: Paragraph): void {
    if (isInTable === false && this.#cell !== null && piece.trim() !== '') this.#breakOffRow();
    if (this.#cell === null) this.#endTable();
    if (!this.#isBegun && piece.trim() !== '') {
      this.#isBegun = true;
      const isOutside = this.#cell === null;
      if (this.#marker !== '')
        this.#put(`${isOutside ? '  '.repeat(Math.min(level, mostLevels)) : ''}${shownMarker(this.#marker)} `, isCode);
      this.#marker = '';
    }
    this.#put(piece, isCode);
  }

  separate(separator: '\n' | '\t' | '\n\n', { isCode }: Paragraph): void {
    if (this.#cell !== null) return this.#cell.separate(' ');
    this.#endTable();
    // Before it, code has only the end of a line.
    if (separator === '\t' && isCode) this.#put(separator, isCode);
    else this.#text.separate(separator);
  }

  endParagraph(paragraph: Paragraph): void {
    // One that was announced, and never came.
    const isEmpty = paragraph.isInTable === null && this.#cells.length === 0;
    if (this.#cell !== null && (paragraph.isInTable === false || isEmpty)) this.endRow();
    this.separate('\n', paragraph);
    [this.#marker, this.#isBegun] = ['', false];
  }

  /** The bullet or number of an item, which stands before its paragraph. */
  addMarker(piece: string): void {
    if (this.#marker.length < mostMarker) this.#marker += piece.slice(0, mostMarker);
  }

  openLink(href: string): void {
    this.#found.openLink(href);
  }

  endLink(): void {
    this.#found.endLink();
  }

  /** A row begins, unless it has. */
  openRow(): void {
    this.#cell ??= new TextParts();
  }

  /** The edges of its cells follow. */
  defineRow(): void {
    this.openRow();
    this.#edges = [];
  }

  /** The next cell ends there, in twips. */
  addEdge(right: number): void {
    if (this.#edges.length < mostColumns) this.#edges.push(right);
  }

  endCell(): void {
    this.openRow();
    if (this.#cells.length < mostColumns) this.#cells.push(this.#cell?.toString().trim() ?? '');
    else this.#hasMoreColumns = true;
    this.#cell = new TextParts();
    [this.#marker, this.#isBegun] = ['', false];
  }

  endRow(): void {
    if (this.#cell !== null && this.#cell.length > 0) this.endCell();
    this.#rows.push(this.#cells.map((text, at) => ({ text, right: this.#edges[at] ?? null })));
    this.#held += this.#cells.length + 1;
    [this.#cells, this.#cell] = [[], null];
    if (this.#held > mostHeld) this.#endTable();
  }

  end(): void {
    if (this.#cell !== null) this.endRow();
    this.#endTable();
    this.#found.endCode();
    // Not before: nothing is added to what is cut.
    if (this.#hasMoreColumns) this.#text.cut();
  }

  /** Its end is missing, and a paragraph outside of the table has begun, perhaps with its marker. */
  #breakOffRow(): void {
    const marker = this.#marker;
    this.endRow();
    [this.#marker, this.#isBegun] = [marker, false];
  }

  #put(piece: string, isCode: boolean): void {
    if (this.#cell === null) return this.#found.add(piece, isCode);
    this.#cell.add(piece.replaceAll(/[\t\n\r]/g, ' '));
    this.#found.addLabel(piece);
  }

  #endTable(): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    [this.#rows, this.#held] = [[], 0];
    const columns = columnsOf(rows);
    this.#found.endCode();
    for (const row of rows) {
      let [line, column] = ['', 0];
      for (const { text, right } of row) {
        const after = Math.max(column + 1, right === null ? 0 : (columns.get(right) ?? 0));
        line += text + '\t'.repeat(after - column);
        column = after;
      }
      this.#text.add(line.trimEnd());
      this.#text.separate('\n');
    }
  }
}

/** How many columns there are up to each edge. */
function columnsOf(rows: readonly (readonly Cell[])[]): ReadonlyMap<number, number> {
  const edges = [...new Set(rows.flat().flatMap(({ right }) => right ?? []))].toSorted((one, other) => one - other);
  const columns = new Map<number, number>();
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  for (const edge of edges) {
    if (edge - last > sameEdge && count < mostColumns) [count, last] = [count + 1, edge];
    columns.set(edge, count);
  }
  return columns;
}

/** A sign of a font of its own, or the `o` of typewriters, is a bullet. */
function shownMarker(marker: string): string {
  const sign = marker.trim();
  return sign === 'o' || !/[\p{L}\p{N}]/u.test(sign) ? '•' : sign;
}
