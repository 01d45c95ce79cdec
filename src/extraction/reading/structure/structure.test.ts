import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { docxOf, openDocumentOf, paragraph, xlsxOf } from '../../../../test/harness/documents/office-documents.ts';
import { pdfOf, streamOf, textPdf } from '../../../../test/harness/documents/pdf-documents.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import type { StructuredText, Table } from '../../../contract/extraction/structured-text.ts';
import { structureLimits } from '../../../contract/extraction/structured-text.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import { nothingGiven, structureOf } from '../../../domain/structure/structure-of-text.ts';
import { readDocument } from '../read-document.ts';
import { addMarkupBlocks } from './markup-blocks.ts';

async function structureIn(t: TestContext, content: string | Buffer): Promise<StructuredText> {
  const file = path.join(temporaryHome(t), 'file.bin');
  writeFileSync(file, content);
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: file, options, progress: () => {}, recognize: async () => null });
  return (found.ok ? found.value.structure : undefined) ?? assert.fail(found.ok ? 'no structure' : found.reason);
}

/** A cell by its value, if it has one. */
function cells(table: Table | undefined): readonly (readonly unknown[])[] {
  return (table?.rows ?? []).map((row) => row.map(({ text, value }) => value ?? text));
}

const page = (body: string): string => `<!doctype html><html><head><title>t</title></head><body>${body}</body></html>`;

test('tables of a page have their merged cells, headings and captions, and one in another is its own', async (t) => {
  const { tables } = await structureIn(
    t,
    page(`<table><caption>Tides</caption><thead><tr><th rowspan="2">Place<th colspan=2>Height</tr><tr><th>high<th>low</thead>
      <tr><td rowspan=2>Husum<br>Nord<td>4.2<td><b>1</b>.1<script>x</script><tr><td>4.0<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>
      <table><tr><td><p>for the layout</p></td></tr></table>`),
  );
  const [inner, outer, ...others] = tables;
  assert.deepEqual(cells(inner), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(cells(outer), [
    ['Place', 'Height', 'Height'],
    ['Place', 'high', 'low'],
    ['Husum\nNord', 4.2, 1.1],
    ['Husum\nNord', 4, ''],
  ]);
  assert.deepEqual([outer?.headings, outer?.name, others], [2, 'Tides', []]);
});

test('lists, definitions, code and links of a page are found by their markup', async (t) => {
  const found = await structureIn(
    t,
    page(`<ul><li>one<ol start="3"><li>three</li><li>four</ol></li><li>two</ul><dl><dt>Term<dd>Def<dt>B<dd>C<dd>D</dl>
      <pre><code class="hljs language-ts">if (a) {\n  b();\n}</code></pre><a href="https://a.example/x?y=1">A  <i>b</i></a><a href="/relative">r</a>
      <a href="mailto:ann%40b@example.org">mail</a><a href="javascript:alert(1)">no</a> on 26.11.2026 for 5 €`),
  );
  assert.deepEqual(
    found.lists[0]?.items.map(({ text, level, number }) => [text, level, number]),
    [
      ['one', 0, null],
      ['three', 1, 3],
      ['four', 1, 4],
      ['two', 0, null],
    ],
  );
  assert.deepEqual(
    found.keyValues[0]?.pairs.map(({ name, value }) => `${name}: ${value}`),
    ['Term: Def', 'B: C', 'B: D'],
  );
  assert.deepEqual(found.code, [{ language: 'ts', name: null, code: 'if (a) {\n  b();\n}\n', offset: null }]);
  assert.deepEqual(
    found.links.map(({ value, label }) => [value, label]),
    [['https://a.example/x?y=1', 'A b']],
  );
  assert.deepEqual([found.addresses.length, found.dates[0]?.value, found.amounts[0]?.value], [1, '2026-11-26', '5']);
});

test('links that are never closed end at the next one, and keep nothing else from being read', async (t) => {
  const links = Array.from({ length: 100 }, (_, at) => `<a href="https://a.example/${at}">link ${at}`).join(' ');
  const found = await structureIn(t, page(`${links}</a><table><tr><td>a<td>b<tr><td>c<td>d</table>`));
  assert.deepEqual(cells(found.tables[0]), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual([found.links.length, found.links[7]?.label, found.isCut], [100, 'link 7', false]);
});

test('whatever a page is made of, what is found is bounded', () => {
  const tag = fc.constantFrom(
    '<table>',
    '</table>',
    '<tr>',
    '<td rowspan=9 colspan=9>',
    '<th>',
    'x',
    ' ',
    '<ul>',
    '<li>',
    '</ul>',
    '<dl>',
    '<dt>',
    '<dd>',
    '</dl>',
    '<pre>',
    '</pre>',
    '<a href="https://a.example">',
    '</a>',
    '<script>',
    '</script>',
    '<br>',
  );
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 80 }), (tags) => {
      const given = nothingGiven();
      addMarkupBlocks(tags.join(''), given);
      for (const { rows, merged } of given.tables) {
        assert.ok(rows.every((row) => row.length === rows[0]?.length));
        assert.ok(merged.every((one) => one.row + one.rows <= rows.length && one.column + one.columns <= (rows[0]?.length ?? 0)));
      }
      assert.ok(JSON.stringify(structureOf('', given)).isWellFormed());
    }),
  );
  for (const [unit, most] of [
    ['<table>', 20_000],
    ['<table><tr><td rowspan=65534 colspan=1000>x', 3_000],
    ['<tr>', 200_000],
    ['<ul><li>x', 20_000],
    ['<a href="https://a.example/">', 20_000],
  ] as const) {
    const given = nothingGiven();
    addMarkupBlocks(`<table>${unit.repeat(most)}`, given);
    assert.ok(
      given.tables.reduce((sum, { rows }) => sum + rows.length * (rows[0]?.length ?? 0), 0) <=
        structureLimits.cells + structureLimits.columns,
    );
    assert.ok(given.tables.length <= structureLimits.tables && given.links.length <= structureLimits.things);
  }
});

test('cells of an XLSX are what its program says, at their places, and names made of digits are texts', async (t) => {
  const text = (content: string, reference: string): string => `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;
  const rows = `<row r="3">${text('Account', 'B3')}${text('Day', 'C3')}${text('Sum', 'D3')}</row>
    <row r="5">${text('00123', 'B5')}<c r="C5" s="1"><v>46352</v></c><c r="D5"><v>4.2</v></c></row>
    <row r="6"><c r="B6"><v>1234567890123456</v></c><c r="C6" s="1"><v>46352.5</v></c><c r="D6" t="b"><v>1</v></c></row>
    <row r="7"><c r="B7"><v>123456789012</v></c></row></sheetData><mergeCells><mergeCell ref="B5:B6"/><mergeCell ref="C3:D3"/></mergeCells><sheetData>`;
  const { tables, keyValues } = await structureIn(t, xlsxOf(rows));
  assert.deepEqual(cells(tables[0]), [
    ['Account', 'Day', 'Sum'],
    ['00123', '2026-11-26', 4.2],
    ['1234567890123456', '2026-11-26T12:00:00', true],
    [123456789012, '', ''],
  ]);
  assert.deepEqual(
    tables[0]?.rows.map((row) => row[0]?.text),
    ['Account', '00123', '1234567890123456', '123456789012'],
  );
  assert.deepEqual([tables[0]?.name, tables[0]?.page, tables[0]?.headings, keyValues], ['Tides', 0, 1, []]);
  assert.deepEqual(tables[0]?.merged, [
    { row: 1, column: 0, rows: 2, columns: 1 },
    { row: 0, column: 1, rows: 1, columns: 2 },
  ]);
});

test('a workbook that SheetJS writes is read in each of its formats, with types and merged cells', async (t) => {
  const sheet = utils.aoa_to_sheet([
    ['Place', 'Height', 'No'],
    ['Husum', 4.2, '007'],
    [null, true, 'x'],
  ]);
  sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
  for (const bookType of ['xlsx', 'biff8', 'ods', 'xlsb'] as const) {
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Tides');
    const { tables } = await structureIn(t, write(book, { type: 'buffer', bookType }));
    assert.deepEqual(
      [bookType, cells(tables[0])],
      [
        bookType,
        [
          ['Place', 'Height', 'No'],
          ['Husum', 4.2, '007'],
          ['Husum', true, 'x'],
        ],
      ],
    );
    assert.deepEqual(tables[0]?.merged, [{ row: 1, column: 0, rows: 2, columns: 1 }], bookType);
  }
});

test('more merged cells than are looked at are said to be cut', async (t) => {
  const rows = '<row><c t="inlineStr"><is><t>a</t></is></c><c><v>1</v></c></row>';
  const merges = (count: number): string => `</sheetData><mergeCells>${'<mergeCell ref="A1:A1"/>'.repeat(count)}</mergeCells><sheetData>`;
  assert.equal((await structureIn(t, xlsxOf(rows + merges(10_000)))).isCut, false);
  assert.equal((await structureIn(t, xlsxOf(rows + merges(10_001)))).isCut, true);
});

test('dates of a workbook are those of its system, and durations and times are none', async (t) => {
  for (const isOf1904 of [false, true]) {
    const days = [isOf1904 ? 44_890 : 46_352, 1.0625, 1.5, 60];
    const formats = ['yyyy-mm-dd', '[h]:mm', 'mm:ss', 'yyyy-mm-dd'];
    const sheet = utils.aoa_to_sheet([['Day', 'Hours', 'Lap', 'Old'], days.map((v, at) => ({ t: 'n', v, z: formats[at] }))]);
    for (const bookType of ['xlsx', 'biff8', 'xlsb'] as const) {
      const book = utils.book_new();
      utils.book_append_sheet(book, sheet, 'Times');
      book.Workbook = { WBProps: { date1904: isOf1904 } };
      const { tables } = await structureIn(t, write(book, { type: 'buffer', bookType }));
      const found = (tables[0]?.rows[1] ?? []).map(({ type, value }) => value ?? type);
      assert.deepEqual([bookType, ...found], [bookType, '2026-11-26', 'text', 'text', isOf1904 ? '1904-03-01' : 'text']);
    }
  }
});

test('cells of an ODS are what it says, and those repeated to the end of the sheet are none', async (t) => {
  const cell = (attributes: string, text: string): string => `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const body = `<table:table table:name="T"><table:table-row>${cell('table:number-columns-spanned="2"', 'Wide')}<table:covered-table-cell/>${cell('office:value-type="currency" office:value="3"', '3,00 €')}</table:table-row>
    <table:table-row>${cell('office:value-type="date" office:date-value="2026-11-26"', '26.11.26')}${cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR')}${cell('office:value-type="string"', '0815')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
    <table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;
  const { tables, isCut } = await structureIn(t, openDocumentOf('spreadsheet', body));
  assert.deepEqual(cells(tables[0]), [
    ['Wide', 'Wide', 3],
    ['2026-11-26', true, '0815'],
  ]);
  assert.equal(isCut, false);
});

test('a table in a PDF is found by the places of its words, and prose is none', async (t) => {
  const rows = [
    ['Place', 'Height', 'Day'],
    ['Husum', '4.2', '26.11.2026'],
    ['Bad Segeberg', '3.9', '27.11.2026'],
  ];
  const shown = rows.flatMap((row, y) => row.map((text, x) => `1 0 0 1 ${60 + x * 150} ${700 - y * 16} Tm (${text}) Tj`));
  const prose = 'The tide turns twice a day, and the ferry to the islands leaves before noon.';
  const content = `BT /F1 12 Tf 1 0 0 1 60 760 Tm (${prose}) Tj ${shown.toReversed().join(' ')} 1 0 0 1 60 640 Tm (${prose}) Tj ET`;
  const pdf = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
    streamOf(content),
  ]);
  const { tables } = await structureIn(t, pdf);
  assert.deepEqual(tables.map(cells), [
    [
      ['Place', 'Height', 'Day'],
      ['Husum', 4.2, '2026-11-26'],
      ['Bad Segeberg', 3.9, '2026-11-27'],
    ],
  ]);
  assert.deepEqual([tables[0]?.page, tables[0]?.headings], [0, 1]);
  assert.deepEqual((await structureIn(t, textPdf([[prose, prose, prose]]))).tables, []);
});

test('narrow columns of a PDF are told by its texts, and a cell may have several lines', async (t) => {
  // As word processors write it: blanks within a text are written, those between two texts are not.
  const at = (x: number, y: number, text: string): string => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
  const header = [at(60, 700, 'Place'), at(155, 700, 'High water'), at(230, 700, 'Day'), at(320, 700, 'Remark')];
  const first = [at(60, 670, 'Bad Segeberg an'), at(184, 670, '13.90'), at(217, 670, '27.11.2026'), at(281, 670, 'storm from the')];
  const more = [at(60, 656, 'der Trave'), at(281, 656, 'west')];
  const last = [at(60, 626, 'Sylt'), at(190, 626, '2.10'), at(217, 626, '28.11.2026'), at(281, 626, 'calm')];
  const content = `BT /F1 12 Tf ${[...header, ...first, ...more, ...last].join(' ')} ET`;
  const pdf = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
    streamOf(content),
  ]);
  assert.deepEqual((await structureIn(t, pdf)).tables.map(cells), [
    [
      ['Place', 'High water', 'Day', 'Remark'],
      ['Bad Segeberg an der Trave', 13.9, '2026-11-27', 'storm from the west'],
      ['Sylt', 2.1, '2026-11-28', 'calm'],
    ],
  ]);
});

test('CSV with any usual separator is one table, and the tables of other documents are found in their text', async (t) => {
  const csv = 'name;height;no\nHusum;4,2;007\n"Bü;sum";3,9;008\nTönning;3,3;009\n';
  assert.deepEqual(cells((await structureIn(t, csv)).tables[0]), [
    ['name', 'height', 'no'],
    ['Husum', 4.2, '007'],
    ['Bü;sum', 3.9, '008'],
    ['Tönning', 3.3, '009'],
  ]);
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
  const docx = docxOf(
    `<w:tbl><w:tr>${cell('Place')}${cell('Height')}${cell('No')}</w:tr><w:tr>${cell('Husum')}${cell('4.2')}${cell('007')}</w:tr></w:tbl>`,
  );
  assert.deepEqual(cells((await structureIn(t, docx)).tables[0]), [
    ['Place', 'Height', 'No'],
    ['Husum', 4.2, '007'],
  ]);
});
