import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { docxOf, openDocumentOf, paragraph } from '../../../../test/harness/documents/office-documents.ts';
import type { Table } from '../../../contract/extraction/structured-text.ts';
import { type ExtractedText, extractionOptions } from '../../../contract/extraction.ts';
import { markdownTable } from '../../../domain/structure/table-forms.ts';
import { readDocument } from '../read-document.ts';

async function read(content: string | Buffer): Promise<ExtractedText> {
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: null, content: Buffer.from(content), options, progress: () => {}, recognize: async () => null });
  return found.ok ? found.value : assert.fail(found.reason);
}

async function tableIn(content: string | Buffer): Promise<Table> {
  const { structure } = await read(content);
  assert.equal(structure?.tables.length, 1);
  return structure?.tables[0] ?? assert.fail('no table');
}

const texts = ({ rows }: Table): readonly string[] => rows.map((row) => row.map(({ text }) => text).join('|'));

type Cells = readonly (readonly (string | number | null)[])[];

const titled: Cells = [
  ['Sums of the year', null, null],
  ['all in euros'],
  ['Place', 'Spring', 'Autumn'],
  ['Husum', 4.2, 3.9],
  ['List', 2.1, 2.5],
];
const rows = ['Place|Spring|Autumn', 'Husum|4.2|3.9', 'List|2.1|2.5'];
const html = (body: string): string => `<!doctype html><html><head><title>t</title></head><body><table>${body}</table></body></html>`;
const plain = '<tr><td>Place<td>Spring<td>Autumn<tr><td>Husum<td>4.2<td>3.9<tr><td>List<td>2.1<td>2.5';

function workbook(cells: Cells, merges: readonly string[], bookType: 'xlsx' | 'ods' | 'biff8' | 'xlsb'): Buffer {
  const sheet = utils.aoa_to_sheet(cells.map((row) => [...row]));
  sheet['!merges'] = merges.map((one) => utils.decode_range(one));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Sums');
  return write(book, { type: 'buffer', bookType });
}

test('a title over a table of a workbook is no heading of it, merged over all columns, over some of them, over two rows or not at all', async () => {
  for (const bookType of ['xlsx', 'ods', 'biff8', 'xlsb'] as const)
    for (const merges of [['A1:C1', 'A2:C2'], ['A1:B1'], []]) {
      const found = await tableIn(workbook(titled, merges, bookType));
      assert.deepEqual([found.title, found.headings, texts(found)], ['Sums of the year\nall in euros', 1, rows], `${bookType} ${merges}`);
      assert.deepEqual(found.merged, [], bookType);
    }
  const high = await tableIn(workbook([['Sums'], [], ...titled.slice(2)], ['A1:C2'], 'xlsx'));
  assert.deepEqual([high.title, texts(high)], ['Sums', rows]);
});

test('the text of a workbook has its title as a line above', async () => {
  const { text } = await read(workbook(titled, ['A1:C1'], 'xlsx'));
  assert.equal(text, 'Sums\nSums of the year\nall in euros\nPlace\tSpring\tAutumn\nHusum\t4.2\t3.9\nList\t2.1\t2.5\n');
});

test('so is a title over a table of a page or a document, with its headings below, and Markdown has it as a line above', async () => {
  const headed = plain.replaceAll(/<td>(Place|Spring|Autumn)/g, '<th>$1');
  const page = await tableIn(html(`<tr><th colspan=3>Sums of the year${headed}`));
  assert.deepEqual([page.title, page.headings, texts(page)], ['Sums of the year', 1, rows]);
  const other = await tableIn(html(`<tr><td colspan=3>Sums of the year${headed}`));
  assert.deepEqual([other.title, other.headings, texts(other)], ['Sums of the year', 1, rows]);
  assert.equal(
    markdownTable(page),
    'Sums of the year\n\n| Place | Spring | Autumn |\n| --- | ---: | ---: |\n| Husum | 4.2 | 3.9 |\n| List | 2.1 | 2.5 |\n',
  );
  const cell = (text: string, columns = 1): string => `<w:tc><w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const lines = rows.map(
    (row) =>
      `<w:tr>${row
        .split('|')
        .map((text) => cell(text))
        .join('')}</w:tr>`,
  );
  const document = await tableIn(docxOf(`<w:tbl><w:tr>${cell('Sums of the year', 3)}</w:tr>${lines.join('')}</w:tbl>`));
  assert.deepEqual([document.title, document.headings, texts(document)], ['Sums of the year', 1, rows]);
});

test('headings in two rows are no title, nor is a name above a table of two columns or a row of one cell below the headings', async () => {
  const twoRows = await tableIn(html(`<tr><td><td colspan=2>Height${plain}`));
  assert.deepEqual([twoRows.title, twoRows.rows.length], [null, 4]);
  for (const cells of [
    [
      ['Place', null],
      ['Husum', 4.2],
      ['List', 2.1],
    ],
    [
      ['Place', 'Spring', 'Autumn'],
      ['North', null, null],
      ['Husum', 4.2, 3.9],
    ],
    [
      [2026, null, null],
      ['Husum', 4.2, 3.9],
      ['List', 2.1, 2.5],
    ],
  ] as const) {
    const found = await tableIn(workbook(cells, [], 'xlsx'));
    assert.deepEqual([found.title, found.rows.length], [null, cells.length], JSON.stringify(cells));
  }
});

test('the name of a group of rows is no title of the table, and one above the headings is, also if groups or a note follow', async () => {
  const groups: Cells = [
    ['North', null, null],
    ['Husum', 4.2, 3.9],
    ['List', 2.1, 2.5],
    ['South', null, null],
    ['Emden', 1.1, 1.5],
  ];
  for (const merges of [[], ['A1:C1', 'A4:C4']]) {
    const grouped = await tableIn(workbook(groups, merges, 'xlsx'));
    assert.deepEqual([grouped.title, grouped.rows.length], [null, 5], `${merges}`);
  }
  const [headings, note]: Cells = [
    ['Place', 'Spring', 'Autumn'],
    ['From the harbour', null, null],
  ];
  for (const below of [
    [headings ?? [], ...groups],
    [...groups.slice(1, 3), note ?? []],
  ]) {
    const found = await tableIn(workbook([['Sums of the year', null, null], ...below], [], 'xlsx'));
    assert.deepEqual([found.title, found.rows.length], ['Sums of the year', below.length]);
  }
});

test('what a merged cell of an ODS covers is not shown', async () => {
  const cell = (text: string, attributes = ''): string => `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const covered = '<table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>';
  const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`;
  const body = `<table:table table:name="T">${row(cell('Place'), cell('High'), cell('Low'))}${row(cell('none', 'table:number-columns-spanned="2"'), covered, cell('x'))}</table:table>`;
  const { text, structure } = await read(openDocumentOf('spreadsheet', body));
  assert.equal(text, 'T\nPlace\tHigh\tLow\nnone\t\tx\n');
  assert.deepEqual(structure?.tables.map(texts), [['Place|High|Low', 'none|none|x']]);
});
