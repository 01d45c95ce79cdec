/** DOCX (ECMA-376 part 1, §17): the text as it stands, then notes, comments, headers and footers. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { linksOf, mainPart, relationsOf } from '../package-relations.ts';
import { DocumentParts, type PartKind } from '../structure/document-parts.ts';
import { DocumentTables } from '../structure/document-tables.ts';
import { readXml, type XmlReader } from '../xml-events.ts';
import { type ListPlace, WordStyles } from './word-styles.ts';

const furtherParts = ['footnotes', 'endnotes', 'comments', 'header', 'footer'];
/** What is deleted, what a field is made from, the second form of a drawing for earlier programs, and how cells, rows and paragraphs were before a tracked change. */
const withoutText = new Set(
  'w:del w:moveFrom w:instrText w:delText mc:Fallback w:tcPrChange w:trPrChange w:tblPrChange w:tblPrExChange w:pPrChange w:rPrChange'.split(
    ' ',
  ),
);

/** A cell spans no more columns than Word has. */
const mostColumns = 63;

export async function readWordDocument({ zip, text, structure, progress }: ReadingParts): Promise<Read> {
  const main = zip === null ? null : mainPart(zip);
  if (zip === null || main === null || zip.entry(main) === undefined) throw new NoText('damaged');
  const relations = relationsOf(zip, main);
  const further = furtherParts.flatMap((type) => relations.filter((one) => one.type === type).map(({ target }) => target));
  const parts = [main, ...new Set(further)].filter((part) => zip.entry(part) !== undefined);
  const styles = new WordStyles(zip, main);
  const found = new DocumentParts(text, structure);
  for (const [at, part] of parts.entries()) {
    progress({ done: at, of: parts.length });
    const events = wordEvents({ tables: new DocumentTables(text, structure), found, styles, links: linksOf(zip, part) });
    await readXml(zip.parts(part), events, () => text.isCut);
    found.endPart();
    text.separate('\n\n');
  }
  return {};
}

interface WordParts {
  readonly tables: DocumentTables;
  readonly found: DocumentParts;
  readonly styles: WordStyles;
  readonly links: ReadonlyMap<string, string>;
}

function wordEvents({ tables, found, styles, links }: WordParts): XmlReader {
  let hidden = 0;
  let isText = false;
  let [style, isBegun] = ['', false];
  /** Of a paragraph: it may still be an empty line. One with others in it, as in a box, is none, and none all of which was deleted. */
  let isOpen = false;
  let list: ListPlace = { numbering: '', level: 0 };
  const kind = (): PartKind => {
    if (style === '' || tables.isInCell) return 'prose';
    if (styles.isCode(style)) return 'code';
    return styles.isHeading(style) ? 'heading' : 'prose';
  };
  const add = (piece: string): void => {
    if (!isBegun && !tables.isInCell && piece.trim() !== '') {
      const marker = styles.marker(style, list);
      if (marker !== '') found.add(marker);
      isBegun = true;
    }
    found.add(piece, kind());
    tables.add(piece);
  };
  /** Before it, code has only the end of a line. */
  const tab = (): void => {
    if (kind() === 'code') add('\t');
    else tables.separate('\t');
  };
  return {
    open: (name, attributes) => {
      if (withoutText.has(name)) [hidden, isOpen] = [hidden + 1, false];
      if (hidden > 0) return;
      const value = attributes['w:val'];
      if (name === 'w:t' || name === 'm:t') isText = true;
      else if (name === 'w:p') [style, isBegun, isOpen, list] = ['', false, true, { numbering: '', level: 0 }];
      else if (name === 'w:pStyle') style = value ?? '';
      else if (name === 'w:numId') list.numbering = value ?? '';
      else if (name === 'w:ilvl') list.level = Number(value) || 0;
      else if (name === 'w:hyperlink') found.openLink(links.get(attributes['r:id'] ?? '') ?? '');
      // Of a paragraph's properties it is where its tabs stop.
      else if ((name === 'w:tab' && value === undefined) || name === 'w:ptab') tab();
      else if (name === 'w:br' || name === 'w:cr') tables.endLine();
      else if (name === 'w:noBreakHyphen') add('-');
      else openOfTable(name, value, tables);
    },
    close: (name) => {
      if (withoutText.has(name)) hidden -= 1;
      if (name === 'w:t' || name === 'm:t') isText = false;
      if (hidden > 0) return;
      if (name === 'w:hyperlink') found.endLink();
      else if (name === 'w:p') {
        tables.endParagraph(isOpen);
        isOpen = false;
      } else if (name === 'w:tbl') tables.endTable();
      else if (name === 'w:tr') tables.endRow();
      else if (name === 'w:tc') tables.endCell();
    },
    text: (piece) => {
      if (isText && hidden === 0) add(piece);
    },
  };
}

/** The properties of a row come before its cells, and those of a cell before its text (§17.4). */
function openOfTable(name: string, value: string | undefined, tables: DocumentTables): void {
  if (name === 'w:tbl') tables.openTable();
  else if (name === 'w:tr') tables.beginRow();
  else if (name === 'w:tblHeader' && value !== '0' && value !== 'false') tables.markHeading();
  else if (name === 'w:gridBefore') tables.skip(Math.min(mostColumns, Math.max(0, Number(value) || 0)));
  else if (name === 'w:tc') tables.openCell();
  else if (name === 'w:gridSpan') tables.describe({ columns: Math.min(mostColumns, Math.max(1, Number(value) || 1)) });
  else if (name === 'w:vMerge') tables.describe({ down: value === 'restart' ? 'begins' : 'goes-on' });
}
