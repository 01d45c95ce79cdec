/** DOCX (ECMA-376 part 1, §17): the text as it stands, then notes, comments, headers and footers. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { mainPart, relationsOf } from '../package-relations.ts';
import { readXml, type XmlReader } from '../xml-events.ts';

const furtherParts = ['footnotes', 'endnotes', 'comments', 'header', 'footer'];
/** What is deleted, what a field is made from, and the second form of a drawing for earlier programs. */
const withoutText = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'w:delText', 'mc:Fallback']);

export async function readWordDocument({ zip, text, progress }: ReadingParts): Promise<Read> {
  const main = zip === null ? null : mainPart(zip);
  if (zip === null || main === null || zip.entry(main) === undefined) throw new NoText('damaged');
  const relations = relationsOf(zip, main);
  const further = furtherParts.flatMap((type) => relations.filter((one) => one.type === type).map(({ target }) => target));
  const parts = [main, ...new Set(further)].filter((part) => zip.entry(part) !== undefined);
  for (const [at, part] of parts.entries()) {
    progress({ done: at, of: parts.length });
    await readXml(zip.parts(part), wordEvents(text), () => text.isCut);
    text.separate('\n\n');
  }
  return {};
}

function wordEvents(text: ReadingParts['text']): XmlReader {
  let hidden = 0;
  let cells = 0;
  let isText = false;
  return {
    open: (name) => {
      if (withoutText.has(name)) hidden += 1;
      if (hidden > 0) return;
      if (name === 'w:t' || name === 'm:t') isText = true;
      else if (name === 'w:tc') cells += 1;
      else if (name === 'w:tab' || name === 'w:ptab') text.separate('\t');
      else if (name === 'w:br' || name === 'w:cr') text.separate('\n');
      else if (name === 'w:noBreakHyphen') text.add('-');
    },
    close: (name) => {
      if (withoutText.has(name)) hidden -= 1;
      if (name === 'w:t' || name === 'm:t') isText = false;
      else if (name === 'w:p') text.separate(cells > 0 ? ' ' : '\n');
      else if (name === 'w:tr') text.separate('\n');
      else if (name === 'w:tc') {
        cells -= 1;
        text.separate('\t');
      }
    },
    text: (piece) => {
      if (isText && hidden === 0) text.add(piece);
    },
  };
}
