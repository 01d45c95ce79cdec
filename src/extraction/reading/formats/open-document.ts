/** ODT and ODP (OpenDocument 1.3, part 3): the text as it stands, with notes and comments, then headers and footers. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { DocumentParts } from '../structure/document-parts.ts';
import { softHyphen, type TextParts } from '../text-parts.ts';
import { readXml, type XmlReader } from '../xml-events.ts';
import { OpenLists } from './open-lists.ts';

/** A run of blanks is written as a number (§6.1.3), which may be any. */
const mostBlanks = 1_000;
/** Texts that were deleted, and forms of objects for programs that can't show them. */
const withoutText = new Set(['text:tracked-changes', 'svg:title', 'office:forms', 'text:sequence-decls']);

/** A cell spans no more columns than Writer has. */
const mostColumns = 100;

export async function readOpenDocument({ zip, text, structure, progress }: ReadingParts): Promise<Read> {
  if (zip?.entry('content.xml') === undefined) throw new NoText('damaged');
  const counted = { pages: 0 };
  const found = new DocumentParts(text, structure);
  const lists = new OpenLists();
  const hasStyles = zip.entry('styles.xml') !== undefined;
  if (hasStyles)
    await readXml(
      zip.parts('styles.xml'),
      { open: (name, attributes) => lists.open(name, attributes), close: (name) => lists.close(name) },
      () => false,
    );
  await readXml(zip.parts('content.xml'), documentEvents(text, counted, found, lists), () => text.isCut);
  found.endCode();
  progress({ done: 1, of: 2 });
  text.separate('\n\n');
  if (hasStyles) {
    const events = documentEvents(text, { pages: 0 }, found, lists);
    await readXml(
      zip.parts('styles.xml'),
      onlyIn(['style:header', 'style:footer', 'style:header-left', 'style:footer-left'], events),
      () => text.isCut,
    );
  }
  return counted.pages > 0 ? { pages: counted.pages } : {};
}

function documentEvents(text: TextParts, counted: { pages: number }, found: DocumentParts, lists: OpenLists): XmlReader {
  let hidden = 0;
  let paragraphs = 0;
  let cells = 0;
  let columns = 1;
  let isCode = false;
  const add = (piece: string): void => {
    const marker = cells > 0 || piece.trim() === '' ? '' : lists.marker();
    if (marker !== '') found.add(marker);
    found.add(piece, isCode && cells === 0);
  };
  return {
    open: (name, attributes) => {
      if (withoutText.has(name)) hidden += 1;
      if (hidden > 0) return;
      lists.open(name, attributes);
      if (name === 'text:p' || name === 'text:h') {
        paragraphs += 1;
        isCode = lists.isCode(attributes['text:style-name'] ?? '');
      } else if (name === 'text:a') found.openLink(attributes['xlink:href'] ?? '');
      else if (name === 'text:tab') text.separate('\t');
      else if (name === 'text:line-break') text.separate('\n');
      else if (name === 'text:s') add(' '.repeat(Math.min(mostBlanks, Math.max(1, Number(attributes['text:c'] ?? 1) || 1))));
      else if (name === 'table:table-cell') {
        cells += 1;
        columns = Math.min(mostColumns, Math.max(1, Number(attributes['table:number-columns-spanned'] ?? 1) || 1));
      } else if (name === 'draw:page') counted.pages += 1;
    },
    close: (name) => {
      if (withoutText.has(name)) hidden -= 1;
      if (hidden > 0) return;
      lists.close(name);
      if (name === 'text:a') found.endLink();
      else if (name === 'text:p' || name === 'text:h') {
        paragraphs -= 1;
        text.separate(cells > 0 ? ' ' : '\n');
      } else if (name === 'table:table-row' || name === 'office:annotation' || name === 'text:note') text.separate('\n');
      else if (name === 'draw:page') text.separate('\n\n');
      else if (name === 'table:table-cell') {
        cells -= 1;
        for (let column = 0; column < columns; column += 1) text.separate('\t');
        columns = 1;
      }
    },
    // Blanks and line ends of the file are one blank (§6.1.2).
    text: (piece) => {
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
