import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docxOf, openDocumentOf, paragraph } from '../../../../test/harness/documents/office-documents.ts';
import type { StructuredText, Table } from '../../../contract/extraction/structured-text.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import { readDocument } from '../read-document.ts';

async function structureIn(content: string | Buffer): Promise<StructuredText> {
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: null, content: Buffer.from(content), options, progress: () => {}, recognize: async () => null });
  return (found.ok ? found.value.structure : undefined) ?? assert.fail(found.ok ? 'no structure' : found.reason);
}

/** A cell by its value, if it has one. */
function cells(table: Table | undefined): readonly (readonly unknown[])[] {
  return (table?.rows ?? []).map((row) => row.map(({ text, value }) => value ?? text));
}

test('a CSV of two rows is a table, and so is one with line ends in its cells; prose and code are none', async () => {
  for (const [csv, ...rows] of [
    ['Place,Height\nHusum,"4,2"', ['Place', 'Height'], ['Husum', 4.2]],
    ['Place,Height\r\nHusum,4.2\r\n', ['Place', 'Height'], ['Husum', 4.2]],
    ['name;note\nHusum;"two\n""lines"""\n', ['name', 'note'], ['Husum', 'two\n"lines"']],
  ] as const)
    assert.deepEqual((await structureIn(csv)).tables.map(cells), [rows]);
  const long = await structureIn(`a,b\n${'x,"y\nz"\n'.repeat(5_000)}`);
  assert.deepEqual([long.tables.length, long.tables[0]?.rows.length], [1, 5_001]);
  for (const text of [
    '"Hello", she said, "you".\nAnd then, "what", he said.',
    'one, two\nthree, 4',
    'print("a","b")\nprint("c","d")',
    'Dear Ann,\n3 tides',
    'a "quote,\nb 1,2',
  ])
    assert.deepEqual((await structureIn(text)).tables, [], text);
});

test('of a long table in a CSV or a page the beginning is found, and that there is more', async () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => [`${at}`, `row ${at}`, `${at * 1.5}`]);
  const csv = `n,text,val\n${lines.map((line) => line.join(',')).join('\n')}\n`;
  const html = `<!doctype html><body><table><tr><th>n<th>text<th>val${lines.map((line) => `<tr><td>${line.join('<td>')}`).join('')}</table>`;
  for (const content of [csv, html]) {
    const { tables, isCut } = await structureIn(content);
    assert.deepEqual(cells(tables[0]).slice(0, 2), [
      ['n', 'text', 'val'],
      [0, 'row 0', 0],
    ]);
    assert.deepEqual([tables.length, tables[0]?.rows.length, isCut], [1, 25_000, true]);
  }
});

test('behind merged cells of a DOCX or ODT the others stand in their columns', async () => {
  const expected = [
    ['Place', 'Height', 'Day'],
    ['All', '', '2026-11-26'],
    ['Husum', 4.2, '2026-11-27'],
  ];
  const cell = (text: string, columns = 1): string => `<w:tc><w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...all: readonly string[]): string => `<w:tr>${all.join('')}</w:tr>`;
  const docx = `<w:tbl>${row(cell('Place'), cell('Height'), cell('Day'))}${row(cell('All', 2), cell('2026-11-26'))}${row(cell('Husum'), cell('4.2'), cell('2026-11-27'))}</w:tbl>`;
  const odt = docx
    .replaceAll(/<w:tc><w:tcPr><w:gridSpan w:val="(\d)"\/><\/w:tcPr>/g, '<table:table-cell table:number-columns-spanned="$1">')
    .replaceAll('w:tc>', 'table:table-cell>')
    .replaceAll('w:tr>', 'table:table-row>')
    .replaceAll('w:p>', 'text:p>');
  for (const document of [docxOf(docx), openDocumentOf('text', odt)])
    assert.deepEqual((await structureIn(document)).tables.map(cells), [expected]);
});
