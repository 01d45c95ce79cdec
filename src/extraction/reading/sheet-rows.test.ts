import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocumentOf, xlsxOf } from '../../../test/harness/documents/office-documents.ts';
import { type ExtractedText, extractionOptions } from '../../contract/extraction.ts';
import { readDocument } from './read-document.ts';

async function read(content: Buffer): Promise<ExtractedText> {
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: null, content, options, progress: () => {}, recognize: async () => null });
  return found.ok ? found.value : assert.fail(found.reason);
}

const cell = (text: string, times = 1): string =>
  `<table:table-cell table:number-columns-repeated="${times}"><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, times = 1): string => `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
const ods = (...rows: readonly string[]): Buffer =>
  openDocumentOf('spreadsheet', `<table:table table:name="a">${rows.join('')}</table:table>`);
const longest = 32_767;
const long = 'x'.repeat(longest);

test('what is repeated more often than anybody writes counts a few times and is marked as cut, and what stands behind it is read', async () => {
  for (const [rows, lines] of [
    [ods(row(cell('tide'), 5_000), row(cell('behind'))), 1_002],
    [ods(row(cell('tide', 5_000) + cell('behind'))), 2],
  ] as const) {
    const { text, isCut } = await read(rows);
    assert.deepEqual([text.trimEnd().split('\n').length, text.endsWith('behind\n'), isCut], [lines, true, true]);
  }
  const blank = await read(ods(row(cell('', 16_384), 1_000_000), row(cell('tide', 1_000), 1_000)));
  assert.equal(blank.isCut, false);
});

test('of a cell as much is read as fits into one of Excel, and more of it is marked as cut', async () => {
  const inline = (text: string): Buffer => xlsxOf(`<row><c r="A1" t="inlineStr"><is><t>${text}</t></is></c><c><v>7</v></c></row>`);
  const shared = (text: string): Buffer => xlsxOf('<row><c r="A1" t="s"><v>0</v></c><c><v>7</v></c></row>', [text]);
  for (const make of [inline, shared, (text: string) => ods(row(cell(text) + cell('7')))]) {
    const [whole, more] = [await read(make(long)), await read(make(`${long}y`.repeat(40)))];
    assert.deepEqual([whole.isCut, whole.text.split('\n')[1] === `${long}\t7`], [false, true]);
    assert.deepEqual([more.isCut, more.text.split('\n')[1] === `${long}\t7`], [true, true]);
  }
  const { text, isCut } = await read(xlsxOf('<row><c r="ZZZ1"><v>1</v></c><c r="B1"><v>2</v></c></row>'));
  assert.deepEqual([text.split('\n')[1], isCut], ['\t2', true]);
});
