/**
 * Where the text of an RTF goes: paragraphs into the text, with what is known of their lists, code and links; the cells of a table into its rows until it ends,
 * because only all rows together tell how many columns a wide cell spans.
 */
import { structureLimits } from '../../../contract/extraction/structured-text.ts';
import { extractionLimits } from '../../../contract/words/extraction-limits.ts';
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import { DocumentParts, type PartKind } from '../structure/document-parts.ts';
import { DocumentTables, type DownMerge } from '../structure/document-tables.ts';
import { TextParts } from '../text-parts.ts';
import { type NestedRows, NestedTables } from './rich-text-nesting.ts';

/** What is said of the paragraph that a piece of text stands in. */
export interface Paragraph {
  /** Null before anything says it. */
  readonly isInTable: boolean | null;
  readonly kind: PartKind;
  /** Of tables in each other: 1 for a paragraph in the outermost, more in one that is in a cell. */
  readonly nesting: number;
  /** Of a list, from 0 on. */
  readonly level: number;
}

interface Cell {
  readonly text: string;
  /** Without what is in the tables in it. */
  readonly own: string;
  readonly tables: readonly NestedRows[];
  readonly down: DownMerge;
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
/** Of all notes, UTF-16 units. */
const mostNoted = extractionLimits.text;

export class RichTextOutput {
  readonly #text: TextParts;
  readonly #found: DocumentParts;
  readonly #tables: DocumentTables;
  readonly #isStructureWanted: boolean;
  /** Of the table that has not ended yet. */
  #rows: { readonly cells: readonly Cell[]; readonly isHeading: boolean }[] = [];
  #held = 0;
  /** Of the open row; null between rows and outside of tables. */
  #cell: TextParts | null = null;
  #cells: Cell[] = [];
  /** Of the cell that is open, for the structure. */
  #own = '';
  #nested = new NestedTables();
  #edges: { right: number; down: DownMerge }[] = [];
  #down: DownMerge = 1;
  #isHeading = false;
  #marker = '';
  #isBegun = false;
  /** Of a row. */
  #hasMoreColumns = false;
  readonly #notes: string[] = [];
  #noted = 0;

  constructor(text: TextParts, structure: GivenStructure | null) {
    this.#text = text;
    this.#found = new DocumentParts(text, structure);
    this.#tables = new DocumentTables(text, structure);
    this.#isStructureWanted = structure !== null;
  }

  add(piece: string, { isInTable, kind, level, nesting }: Paragraph): void {
    if (isInTable === false && this.#cell !== null && piece.trim() !== '') this.#breakOffRow();
    if (this.#cell === null) this.#endTable();
    if (!this.#isBegun && piece.trim() !== '') {
      this.#isBegun = true;
      const isOutside = this.#cell === null;
      if (this.#marker !== '')
        this.#put(`${isOutside ? '  '.repeat(Math.min(level, mostLevels)) : ''}${shownMarker(this.#marker)} `, kind, nesting);
      this.#marker = '';
    }
    this.#put(piece, kind, nesting);
  }

  separate(separator: '\n' | '\t' | '\n\n', { kind, nesting }: Paragraph): void {
    if (this.#cell !== null) {
      this.#cell.separate(' ');
      return this.#note(' ', nesting);
    }
    this.#endTable();
    if (separator === '\n') this.#text.endLine();
    // Before it, code has only the end of a line.
    else if (separator === '\t' && kind === 'code') this.#put(separator, kind, nesting);
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

  /** A footnote, an endnote or a comment, which stands behind the text. */
  openNote(): void {
    this.#notes.push('');
  }

  addNote(piece: string): void {
    const room = mostNoted - this.#noted;
    const added = piece.slice(0, Math.max(0, room));
    this.#noted += added.length;
    this.#notes.push(`${this.#notes.pop() ?? ''}${added}`);
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
    [this.#edges, this.#down, this.#isHeading] = [[], 1, false];
  }

  /** The row is one of headings, which is repeated on each page. */
  markHeading(): void {
    this.#isHeading = true;
  }

  /** The next cell is merged with those below or above it. */
  mergeDown(down: DownMerge): void {
    this.#down = down;
  }

  /** The next cell ends there, in twips. */
  addEdge(right: number): void {
    if (this.#edges.length < mostColumns) this.#edges.push({ right, down: this.#down });
    this.#down = 1;
  }

  endCell(): void {
    this.openRow();
    const { right = null, down = 1 } = this.#edges[this.#cells.length] ?? {};
    const tables = this.#nested.take();
    const cell = { text: this.#cell?.toString().trim() ?? '', own: this.#own, tables, right, down };
    if (this.#cells.length < mostColumns) this.#cells.push(cell);
    else this.#hasMoreColumns = true;
    for (const rows of tables) this.#held += rows.reduce((sum, cells) => sum + cells.length, 0);
    [this.#cell, this.#own] = [new TextParts(), ''];
    [this.#marker, this.#isBegun] = ['', false];
  }

  /** Of a table in a cell. */
  endNestedCell({ nesting }: Paragraph): void {
    this.#cell?.separate(' ');
    if (this.#cell !== null && this.#isStructureWanted) this.#nested.endCell(nesting);
  }

  endNestedRow({ nesting }: Paragraph): void {
    this.#cell?.separate(' ');
    if (this.#cell !== null && this.#isStructureWanted) this.#nested.endRow(nesting);
  }

  endRow(): void {
    if (this.#cell !== null && this.#cell.length > 0) this.endCell();
    this.#rows.push({ cells: this.#cells, isHeading: this.#isHeading });
    this.#held += this.#cells.length + 1;
    [this.#cells, this.#cell, this.#own] = [[], null, ''];
    if (this.#held > mostHeld) this.#endTable();
  }

  end(): void {
    if (this.#cell !== null) this.endRow();
    this.#endTable();
    this.#found.endPart();
    this.#text.separate('\n\n');
    for (const note of this.#notes.map((each) => each.trim()).filter(Boolean)) {
      this.#found.add(note);
      this.#text.separate('\n');
    }
    // Not before: nothing is added to what is cut.
    if (this.#hasMoreColumns) this.#text.cut();
  }

  /** Its end is missing, and a paragraph outside of the table has begun, perhaps with its marker. */
  #breakOffRow(): void {
    const marker = this.#marker;
    this.endRow();
    [this.#marker, this.#isBegun] = [marker, false];
  }

  #put(piece: string, kind: PartKind, nesting: number): void {
    if (this.#cell === null) return this.#found.add(piece, kind);
    this.#cell.add(piece.replaceAll(/[\t\n\r]/g, ' '));
    this.#note(piece, nesting);
    this.#found.addLabel(piece);
  }

  /** What is in the open cell, or in a table in it. */
  #note(piece: string, nesting: number): void {
    if (!this.#isStructureWanted) return;
    if (nesting > 1) return this.#nested.add(piece, nesting);
    this.#nested.leave(1);
    if (this.#own.length < structureLimits.cellCharacters) this.#own += piece;
  }

  #endTable(): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    [this.#rows, this.#held] = [[], 0];
    const columns = columnsOf(rows.map(({ cells }) => cells));
    this.#found.endPart();
    this.#tables.openTable();
    for (const { cells, isHeading } of rows) {
      this.#tables.beginRow();
      if (isHeading) this.#tables.markHeading();
      let column = 0;
      for (const { text, own, tables, right, down } of cells) {
        const after = Math.max(column + 1, right === null ? 0 : (columns.get(right) ?? 0));
        this.#tables.openCell(after - column, down);
        this.#text.add(text);
        this.#tables.add(own);
        for (const table of tables) addTable(this.#tables, table);
        this.#tables.endCell();
        column = after;
      }
      this.#tables.endRow();
    }
    this.#tables.endTable();
  }
}

/** Its text is that of the cell that it is in. */
function addTable(tables: DocumentTables, rows: NestedRows): void {
  tables.openTable();
  for (const cells of rows) {
    tables.beginRow();
    for (const cell of cells) {
      tables.openCell();
      tables.add(cell);
      tables.endCell();
    }
    tables.endRow();
  }
  tables.endTable();
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
