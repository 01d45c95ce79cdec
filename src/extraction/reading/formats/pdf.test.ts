import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfOf, streamOf } from '../../../../test/harness/documents/pdf-documents.ts';
import type { StructuredText } from '../../../contract/extraction/structured-text.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import { readDocument } from '../read-document.ts';
import { cleanedLayer } from './pdf.ts';

/** A page of lines 20 points apart, the first one at 700, with these annotations. */
async function structureOf(lines: readonly string[], annotations: readonly string[]): Promise<StructuredText> {
  const shown = lines.map((line, at) => `1 0 0 1 60 ${700 - at * 20} Tm (${line}) Tj`).join(' ');
  const pdf = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R/Annots[${annotations.join('')}]>>`,
    streamOf(`BT /F1 10 Tf ${shown} ET`),
  ]);
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: null, content: pdf, options, progress: () => {}, recognize: async () => null });
  return (found.ok ? found.value.structure : undefined) ?? assert.fail('no structure');
}

/** Over characters of a line, each 6 points wide. */
const linkOver = (line: number, from: number, to: number, action: string): string =>
  `<</Type/Annot/Subtype/Link/Rect[${60 + from * 6} ${697 - line * 20} ${60 + to * 6} ${709 - line * 20}]/A<<${action}>>>>`;
const leadsTo = (address: string): string => `/S/URI/URI(${address})`;

test('links of a PDF are found with the words that they lie over, also over several lines whose order is another', async () => {
  const lines = ['Read the table of', 'tides or write to', 'Ann about https://c.example/'];
  const [tides, ann] = [leadsTo('https://a.example/tides?year=2026'), leadsTo('mailto:ann@b.example')];
  const { links, addresses } = await structureOf(lines, [
    linkOver(1, 0, 5, tides),
    linkOver(0, 5, 17, tides),
    linkOver(2, 0, 3, ann),
    linkOver(2, 10, 28, leadsTo('https://c.example/')),
    linkOver(0, 0, 4, '/S/GoTo/D[4 0 R/Fit]'),
    linkOver(0, 0, 4, leadsTo('javascript:alert\\(1\\)')),
    linkOver(0, 0, 4, leadsTo('tides/of/2026')),
  ]);
  assert.deepEqual(
    links.map(({ value, label }) => [value, label]),
    [
      ['https://c.example/', null],
      ['https://a.example/tides?year=2026', 'the table of tides'],
    ],
  );
  assert.deepEqual(
    addresses.map(({ value }) => value),
    ['ann@b.example'],
  );
});

test('of a page full of links so many are read, however many there are', async () => {
  for (const count of [1_000, 2_000]) {
    const all = Array.from({ length: count }, (_, at) => linkOver(0, 0, 4, leadsTo(`https://a.example/${at}`)));
    assert.equal((await structureOf(['here'], all)).links.length, 1_000);
  }
});

test('words of links are looked for until there is no room for it, and the links are found', async () => {
  const quads = Array.from({ length: 16 }, () => '60 709 84 709 60 697 84 697').join(' ');
  const links = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) =>
      linkOver(0, 0, 4, leadsTo(`https://a.example/${at}`)).replace('/A<<', `/QuadPoints[${quads}]/A<<`),
    );
  const lines = Array.from({ length: 20 }, () => 'here'.padEnd(1_000, ' and there'));
  const labels = async (count: number): Promise<readonly (string | null)[]> =>
    (await structureOf(lines, links(count))).links.map(({ label }) => label);
  const [few, many] = [await labels(20), await labels(500)];
  assert.deepEqual(
    few,
    Array.from({ length: 20 }, () => 'here '.repeat(16).trim()),
  );
  assert.deepEqual([many.length, many[0], many.at(-1)], [500, few[0], null]);
  assert.equal((await structureOf(lines, links(500))).isCut, true);
});

test('a sign of a symbol font before an item is a bullet, and stays what it is elsewhere', () => {
  assert.equal(cleanedLayer('\uf0b7 high\r\n  \uf095low\r\n\uf0a7\twater'), '• high\n  •low\n•\twater');
  for (const same of ['a \uf0b7 b', '\uf0b7\uf0b7', '\uf0b7']) assert.equal(cleanedLayer(same), same);
});

/** A page of lines 20 points apart with what is drawn on it besides. */
async function textOf(lines: readonly string[], drawn: string): Promise<string> {
  const shown = lines.map((line, at) => `1 0 0 1 60 ${700 - at * 20} Tm (${line}) Tj`).join(' ');
  const pdf = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
    streamOf(`${drawn} BT /F1 10 Tf ${shown} ET`),
  ]);
  const options = extractionOptions.parse({});
  const found = await readDocument({ path: null, content: pdf, options, progress: () => {}, recognize: async () => null });
  return found.ok ? found.value.text : assert.fail(found.reason);
}

test('bullets that are drawn stand before their items, and other shapes are none', async () => {
  const lines = ['Tides', 'high', 'low', 'end'];
  const square = (left: number, line: number, width: number, height = width): string =>
    `${left} ${701.5 - line * 20} ${width} ${height} re f`;
  assert.equal(await textOf(lines, `${square(50, 1, 3)} ${square(50, 2, 3)}`), 'Tides\n• high\n• low\nend\n');
  const others = [
    square(50, 1, 3), // alone
    ...[
      [50, 1.5, 14],
      [50, 12, 12],
      [20, 3, 3],
      [70, 3, 3],
    ].map(([left = 0, width = 0, height = 0]) => [1, 2].map((line) => square(left, line, width, height)).join(' ')),
    [1, 2].map((line) => square(50, line + 0.5, 3)).join(' '),
  ];
  for (const drawn of others) assert.equal(await textOf(lines, drawn), 'Tides\nhigh\nlow\nend\n', drawn);
});

test('a table of a PDF has tabs between its cells, also where one is empty, and other lines stay as they are', async () => {
  const rows = [
    ['Region', 'First', 'Second', 'Change'],
    ['North', '1,204.50', '1,310.00', '+8.8%'],
    ['Overseas', '', '55.00', 'n/a'],
    ['West', '998.10', '870.25', ''],
  ];
  const cells = rows.flatMap((row, at) =>
    row.map((text, column) => (text === '' ? '' : `1 0 0 1 ${60 + column * 90} ${700 - at * 20} Tm (${text}) Tj`)),
  );
  const line = (text: string, top: number): string => `1 0 0 1 60 ${top} Tm (${text}) Tj`;
  const textOf = async (shown: readonly string[]): Promise<string> => {
    const pdf = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
      streamOf(`BT /F1 10 Tf ${shown.join(' ')} ET`),
    ]);
    const options = extractionOptions.parse({});
    const found = await readDocument({ path: null, content: pdf, options, progress: () => {}, recognize: async () => null });
    return found.ok ? found.value.text : assert.fail(found.reason);
  };
  const table = 'Region\tFirst\tSecond\tChange\nNorth\t1,204.50\t1,310.00\t+8.8%\nOverseas\t\t55.00\tn/a\nWest\t998.10\t870.25\n';
  const [above, below] = [line('Sales of the year', 760), line('All of them in euros', 580)];
  assert.equal(await textOf([above, ...cells, below]), `Sales of the year\n${table}All of them in euros\n`);
  assert.equal(await textOf(cells), table);
  // Its words have other ones between them in the file.
  assert.ok(!(await textOf([...cells.slice(0, 8), below, ...cells.slice(8)])).includes('\t'));
});

test('a word that is written behind its line and stands within it is in its place', async () => {
  const at = (left: number, text: string): string => `1 0 0 1 ${left} 700 Tm (${text}) Tj`;
  const textOf = async (shown: readonly string[]): Promise<string> => {
    const pdf = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
      streamOf(`BT /F1 10 Tf ${shown.join(' ')} 1 0 0 1 60 680 Tm (The next line) Tj ET`),
    ]);
    const options = extractionOptions.parse({});
    const found = await readDocument({ path: null, content: pdf, options, progress: () => {}, recognize: async () => null });
    return found.ok ? found.value.text : assert.fail(found.reason);
  };
  assert.equal(await textOf([at(60, 'of CO'), at(95, 'and more.'), at(86.2, '2')]), 'of CO2 and more.\nThe next line\n');
  assert.equal(await textOf([at(60, 'of CO'), at(95, 'and more.'), at(145, '2')]), 'of CO and more. 2\nThe next line\n');
});
