/**
 * Files that were made to end whoever reads them. Each has what may become of it: the reasons that are right, or a text (`text`), where reading a part of it,
 * or all of it within bounds, is right too.
 */
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { ExtractionFailure } from '../../../src/contract/extraction.ts';
import { compoundOf, docxOf, docxWith, openDocumentOf, paragraph, xlsxOf } from './office-documents.ts';
import { contentBomb, manyPages, pdfOf, streamOf, textPdf } from './pdf-documents.ts';
import { deflatedBlanks, endOf, zipOf } from './zip-writer.ts';

export interface HostileDocument {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly expected: readonly (ExtractionFailure | 'text')[];
}

const declaration = '<?xml version="1.0"?>';
const wordStart = `${declaration}<w:document><w:body><w:p><w:r><w:t>`;
const wordEnd = '</w:t></w:r></w:p></w:body></w:document>';
const laughs = `<!DOCTYPE w [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>`;
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 7_919 + (at >> 3) * 104_729) & 0xff));
const repeated = (start: string, one: string, times: number, end: string): Buffer => Buffer.from(start + one.repeat(times) + end);
/** A sheet of so many rows, deflated from one piece again and again. */
function millionRows(rows: number): Buffer {
  const row = '<row><c t="n"><v>12.5</v></c><c t="n"><v>7</v></c><c t="inlineStr"><is><t>tide</t></is></c></row>';
  return deflateRawSync(repeated(`${declaration}<worksheet><sheetData>`, row, rows, '</sheetData></worksheet>'), { level: 1 });
}

/** Many entries of one archive that share the bytes of one, as in zip bombs without nesting. */
function sharedEntries(count: number): Buffer {
  const one = zipOf([{ name: 'a', content: deflatedBlanks('', 200, ''), isDeflated: true, claimedBytes: 200 * 1024 * 1024 }]);
  const at = one.indexOf('PK\x01\x02', 0, 'latin1');
  const entry = one.subarray(at, one.length - 22);
  return Buffer.concat([one.subarray(0, at), ...Array<Buffer>(count).fill(entry), endOf(count, entry.length * count, at)]);
}

function changed(bytes: Buffer, change: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

export const hostileDocuments: readonly HostileDocument[] = [
  {
    name: 'DOCX of 40 GB',
    bytes: () => docxWith({ name: 'word/document.xml', content: deflatedBlanks(wordStart, 40_960, wordEnd), isDeflated: true }),
    expected: ['too-large'],
  },
  {
    name: 'DOCX that claims ten bytes for a gigabyte',
    bytes: () =>
      docxWith({ name: 'word/document.xml', content: deflatedBlanks(wordStart, 1_024, wordEnd), isDeflated: true, claimedBytes: 10 }),
    expected: ['too-large'],
  },
  {
    name: 'DOCX with relations of 2 GB',
    bytes: () =>
      zipOf([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: '_rels/.rels', content: deflatedBlanks('<Relationships>', 2_048, '</Relationships>'), isDeflated: true },
      ]),
    expected: ['too-large'],
  },
  { name: 'archive of 60,000 entries that share 200 MB', bytes: () => sharedEntries(60_000), expected: ['text'] },
  {
    name: 'zips in zips',
    bytes: () => Array.from({ length: 30 }).reduce<Buffer>((inner) => zipOf([{ name: 'a.zip', content: inner }]), zipOf([])),
    expected: ['text'],
  },
  { name: 'zip with 65,535 entries that are not there', bytes: () => endOf(65_535, 0, 0), expected: ['text', 'damaged'] },
  { name: 'zip with a directory behind its end', bytes: () => endOf(1, 0x7fffffff, 0x7fffffff), expected: ['damaged'] },
  {
    name: 'zip whose entry begins behind its end',
    bytes: () => changed(docxOf(paragraph('a')), (bytes) => bytes.writeUInt32LE(0x7ffffff0, bytes.lastIndexOf('word/document.xml') - 4)),
    expected: ['damaged'],
  },
  {
    name: 'DOCX with 200,000 elements in each other',
    bytes: () => docxOf('<w:p>'.repeat(200_000) + '</w:p>'.repeat(200_000)),
    expected: ['too-deep'],
  },
  {
    name: 'DOCX with entities that grow',
    bytes: () => docxWith({ name: 'word/document.xml', content: `${declaration}${laughs}<w:document><w:t>&j;</w:t></w:document>` }),
    expected: ['damaged'],
  },
  {
    name: 'ODT with entities that grow',
    bytes: () =>
      zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
        { name: 'content.xml', content: `${declaration}${laughs}<text:p>&j;</text:p>` },
      ]),
    expected: ['damaged'],
  },
  {
    name: 'DOCX with an attribute of 100 MB',
    bytes: () => docxWith({ name: 'word/document.xml', content: deflatedBlanks('<w:document a="', 100, '"/>'), isDeflated: true }),
    expected: ['text', 'too-large', 'too-slow', 'too-much-memory'],
  },
  {
    name: 'HTML with 200,000 elements in each other',
    bytes: () => repeated('<!DOCTYPE html><body>', '<div>', 200_000, 'text'),
    expected: ['text'],
  },
  {
    name: 'EPUB with 200,000 elements in each other',
    bytes: () => bookOf(deflateRawSync(repeated('<html><body>', '<div>', 200_000, 'text'))),
    expected: ['text'],
  },
  {
    name: 'mail with 200,000 elements in each other',
    bytes: () => repeated(`${mailHead.replace('multipart/mixed; boundary=b', 'text/html')}\n`, '<div>', 200_000, 'text'),
    expected: ['text'],
  },
  {
    name: 'HTML with a million elements',
    bytes: () => repeated('<!DOCTYPE html><body>', '<p>text</p>', 1_000_000, ''),
    expected: ['text'],
  },
  {
    name: 'EPUB with a chapter of 4 GB',
    bytes: () => bookOf(deflatedBlanks('<html><body>', 4_096, '</body></html>')),
    expected: ['too-large'],
  },
  {
    name: 'PDF with a password',
    bytes: () =>
      pdfOf(
        [
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Kids[]/Count 0>>',
          `<</Filter/Standard/V 1/R 2/P -44/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>`,
        ],
        `/Encrypt 3 0 R/ID[<${'12'.repeat(16)}><${'12'.repeat(16)}>]`,
      ),
    expected: ['encrypted'],
  },
  { name: 'DOCX or XLSX with a password', bytes: () => compoundOf(['EncryptionInfo', 'EncryptedPackage']), expected: ['encrypted'] },
  {
    name: 'ODT with a password',
    bytes: () =>
      zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
        { name: 'content.xml', content: noise(500) },
        { name: 'META-INF/manifest.xml', content: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
      ]),
    expected: ['encrypted'],
  },
  {
    name: 'DOCX with an encrypted entry',
    bytes: () => docxWith({ name: 'word/document.xml', content: noise(200), isEncrypted: true }),
    expected: ['encrypted'],
  },
  { name: 'half a PDF', bytes: () => half(textPdf([['a tide'], ['another tide']])), expected: ['damaged', 'text'] },
  { name: 'half a DOCX', bytes: () => half(docxOf(paragraph('a tide'))), expected: ['damaged'] },
  { name: 'half an XLSX', bytes: () => half(xlsxOf('<row><c><v>1</v></c></row>')), expected: ['damaged'] },
  { name: 'half an RTF', bytes: () => Buffer.from('{\\rtf1 a tide {\\b and'), expected: ['damaged'] },
  { name: 'half a gzip', bytes: () => half(gzipSync(noise(100_000))), expected: ['damaged'] },
  { name: 'XLS without anything', bytes: () => compoundOf(['Workbook']), expected: ['damaged', 'text'] },
  {
    name: 'DOCX whose XML breaks off',
    bytes: () => docxWith({ name: 'word/document.xml', content: `${wordStart}tide` }),
    expected: ['damaged'],
  },
  {
    name: 'PDF that draws a thousand million times',
    bytes: () => contentBomb(12),
    expected: ['too-slow', 'too-much-memory'],
  },
  { name: 'PDF with 200,000 pages', bytes: () => manyPages(200_000), expected: ['text'] },
  {
    name: 'PDF whose pages contain themselves',
    bytes: () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000/Parent 2 0 R>>']),
    expected: ['damaged', 'text', 'too-slow'],
  },
  {
    name: 'PDF whose older table is its own',
    bytes: () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'], '/Prev 9'),
    expected: ['damaged', 'text'],
  },
  {
    name: 'PDF with a content of 1 GB',
    bytes: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
        streamOf(zlibOf(deflatedBlanks('', 1_024, '')), '/Filter/FlateDecode'),
      ]),
    expected: ['too-much-memory', 'too-slow'],
  },
  {
    name: 'ODS with 16 billion cells',
    bytes: () =>
      openDocumentOf(
        'spreadsheet',
        '<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>tide</text:p></table:table-cell></table:table-row></table:table>',
      ),
    expected: ['text'],
  },
  { name: 'XLSX with a million rows', bytes: () => xlsxOf(millionRows(1_000_000), [], true), expected: ['text'] },
  {
    name: 'ODS with a million rows',
    bytes: () =>
      openDocumentOf(
        'spreadsheet',
        `<table:table table:name="a">${'<table:table-row><table:table-cell office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell><table:table-cell><text:p>tide</text:p></table:table-cell></table:table-row>'.repeat(1_000_000)}</table:table>`,
      ),
    expected: ['text', 'too-large'],
  },
  {
    name: 'XLSX with 100,000 rows that end in the last column',
    bytes: () => xlsxOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(100_000)),
    expected: ['text'],
  },
  {
    name: 'XLSX with 5 million texts',
    bytes: () => xlsxOf('<row><c t="s"><v>1</v></c></row>', Array<string>(5_000_000).fill('a')),
    expected: ['too-large'],
  },
  {
    name: 'mail with 100,000 parts',
    bytes: () => repeated(`${mailHead}\n`, '\n--b\nContent-Type: text/plain\n\ntide\n', 100_000, '\n--b--\n'),
    expected: ['too-deep'],
  },
  {
    name: 'mail with 5,000 parts in each other',
    bytes: () =>
      Buffer.from(
        `${mailHead}\n${Array.from({ length: 5_000 }, (_, at) => `\n--b${at || ''}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n`).join('')}`,
      ),
    expected: ['too-deep'],
  },
  {
    name: 'mail with 5,000 mails in each other',
    bytes: () =>
      repeated(`${mailHead.replace('multipart/mixed; boundary=b', 'message/rfc822')}\n`, 'Content-Type: message/rfc822\n\n', 5_000, 'tide'),
    expected: ['text'],
  },
  { name: 'gzip of 20 GB', bytes: () => gzipOf(deflatedBlanks('', 20_480, '')), expected: ['text', 'too-slow'] },
  {
    name: 'tar that claims 8 exabytes',
    bytes: () => tarOf('0', Buffer.from('800000007fffffffffffffff', 'hex')),
    expected: ['damaged', 'text'],
  },
  // Of a size below zero, the same bytes would be read again.
  ...['-0002000', '-0001000', '-0000001'].map((size) => ({
    name: `tar with a record of ${size} bytes`,
    bytes: () => tarOf('x', Buffer.from(size)),
    expected: ['damaged', 'text', 'unsupported'] as const,
  })),
  { name: 'RTF with 100,000 groups in each other', bytes: () => repeated('{\\rtf1', '{a', 100_000, ''), expected: ['too-deep'] },
  { name: 'RTF that claims 2 GB of bytes', bytes: () => Buffer.from('{\\rtf1 tide \\bin2000000000 a}'), expected: ['damaged'] },
  { name: 'one line that is longer than the limit', bytes: () => Buffer.alloc(20_000_000, 'a'), expected: ['text'] },
  { name: 'noise', bytes: () => noise(100_000), expected: ['unsupported'] },
  { name: 'noise that begins as a PDF', bytes: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(100_000)]), expected: ['damaged'] },
  {
    name: 'noise that begins as an older document',
    bytes: () => Buffer.concat([compoundOf([]).subarray(0, 512), noise(5_000)]),
    expected: ['damaged', 'unsupported'],
  },
];

const mailHead = 'From: a@example.org\nTo: b@example.org\nSubject: tide\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n';

/** RFC 1950 and 1952, with wrong checksums: whoever gets so far has inflated everything. */
function zlibOf(deflated: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x78, 0x9c]), deflated, Buffer.alloc(4)]);
}

function gzipOf(deflated: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), deflated, Buffer.alloc(8)]);
}

/** An EPUB whose only chapter is already deflated. */
function bookOf(chapter: Buffer): Buffer {
  return zipOf([
    { name: 'mimetype', content: 'application/epub+zip' },
    { name: 'META-INF/container.xml', content: '<container><rootfile full-path="OPS/book.opf"/></container>' },
    { name: 'OPS/book.opf', content: '<package><item id="c" href="c.xhtml"/><itemref idref="c"/></package>' },
    { name: 'OPS/c.xhtml', content: chapter, isDeflated: true },
  ]);
}

/** One header with this type and this field of its size, and a block of zeros. */
function tarOf(type: string, size: Buffer): Buffer {
  const block = Buffer.alloc(1_024);
  block.write('a', 0);
  block.write('ustar', 257);
  block.write(type, 156);
  size.copy(block, 124);
  const sum = block.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
