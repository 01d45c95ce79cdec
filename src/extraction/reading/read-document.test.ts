import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { compoundOf, docxOf, epubOf, openDocumentOf, paragraph, pptxOf, xlsxOf } from '../../../test/harness/documents/office-documents.ts';
import { manyPages, textPdf } from '../../../test/harness/documents/pdf-documents.ts';
import { greyTiff } from '../../../test/harness/documents/pictures-of-text.ts';
import { zipOf } from '../../../test/harness/documents/zip-writer.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type ExtractedText, type ExtractionFailure, extractionLimits, extractionOptions } from '../../contract/extraction.ts';
import type { Recognize } from './document-reader.ts';
import { NoText } from './no-text.ts';
import { readDocument } from './read-document.ts';

interface Found extends Partial<ExtractedText> {
  readonly reason?: ExtractionFailure;
}

/** The name says nothing of the format. */
async function read(t: TestContext, content: string | Buffer, recognize: Recognize = async () => null): Promise<Found> {
  const file = path.join(temporaryHome(t), 'file.bin');
  writeFileSync(file, content);
  const found = await readDocument({ path: file, options: extractionOptions.parse({}), progress: () => {}, recognize });
  return found.ok ? found.value : { reason: found.reason };
}

async function textOf(t: TestContext, content: string | Buffer): Promise<readonly [string | undefined, string | undefined]> {
  const { format, text, reason } = await read(t, content);
  return [format ?? reason, text];
}

test('a Word document gives its paragraphs, tables, notes and headers, and nothing that was deleted', async (t) => {
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
  const body = `${paragraph('High & low')}<w:tbl><w:tr>${cell('Husum')}${cell('')}${cell('4.2')}</w:tr><w:tr>${cell('Büsum')}</w:tr></w:tbl>
    <w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>
    <w:p><w:r><w:instrText>PAGE</w:instrText></w:r></w:p><mc:AlternateContent><mc:Choice>${paragraph('box')}</mc:Choice><mc:Fallback>${paragraph('box')}</mc:Fallback></mc:AlternateContent>`;
  const further = ['footnotes', 'header'].map((type) => ({ name: `word/${type}.xml`, content: `<w:x>${paragraph(`a ${type}`)}</w:x>` }));
  const expected = 'High & low\nHusum\t\t4.2\nBüsum\none\ttwo\nthree\nbox\n\na footnotes\n\na header\n';
  assert.deepEqual(await textOf(t, docxOf(body, further)), ['docx', expected]);
});

test('a page that cannot be recognized keeps no other one from being read, and what was read before a page is known then', async (t) => {
  const file = path.join(temporaryHome(t), 'file.bin');
  writeFileSync(file, textPdf([['one'], ['two'], ['three']]));
  const soFar: unknown[] = [];
  const readBy = (reasons: readonly (ExtractionFailure | null)[]) =>
    readDocument({
      path: file,
      options: extractionOptions.parse({ recognition: 'always' }),
      progress: () => {},
      recognize: async ({ page }, _, before) => {
        soFar.push(before === undefined ? null : [before.text, before.recognizedPages, before.pagesWithoutText]);
        const reason = reasons[page] ?? null;
        if (reason !== null) throw new NoText(reason);
        return { text: `page ${page}`, words: [], upright: [] };
      },
    });
  const found = await readBy([null, 'damaged', null]);
  assert.ok(found.ok);
  const { text, pages, recognizedPages, pagesWithoutText } = found.value;
  assert.deepEqual([text, pages, recognizedPages, pagesWithoutText], ['page 0\n\npage 2\n', 3, 2, 1]);
  assert.deepEqual(soFar, [null, ['page 0', 1, 2], ['', 1, 2]]);
  assert.deepEqual(await readBy(['too-much-memory', 'damaged', 'damaged']), { ok: false, reason: 'too-much-memory' });
  assert.deepEqual(await readBy([null, 'no-language']), { ok: false, reason: 'no-language' });
});

test('of a PDF with more pages than are read, those that are read are given, and no other one counts as a page without text', async (t) => {
  const file = path.join(temporaryHome(t), 'file.bin');
  const pages = extractionLimits.pages + 3;
  writeFileSync(file, textPdf([['one'], ['two'], ...Array<string[]>(pages - 2).fill(['more'])]));
  let told: ExtractedText | undefined;
  const found = await readDocument({
    path: file,
    options: extractionOptions.parse({ recognition: 'always' }),
    progress: () => {},
    recognize: async ({ page }, _, news) => {
      if (page === 1) told = news;
      return page === 0 ? { text: 'page one', words: [], upright: [] } : null;
    },
  });
  assert.deepEqual([found.ok && found.value.text, found.ok && found.value.isCut], ['page one\n', true]);
  assert.deepEqual([found.ok && found.value.pagesWithoutText, told?.pagesWithoutText], Array(2).fill(extractionLimits.pages - 1));
  assert.deepEqual([told?.pages, told?.isCut], [pages, true], 'who gets a part knows of the pages behind it');
});

test('of a TIFF with more pages than are read, those that are read are given, and the others are counted', async () => {
  const pages = extractionLimits.pages + 3;
  const told: ExtractedText[] = [];
  const found = await readDocument({
    path: null,
    content: greyTiff(Array(pages).fill({ width: 1, height: 1, pixels: new Uint8Array(1) })),
    options: extractionOptions.parse({}),
    progress: () => {},
    recognize: async ({ page }, _, news) => {
      if (news !== undefined) told.push(news);
      return { text: page === 0 ? 'page one' : '', words: [], upright: [] };
    },
  });
  assert.ok(found.ok);
  for (const part of [found.value, told[0]])
    assert.deepEqual([part?.pages, part?.pagesWithoutText, part?.isCut], [pages, extractionLimits.pages - 1, true]);
});

test('a page of a TIFF that is too large or has no size keeps no other one from being read', async (t) => {
  const page = (side: number) => ({ width: side, height: side, pixels: new Uint8Array(Math.min(side, 8) ** 2) });
  const [good, large, damaged] = [page(8), page(5_001), page(0)];
  const recognize: Recognize = async ({ page: index }) => ({ text: `page ${index}`, words: [], upright: [] });
  const found = await read(t, greyTiff([large, good, damaged, good]), recognize);
  assert.deepEqual([found.text, found.pages, found.recognizedPages, found.pagesWithoutText], ['page 1\n\npage 3\n', 4, 2, 2]);
  assert.deepEqual(await read(t, greyTiff([large, damaged]), recognize), { reason: 'too-many-pixels' });
});

test('slides come in the order of the presentation, each with its notes', async (t) => {
  const found = await read(t, pptxOf(['First', 'Second'], 'a note'));
  assert.deepEqual([found.format, found.text, found.pages], ['pptx', 'First\na note\n\nSecond\n', 2]);
});

test('paragraphs of a slide have the bullets and numbers that they say, which begin anew below another item and in another box', async (t) => {
  const item = (of: string, text: string, level = 0): string =>
    `<a:p><a:pPr lvl="${level}">${of}</a:pPr><a:r><a:t>${text}</a:t></a:r><a:r><a:t>!</a:t></a:r></a:p>`;
  const [bullet, number] = ['<a:buFont typeface="Arial"/><a:buChar char="\uf0b7"/>', '<a:buAutoNum type="arabicPeriod"/>'];
  const paragraphs = [
    '<a:lstStyle><a:lvl1pPr><a:buChar char="-"/></a:lvl1pPr></a:lstStyle>',
    ...[item('<a:buNone/>', 'Tides'), item(bullet, 'high'), item(bullet, 'low', 1), '<a:p><a:pPr><a:buChar char="-"/></a:pPr></a:p>'],
    ...[item(number, 'one'), item(number, 'inner', 1), item(number, 'two'), item(number, 'inner', 1), item('', 'end')],
    item('<a:buAutoNum type="arabicPeriod" startAt="7"/>', 'seven'),
  ].join('');
  const found = await read(t, pptxOf([{ paragraphs }, { paragraphs: item(number, 'one') }], 'a note'));
  const lines = ['Tides!', '• high!', '  • low!', '1. one!', '  1. inner!', '2. two!', '  1. inner!', '• end!', '7. seven!'];
  assert.equal(found.text, `${lines.join('\n')}\na note\n\n1. one!\n`);
});

test('the cells of a spreadsheet are as they are displayed, in their columns', async (t) => {
  const rows =
    '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>day</t></is></c></row>' +
    '<row><c r="B2" s="1"><v>46352</v></c><c s="2"><v>0.125</v></c><c t="b"><v>1</v></c></row>';
  assert.deepEqual(await textOf(t, xlsxOf(rows, ['tide'])), ['xlsx', 'Tides\ntide\t\tday\n\t11/26/26\t12.50%\tTRUE\n']);
});

test('a workbook without shared texts, as SheetJS writes it, is whole', async (t) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Husum', 4.2]]), 'Tides');
  assert.deepEqual(await textOf(t, write(book, { type: 'buffer', bookType: 'xlsx' })), ['xlsx', 'Tides\nHusum\t4.2\n']);
});

test('an XLS is read too', async (t) => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Büsum', 3.9],
      ['', true],
    ]),
    'Tides',
  );
  assert.deepEqual(await textOf(t, write(book, { type: 'buffer', bookType: 'biff8' })), ['xls', 'Tides\nBüsum\t3.9\n\tTRUE\n']);
});

test('OpenDocument texts, sheets and slides are read as they stand', async (t) => {
  const body =
    '<text:h>High</text:h><text:p>a<text:s text:c="3"/>b\n  c<text:tab/>d</text:p><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>';
  assert.deepEqual(await textOf(t, openDocumentOf('text', body)), ['odt', 'High\na   b c\td\n']);
  const cell = '<table:table-cell><text:p>4.2</text:p><office:annotation><text:p>note</text:p></office:annotation></table:table-cell>';
  const row = `<table:table-row><table:table-cell table:number-columns-repeated="2"/>${cell}<table:table-cell table:number-columns-repeated="9999"/></table:table-row>`;
  const sheet = `<table:table table:name="Tides">${row}<table:table-row table:number-rows-repeated="99999"><table:table-cell/></table:table-row></table:table>`;
  assert.deepEqual(await textOf(t, openDocumentOf('spreadsheet', sheet)), ['ods', 'Tides\n\t\t4.2\n']);
  const slides = '<draw:page><text:p>First</text:p></draw:page><draw:page><text:p>Second</text:p></draw:page>';
  const found = await read(t, openDocumentOf('presentation', slides));
  assert.deepEqual([found.format, found.text, found.pages], ['odp', 'First\n\nSecond\n', 2]);
});

test('the chapters of a book come in the order in which they are read', async (t) => {
  const found = await read(t, epubOf(['<h1>One</h1><p>a&nbsp;b</p>', '<p>Two</p>']));
  assert.deepEqual([found.format, found.text, found.pages], ['epub', 'One\n\na\u00a0b\n\nTwo\n', 2]);
});

test('a PDF gives its text layer, and a page without one is counted, or recognized', async (t) => {
  const pdf = textPdf([['High (and) low', 'water'], []]);
  const found = await read(t, pdf);
  assert.deepEqual([found.format, found.text, found.pages, found.pagesWithoutText], ['pdf', 'High (and) low\nwater\n', 2, 1]);
  const recognized = await read(t, pdf, async ({ page, width, draw }) => {
    const picture = await draw(144);
    return { text: `page ${page} of ${Math.round(width)} points and ${picture.width} × ${picture.height}`, words: [], upright: [] };
  });
  assert.equal(recognized.text, 'High (and) low\nwater\n\npage 1 of 595 points and 1190 × 1684\n');
  assert.deepEqual([recognized.recognizedPages, recognized.pagesWithoutText], [1, 0]);
  const empty = await read(t, manyPages(2), async () => assert.fail('there is nothing on it'));
  assert.deepEqual([empty.recognizedPages, empty.pagesWithoutText], [0, 2]);
});

test('RTF is read in its code pages, without what is only for its programs', async (t) => {
  const rtf = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset128 Gothic;}{\\f2\\fcharset204 Times;}}{\\*\\generator x;}{\\info{\\title hidden}}
\\f0 Gr\\'fc\\'dfe \\u8211? {\\b bo}ld\\par\\f1\\'93\\'fa\\'96\\'7b\\par\\f2\\'cf\\'f0\\f0\\tab end{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}\\line\\{a\\}}`;
  assert.deepEqual(await textOf(t, rtf), ['rtf', 'Grüße – bold\n日本\nПр\tendlink\n{a}\n']);
});

test('notes and comments of an RTF stand behind its text, and not within a sentence', async (t) => {
  const note = '{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} Measured at the {\\b pier}.\\par And again.}}';
  const comment = '{\\*\\atnid AB}{\\*\\atnauthor Ann}{\\*\\annotation{\\*\\atndate 1}\\pard\\plain Is that so?}';
  const rtf = `{\\rtf1\\ansi High ${note}water${comment} rises.\\par {\\trowd\\cellx1000\\cellx2000\\intbl a${note}\\cell b\\cell\\row}\\pard End.\\par}`;
  const noted = 'Measured at the pier.\nAnd again.';
  assert.deepEqual(await textOf(t, rtf), ['rtf', `High water rises.\na\tb\nEnd.\n\n${noted}\nIs that so?\n${noted}\n`]);
});

test('of a page with an article only that is taken, and of another all that it shows', async (t) => {
  const sentence = 'High water comes twice a day, and the spring tide after full moon is higher than the others of that month. ';
  const article = `<!doctype html><html><head><title>Tides</title></head><body><nav><a href="/">Menu</a></nav>
    <article><h1>Tides</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(4)}</article><footer>Imprint</footer></body></html>`;
  const [format, text = ''] = await textOf(t, article);
  assert.equal(format, 'html');
  assert.ok(text.startsWith('Tides\n') && text.includes(sentence.trim()) && !text.includes('Menu') && !text.includes('Imprint'), text);
  const said = '{"@context":"https://schema.org","@type":"Article","headline":"Tides of the coast"}';
  const [, titled = ''] = await textOf(t, article.replace('<title>', `<script type="application/ld+json">${said}</script><title>`));
  assert.equal(titled.split('\n')[0], 'Tides of the coast');
  const page = '<html><body><script>x</script><p>a  b</p><table><tr><td>1</td><td>2</td></tr></table><pre>c\n  d</pre></body></html>';
  assert.deepEqual(await textOf(t, page), ['html', 'a b\n\n1\t2\n\nc\n  d\n']);
  const part = '\n<!-- saved --><table class="a"><tr><td>1<br>1</td><td>2</td></tr></table>\n<p>c</p>\n';
  assert.deepEqual(await textOf(t, part), ['html', '1 1\t2\n\nc\n']);
  for (const text of [
    '<p align="center"><img src="a.png"></p>\n\n# Tides\n\nhigh',
    '<div>a</div>\nb',
    '<script>let a;</script>',
    '<?xml version="1.0"?>\n<a>b</a>',
  ])
    assert.deepEqual(await textOf(t, text), ['text', `${text}\n`]);
  const french = Buffer.from('<html><head><meta charset="iso-8859-1"></head><body>mar\xe9e</body></html>', 'latin1');
  assert.deepEqual(await textOf(t, french), ['html', 'marée\n']);
});

test('a page whose pictures and scripts are longer than any text gives its text', async (t) => {
  const heavy = 'A'.repeat(18 * 1024 * 1024);
  for (const start of ['<!doctype html>', '<h1>Tides</h1>'])
    for (const weight of [`<img src="data:image/png;base64,${heavy}">`, `<script>"${heavy}"</script>`]) {
      const { format, text, isCut } = await read(t, `${start}${weight}<p>one</p><p>two</p>`);
      assert.deepEqual([format, text, isCut], ['html', `${start.startsWith('<h1>') ? 'Tides\n\n' : ''}one\n\ntwo\n`, false]);
    }
});

test('of a page with more text than fits there is the beginning', async (t) => {
  const { text = '', isCut } = await read(t, `<html><p>Tides</p>${`<p>${'b'.repeat(1_000)}</p>`.repeat(17_000)}`);
  assert.deepEqual([text.slice(0, 9), text.length > 16_000_000, isCut], ['Tides\n\nbb', true, true]);
});

test('lists of a page have their bullets and numbers, and a word that may be broken is whole', async (t) => {
  const lists =
    '<ul><li>one<ol start="3"><li><p>thr&shy;ee</p></li><li>four</ol></li><li>two</ul><table><tr><td><ul><li>a</ul><td>b</table><li>c';
  assert.equal((await read(t, `<html><body>${lists}`)).text, '• one\n\n  3. three\n\n  4. four\n\n• two\n\na\tb\n\nc\n');
  assert.equal((await read(t, epubOf(['<p>so\u00ADft</p>']))).text, 'soft\n');
  assert.equal((await read(t, openDocumentOf('text', '<text:p>so\u00ADft</text:p>'))).text, 'soft\n');
});

test('texts are read in their encoding, which is told', async (t) => {
  const cases: readonly (readonly [Buffer, string, string])[] = [
    [Buffer.from('Grüße\n'), 'utf-8', 'Grüße\n'],
    [Buffer.from('\ufeffGrüße\n', 'utf16le'), 'utf-16le', 'Grüße\n'],
    [Buffer.from('Gr\xfc\xdfe aus Husum\n', 'latin1'), 'windows-1252', 'Grüße aus Husum\n'],
    [Buffer.from('Gr\xf6\xdfe: 5 \x80\n', 'latin1'), 'windows-1252', 'Größe: 5 €\n'],
    [Buffer.from('\x84\xc4pfel\x93 \x96 3,50 \x80', 'latin1'), 'windows-1252', '„Äpfel“ – 3,50 €\n'],
    [Buffer.from('cff0e8ebe8e220e820eef2ebe8e220ede020ecaeF0e5'.toLowerCase(), 'hex'), 'windows-1251', 'Прилив и отлив на м®ре\n'],
    [Buffer.from('92aa82cc96 9e82bf88f882ab82c982c282a282c4'.replaceAll(' ', ''), 'hex'), 'shift_jis', '潮の満ち引きについて\n'],
    [Buffer.from('b3b1cbaed2bbccecd5c7c1bdb4ceb3b1cbae', 'hex'), 'gb18030', '潮水一天涨两次潮水\n'],
    [Buffer.from('b9d0b9b0c0ba20c7cfb7e7bfa120b5ce20b9f820b5e9beeebfc9b4cfb4d9', 'hex'), 'euc-kr', '밀물은 하루에 두 번 들어옵니다\n'],
    [Buffer.from('cbfec4aca4cfb0ecc6fca4cbc6f3c5d9a4a2a4eaa1a2', 'hex'), 'euc-jp', '満潮は一日に二度あり、\n'],
    [
      Buffer.from('b0aabce9a843a4d1a558b27ba8e2a6b8baa1a4eba4a7abe1aabaa46abce9a7f3b0aa', 'hex'),
      'big5',
      '高潮每天出現兩次滿月之後的大潮更高\n',
    ],
  ];
  for (const [bytes, encoding, text] of cases) {
    const found = await read(t, bytes);
    assert.deepEqual([found.encoding, found.text], [encoding, text]);
  }
  // Chinese and noise are no words of a Western language.
  const shortDates = [
    '32303234c4ea33d4c23132c8d5',
    '32303234944e338c8e313293fa',
    '32303234b3e22033bff9203132c0cf',
    'c4ee203520eaec2c20eef2203132',
    'd4ef203520ece52037',
  ];
  for (const hex of ['c4e3bac320c4e3', '41a7b6e5439920fc', ...shortDates])
    assert.deepEqual(await read(t, Buffer.from(hex, 'hex')), { reason: 'unsupported' });
  assert.deepEqual(await textOf(t, 'name,height\nHusum,4.2\nBüsum,3.9\nTönning,3.3\n'), [
    'csv',
    'name,height\nHusum,4.2\nBüsum,3.9\nTönning,3.3\n',
  ]);
  assert.deepEqual(await textOf(t, ''), ['text', '']);
});

test('of an archive the names and sizes are listed', async (t) => {
  const files = [
    { name: 'a/', content: '' },
    { name: 'a/tïde.txt', content: 'high' },
  ];
  assert.deepEqual(await textOf(t, zipOf(files)), ['archive', 'a/\na/tïde.txt\t4\n']);
  const tar = Buffer.concat([tarOf('a/tïde.txt', 'high'), Buffer.alloc(1_024)]);
  assert.deepEqual(await textOf(t, tar), ['archive', 'a/tïde.txt\t4\n']);
  assert.deepEqual(await textOf(t, gzipSync(tar)), ['archive', 'a/tïde.txt\t4\n']);
  assert.deepEqual(await textOf(t, gzipSync('high')), ['archive', 'data\t4\n']);
});

test('what is nested too deeply says so, and so does an old format', async (t) => {
  const boundaries = (count: number): string =>
    `From: a@b.c\nTo: d@e.f\nSubject: x\n${Array.from({ length: count }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`).join('')}`;
  for (const deep of [
    docxOf('<w:p>'.repeat(1_000) + '</w:p>'.repeat(1_000)),
    `{\\rtf1${'{a'.repeat(2_000)}`,
    boundaries(100),
    boundaries(20_000),
  ])
    assert.deepEqual(await read(t, deep), { reason: 'too-deep' });
  for (const name of ['WordDocument', 'PowerPoint Document']) assert.deepEqual(await read(t, compoundOf([name])), { reason: 'old-format' });
  assert.deepEqual(await read(t, compoundOf(['Else'])), { reason: 'unsupported' });
});

test('an RTF that is longer than what is read of it gives its beginning', async (t) => {
  const { text, isCut } = await read(t, `{\\rtf1 Tides{\\pict ${'0'.repeat(65 * 1024 * 1024)}} end}`);
  assert.deepEqual([text, isCut], ['Tides\n', true]);
});

test('what is no document has a reason, and so has a picture that is damaged', async (t) => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  assert.deepEqual(await read(t, png), { reason: 'damaged' });
  assert.deepEqual(await read(t, Buffer.from([0, 1, 2, 3, 0, 0, 255, 254])), { reason: 'unsupported' });
  const missing = { path: '/nowhere/a.pdf', options: extractionOptions.parse({}), progress: () => {}, recognize: async () => null };
  assert.deepEqual(await readDocument(missing), { ok: false, reason: 'not-found' });
  assert.deepEqual(await readDocument({ ...missing, path: '/a\0b' }), { ok: false, reason: 'not-found' });
});

function tarOf(name: string, content: string): Buffer {
  const block = Buffer.alloc(1_024);
  block.write(name);
  block.write(content.length.toString(8).padStart(11, '0'), 124);
  block.write('0ustar\0', 156);
  block.write('ustar', 257);
  block.write(content, 512);
  const sum = block.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
