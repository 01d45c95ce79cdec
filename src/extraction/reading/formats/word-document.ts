/** DOCX (ECMA-376 part 1, §17): the text as it stands, then notes, comments, headers and footers. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { linksOf, mainPart, relationsOf } from '../package-relations.ts';
import { DocumentParts } from '../structure/document-parts.ts';
import type { TextParts } from '../text-parts.ts';
import { readXml, type XmlReader } from '../xml-events.ts';
import { type ListPlace, WordStyles } from './word-styles.ts';

const furtherParts = ['footnotes', 'endnotes', 'comments', 'header', 'footer'];
/** What is deleted, what a field is made from, and the second form of a drawing for earlier programs. */
const withoutText = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'w:delText', 'mc:Fallback']);

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
    await readXml(zip.parts(part), wordEvents(text, found, styles, linksOf(zip, part)), () => text.isCut);
    found.endCode();
    text.separate('\n\n');
  }
  return {};
}

function wordEvents(text: TextParts, found: DocumentParts, styles: WordStyles, links: ReadonlyMap<string, string>): XmlReader {
  let [hidden, cells, columns] = [0, 0, 1];
  let isText = false;
  let [style, isBegun] = ['', false];
  let list: ListPlace = { numbering: '', level: 0 };
  const add = (piece: string): void => {
    const isCode = style !== '' && cells === 0 && styles.isCode(style);
    if (!isBegun && cells === 0 && piece.trim() !== '') {
      const marker = styles.marker(style, list);
      if (marker !== '') found.add(marker);
      isBegun = true;
    }
    found.add(piece, isCode);
  };
  return {
    open: (name, attributes) => {
      if (withoutText.has(name)) hidden += 1;
      if (hidden > 0) return;
      if (name === 'w:t' || name === 'm:t') isText = true;
      else if (name === 'w:p') [style, isBegun, list] = ['', false, { numbering: '', level: 0 }];
      else if (name === 'w:pStyle') style = attributes['w:val'] ?? '';
      else if (name === 'w:numId') list.numbering = attributes['w:val'] ?? '';
      else if (name === 'w:ilvl') list.level = Number(attributes['w:val']) || 0;
      else if (name === 'w:tc') [cells, columns] = [cells + 1, 1];
      else if (name === 'w:gridSpan') columns = Math.min(mostColumns, Math.max(1, Number(attributes['w:val']) || 1));
      else if (name === 'w:hyperlink') found.openLink(links.get(attributes['r:id'] ?? '') ?? '');
      // Of a paragraph's properties it is where its tabs stop.
      else if ((name === 'w:tab' && attributes['w:val'] === undefined) || name === 'w:ptab') text.separate('\t');
      else if (name === 'w:br' || name === 'w:cr') text.separate('\n');
      else if (name === 'w:noBreakHyphen') add('-');
    },
    close: (name) => {
      if (withoutText.has(name)) hidden -= 1;
      if (name === 'w:t' || name === 'm:t') isText = false;
      else if (name === 'w:hyperlink') found.endLink();
      else if (name === 'w:p') text.separate(cells > 0 ? ' ' : '\n');
      else if (name === 'w:tr') text.separate('\n');
      else if (name === 'w:tc') {
        cells -= 1;
        for (let column = 0; column < columns; column += 1) text.separate('\t');
        columns = 1;
      }
    },
    text: (piece) => {
      if (isText && hidden === 0) add(piece);
    },
  };
}
