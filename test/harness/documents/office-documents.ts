/** Small office documents made by code, in the forms that the programs write. */
import { type ZipPart, zipOf } from './zip-writer.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function relations(...rows: readonly (readonly [id: string, type: string, target: string])[]): string {
  const lines = rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="${officeType}/${type}" Target="${target}"/>`);
  return `${declaration}<Relationships>${lines.join('')}</Relationships>`;
}

function officePackage(main: string, parts: readonly ZipPart[]): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: `${declaration}<Types/>` },
    { name: '_rels/.rels', content: relations(['r1', 'officeDocument', main]) },
    ...parts,
  ]);
}

/** `body`: WordprocessingML. */
export function docxOf(body: string, further: readonly ZipPart[] = []): Buffer {
  const document = `${declaration}<w:document xmlns:w="w" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`;
  return docxWith({ name: 'word/document.xml', content: document }, further);
}

export function docxWith(main: ZipPart, further: readonly ZipPart[] = []): Buffer {
  const types = ['footnotes', 'comments', 'header', 'footer'].flatMap((type, at) =>
    further.some(({ name }) => name === `word/${type}.xml`) ? [[`r${at}`, type, `${type}.xml`] as const] : [],
  );
  return officePackage('word/document.xml', [main, { name: 'word/_rels/document.xml.rels', content: relations(...types) }, ...further]);
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

interface SlideOfParagraphs {
  readonly paragraphs: string;
  /** Attributes of its placeholder. */
  readonly box?: string;
}

/** DrawingML: the boxes of a layout, and the boxes and text styles of its master. */
export interface SlideDesign {
  readonly layout: string;
  readonly master: string;
  /** The whole part, instead of one that leads to the master. */
  readonly layoutRelations?: string;
}

export function slideBox({ paragraphs, box }: SlideOfParagraphs): string {
  const placeholder = box === undefined ? '' : `<p:nvSpPr><p:nvPr><p:ph ${box}/></p:nvPr></p:nvSpPr>`;
  return `<p:sp>${placeholder}<p:txBody>${paragraphs}</p:txBody></p:sp>`;
}

/** They lead to the master. */
export const relationsOfLayout: string = relations(['m', 'slideMaster', '../slideMasters/master.xml']);

/** A slide each, with its text or its paragraphs in DrawingML; the first has a note. */
export function pptxOf(slides: readonly (string | SlideOfParagraphs)[], note: string, design?: SlideDesign): Buffer {
  const shape = (text: string | SlideOfParagraphs): string =>
    slideBox(typeof text === 'string' ? { paragraphs: `<a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p>` } : text);
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('');
  const ofDesign = design === undefined ? [] : [['l', 'slideLayout', '../slideLayouts/layout.xml'] as const];
  return officePackage('ppt/presentation.xml', [
    { name: 'ppt/presentation.xml', content: `${declaration}<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>` },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relations(...slides.map((_, at) => [`s${at}`, 'slide', `slides/slide${slides.length - at}.xml`] as const)),
    },
    ...slides.flatMap((text, at) => [
      { name: `ppt/slides/slide${slides.length - at}.xml`, content: `${declaration}<p:sld>${shape(text)}</p:sld>` },
      {
        name: `ppt/slides/_rels/slide${slides.length - at}.xml.rels`,
        content: relations(...ofDesign, ...(at === 0 ? [['n', 'notesSlide', '../notesSlides/notes.xml'] as const] : [])),
      },
    ]),
    { name: 'ppt/notesSlides/notes.xml', content: `${declaration}<p:notes>${shape(note)}</p:notes>` },
    ...(design === undefined
      ? []
      : [
          { name: 'ppt/slideLayouts/layout.xml', content: `${declaration}<p:sldLayout>${design.layout}</p:sldLayout>` },
          { name: 'ppt/slideLayouts/_rels/layout.xml.rels', content: design.layoutRelations ?? relationsOfLayout },
          { name: 'ppt/slideMasters/master.xml', content: `${declaration}<p:sldMaster>${design.master}</p:sldMaster>` },
        ]),
  ]);
}

/** `rows`: SpreadsheetML. Style 1 is a date, 2 a share in percent. */
export function xlsxOf(rows: ZipPart['content'], strings: readonly string[] = [], isDeflated = false): Buffer {
  const texts = strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('');
  return officePackage('xl/workbook.xml', [
    { name: 'xl/workbook.xml', content: `${declaration}<workbook><sheets><sheet name="Tides" sheetId="1" r:id="r1"/></sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'sharedStrings', 'sharedStrings.xml'],
        ['r3', 'styles', 'styles.xml'],
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `${declaration}<sst>${texts}</sst>` },
    {
      name: 'xl/styles.xml',
      content: `${declaration}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
    },
    typeof rows === 'string'
      ? { name: 'xl/worksheets/sheet1.xml', content: `${declaration}<worksheet><sheetData>${rows}</sheetData></worksheet>` }
      : { name: 'xl/worksheets/sheet1.xml', content: rows, isDeflated },
  ]);
}

/** `body`: what is inside `office:text` and the like. */
export function openDocumentOf(kind: 'text' | 'spreadsheet' | 'presentation', body: string, further: readonly ZipPart[] = []): Buffer {
  const content = `${declaration}<office:document-content><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
  return zipOf([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    { name: 'content.xml', content },
    { name: 'META-INF/manifest.xml', content: `${declaration}<manifest:manifest/>` },
    ...further,
  ]);
}

/** The chapters are XHTML bodies, in the order in which they are read. */
export function epubOf(chapters: readonly string[]): Buffer {
  const items = chapters.map((_, at) => `<item id="c${at}" href="c%20${at}.xhtml"/>`).join('');
  const order = chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('');
  return zipOf([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content: `${declaration}<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
    },
    { name: 'OPS/book.opf', content: `${declaration}<package><manifest>${items}</manifest><spine>${order}</spine></package>` },
    ...chapters.map((body, at) => ({
      name: `OPS/c ${at}.xhtml`,
      content: `<!DOCTYPE html><html><head><title>t</title></head><body>${body}</body></html>`,
    })),
  ]);
}

/** An older container (MS-CFB) with only a directory, which has these names. */
export function compoundOf(names: readonly string[]): Buffer {
  const file = Buffer.alloc(512 + 512 + 128 * Math.max(4, names.length + 1));
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [at, name] of ['Root Entry', ...names].entries()) {
    file.write(name, 1_024 + at * 128, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, 1_024 + at * 128 + 64);
  }
  return file;
}
