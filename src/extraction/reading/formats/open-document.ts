/** ODT and ODP (OpenDocument 1.3, part 3): the text as it stands, then notes and comments, headers and footers. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { DocumentParts, type PartKind } from '../structure/document-parts.ts';
import { DocumentTables } from '../structure/document-tables.ts';
import { softHyphen } from '../text-parts.ts';
import { readXml, type XmlReader } from '../xml-events.ts';
import { OpenLists } from './open-lists.ts';

/** A run of blanks is written as a number (§6.1.3), which may be any. */
const mostBlanks = 1_000;
/** Texts that were deleted, and forms of objects for programs that can't show them. */
const withoutText = new Set(['text:tracked-changes', 'svg:title', 'office:forms', 'text:sequence-decls']);

/** A cell spans no more columns than Writer has. */
const mostColumns = 100;
const mostRows = 10_000;
const covered = 'table:covered-table-cell';
/** Footnotes, endnotes and comments: their words would stand within a sentence. */
const besideText = new Set(['text:note', 'office:annotation']);
const paragraph = new Set(['text:p', 'text:h']);

type Attributes = Readonly<Record<string, string>>;

export async function readOpenDocument({ zip, text, structure, progress }: ReadingParts): Promise<Read> {
  if (zip?.entry('content.xml') === undefined) throw new NoText('damaged');
  const counted = { pages: 0 };
  const found = new DocumentParts(text, structure);
  const lists = new OpenLists();
  const notes: string[] = [];
  const hasStyles = zip.entry('styles.xml') !== undefined;
  if (hasStyles)
    await readXml(
      zip.parts('styles.xml'),
      { open: (name, attributes) => lists.open(name, attributes), close: (name) => lists.close(name) },
      () => false,
    );
  const tables = new DocumentTables(text, structure);
  await readXml(zip.parts('content.xml'), documentEvents({ tables, counted, found, lists, notes }), () => text.isCut);
  found.endPart();
  addNotes(notes, text, found);
  progress({ done: 1, of: 2 });
  text.separate('\n\n');
  if (hasStyles) {
    const events = documentEvents({ tables: new DocumentTables(text, structure), counted: { pages: 0 }, found, lists, notes: [] });
    await readXml(
      zip.parts('styles.xml'),
      onlyIn(['style:header', 'style:footer', 'style:header-left', 'style:footer-left'], events),
      () => text.isCut,
    );
  }
  return counted.pages > 0 ? { pages: counted.pages } : {};
}

interface OpenParts {
  readonly tables: DocumentTables;
  readonly counted: { pages: number };
  readonly found: DocumentParts;
  readonly lists: OpenLists;
  /** What is found beside the text, for later. */
  readonly notes: string[];
}

function addNotes(notes: readonly string[], text: ReadingParts['text'], found: DocumentParts): void {
  text.separate('\n\n');
  for (const note of notes.map((each) => each.trim()).filter(Boolean)) {
    if (text.isCut) return;
    found.add(note);
    text.separate('\n');
  }
}

/** The paragraphs of notes and comments; not their numbers, nor who wrote a comment when (§6.3, §14.1). */
class OpenNotes {
  readonly #notes: string[];
  #depth = 0;
  #paragraphs = 0;

  constructor(notes: string[]) {
    this.#notes = notes;
  }

  get isIn(): boolean {
    return this.#depth > 0;
  }

  open(name: string): void {
    if (paragraph.has(name)) this.#paragraphs += 1;
    if (!besideText.has(name)) return;
    if (this.#depth === 0) this.#notes.push('');
    this.#depth += 1;
  }

  close(name: string): void {
    if (besideText.has(name)) this.#depth -= 1;
    if (!paragraph.has(name)) return;
    this.#paragraphs -= 1;
    this.#put(' ');
  }

  add(piece: string): void {
    if (this.#paragraphs > 0) this.#put(piece);
  }

  #put(piece: string): void {
    this.#notes.push(`${this.#notes.pop() ?? ''}${piece}`);
  }
}

function documentEvents({ tables, counted, found, lists, notes }: OpenParts): XmlReader {
  const beside = new OpenNotes(notes);
  let hidden = 0;
  let paragraphs = 0;
  let kind: PartKind = 'prose';
  /** Of a paragraph: it may still be an empty line. One with others in it, as in a box, is none. */
  let isOpen = false;
  const cells = new OpenCells(tables);
  const add = (piece: string): void => {
    const marker = tables.isInCell || piece.trim() === '' ? '' : lists.marker();
    if (marker !== '') found.add(marker);
    found.add(piece, tables.isInCell ? 'prose' : kind);
    tables.add(piece);
  };
  /** Before it, code has only the end of a line. */
  const tab = (): void => {
    if (kind === 'code' && !tables.isInCell) add('\t');
    else tables.separate('\t');
  };
  return {
    open: (name, attributes) => {
      if (withoutText.has(name)) hidden += 1;
      if (hidden > 0) {
        if (name === covered) hidden += 1;
        return;
      }
      if (beside.isIn || besideText.has(name)) return beside.open(name);
      lists.open(name, attributes);
      if (name === 'text:p' || name === 'text:h') {
        paragraphs += 1;
        isOpen = true;
        kind = name === 'text:h' ? 'heading' : lists.isCode(attributes['text:style-name'] ?? '') ? 'code' : 'prose';
      } else if (name === 'text:a') found.openLink(attributes['xlink:href'] ?? '');
      else if (name === 'text:tab') tab();
      else if (name === 'text:line-break') tables.endLine();
      else if (name === 'text:s') add(' '.repeat(count(attributes['text:c'], mostBlanks)));
      else if (name === 'draw:page') counted.pages += 1;
      else cells.open(name, attributes);
      // What a covered cell has in it is not shown (§9.1.5).
      if (name === covered) hidden += 1;
    },
    close: (name) => {
      if (withoutText.has(name) || name === covered) hidden -= 1;
      if (hidden > 0) return;
      if (beside.isIn) return beside.close(name);
      lists.close(name);
      if (name === 'text:a') found.endLink();
      else if (name === 'text:p' || name === 'text:h') {
        paragraphs -= 1;
        // Nearly each shape of a slide has an empty one.
        tables.endParagraph(isOpen && counted.pages === 0);
        isOpen = false;
      } else if (name === 'draw:page') tables.separate('\n\n');
      else cells.close(name);
    },
    // Blanks and line ends of the file are one blank (§6.1.2).
    text: (piece) => {
      if (beside.isIn && hidden === 0) return beside.add(piece.replaceAll(softHyphen, '').replace(/[\t\r\n ]+/g, ' '));
      if (paragraphs > 0 && hidden === 0) add(piece.replaceAll(softHyphen, '').replace(/[\t\r\n ]+/g, ' '));
    },
  };
}

/** Only what is inside elements of these names. */
function onlyIn(names: readonly string[], reader: XmlReader): XmlReader {
  let depth = 0;
  return {
    open: (name, attributes) => {
      if (names.includes(name)) depth += 1;
      if (depth > 0) reader.open?.(name, attributes);
    },
    close: (name) => {
      if (depth > 0) reader.close?.(name);
      if (names.includes(name)) depth -= 1;
    },
    text: (piece) => {
      if (depth > 0) reader.text?.(piece);
    },
  };
}

/** The cells of tables (§9.1), among which those that are covered by others have elements of their own. */
class OpenCells {
  readonly #tables: DocumentTables;
  /** Of each open cell, as often as it is repeated. */
  readonly #repeats: number[] = [];
  /** Columns of the last cell that are counted with it, whose covered cells follow. */
  #counted = 0;

  constructor(tables: DocumentTables) {
    this.#tables = tables;
  }

  open(name: string, attributes: Attributes): void {
    const repeats = count(attributes['table:number-columns-repeated'], mostColumns);
    if (name === 'table:table') this.#tables.openTable();
    else if (name === 'table:table-header-rows') this.#tables.isInHead = true;
    else if (name === 'table:table-row') {
      this.#counted = 0;
      this.#tables.beginRow();
    } else if (name === 'table:table-cell') {
      this.#repeats.push(repeats);
      const columns = count(attributes['table:number-columns-spanned'], mostColumns);
      this.#tables.openCell(columns, count(attributes['table:number-rows-spanned'], mostRows));
    } else if (name === covered) {
      const beside = Math.min(this.#counted, repeats);
      this.#counted -= beside;
      if (repeats > beside) this.#tables.skip(repeats - beside);
    }
  }

  close(name: string): void {
    if (name === 'table:table') this.#tables.endTable();
    else if (name === 'table:table-header-rows') this.#tables.isInHead = false;
    else if (name === 'table:table-row') this.#tables.endRow();
    else if (name === 'table:table-cell') {
      const columns = this.#tables.endCell();
      const repeats = this.#repeats.pop() ?? 1;
      if (repeats > 1) this.#tables.skip(repeats - 1);
      this.#counted = columns - 1;
    }
  }
}

function count(said: string | undefined, most: number): number {
  return Math.min(most, Math.max(1, Math.floor(Number(said ?? 1)) || 1));
}
