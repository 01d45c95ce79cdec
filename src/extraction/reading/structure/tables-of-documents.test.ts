import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { docxOf, epubOf, openDocumentOf, paragraph } from '../../../../test/harness/documents/office-documents.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import type { StructuredText, Table } from '../../../contract/extraction/structured-text.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import { readDocument } from '../read-document.ts';

/** @param file where it is written to, and read; standard input by default. */
async function structureIn(content: string | Buffer, file: string | null = null): Promise<StructuredText> {
  const options = extractionOptions.parse({ structure: true });
  if (file !== null) writeFileSync(file, content);
  const given = file === null ? { content: Buffer.from(content) } : {};
  const found = await readDocument({ path: file, ...given, options, progress: () => {}, recognize: async () => null });
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

test('what detection or the name says is CSV is a table, whatever is in its cells', async (t) => {
  for (const csv of [
    'id,comment\n1,Nice\n2,Works (mostly)\n3,It was ok\n',
    'product,note,price\nChart,a = b,12.00\nBuoy,[new],99.00\nCan,{ok},9.00\n',
    'product,url,price\nChart (paper),https://shop.example/?id=5,12.00\nBuoy,https://shop.example/?id=6,99.00\n',
    'Name;Date;Formula\nHusum;2026-11-28;=SUM(A1)\nBüsum;28.11.2026;+49 4841\n',
  ])
    assert.deepEqual([(await structureIn(csv)).tables.map(({ headings }) => headings), csv], [[1], csv]);
  const code = 'function,args,body\nfoo(),x,return x;\nbar(),y,return y;\n';
  assert.deepEqual((await structureIn(code)).tables, []);
  const named = (name: string, content: string) => structureIn(content, path.join(temporaryHome(t), name));
  for (const name of ['calls.csv', 'calls.TSV'])
    assert.deepEqual((await named(name, code)).tables.map(cells), [
      [
        ['function', 'args', 'body'],
        ['foo()', 'x', 'return x;'],
        ['bar()', 'y', 'return y;'],
      ],
    ]);
  assert.deepEqual((await named('page.csv', '<!doctype html><p>a,b</p>')).tables, []);
});

test('of a longer row of a CSV than any table has there is the beginning, and that there is more', async (t) => {
  const row = Array.from({ length: 200_000 }, (_, at) => `c${at}`).join(',');
  const { tables, isCut } = await structureIn(`${row}\n${row}\n`, path.join(temporaryHome(t), 'wide.csv'));
  assert.deepEqual([tables[0]?.rows[0]?.length, tables[0]?.rows.length, isCut], [1_000, 2, true]);
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

test('the tables, lists and links of a book are those of its chapters', async () => {
  const table = '<table><tr><th>Place</th><th>Height</th></tr><tr><td rowspan="2">Husum</td><td>4.2</td></tr><tr><td>4.4</td></tr></table>';
  const found = await structureIn(epubOf([table, '<ul><li>one</li><li>two</li></ul><p><a href="https://example.org/">here</a></p>']));
  assert.deepEqual(found.tables.map(cells), [
    [
      ['Place', 'Height'],
      ['Husum', 4.2],
      ['Husum', 4.4],
    ],
  ]);
  assert.deepEqual(
    found.lists.map(({ items }) => items.map(({ text }) => text)),
    [['one', 'two']],
  );
  assert.deepEqual(
    found.links.map(({ value }) => value),
    ['https://example.org/'],
  );
});

test('behind merged cells of a DOCX or ODT the others stand in their columns', async () => {
  const expected = [
    ['Place', 'Height', 'Day'],
    ['All', 'All', '2026-11-26'],
    ['Husum', 4.2, '2026-11-27'],
  ];
  const cell = (text: string, columns = 1): string => `<w:tc><w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const row = (...all: readonly string[]): string => `<w:tr>${all.join('')}</w:tr>`;
  const docx = `<w:tbl>${row(cell('Place'), cell('Height'), cell('Day'))}${row(cell('All', 2), cell('2026-11-26'))}${row(cell('Husum'), cell('4.2'), cell('2026-11-27'))}</w:tbl>`;
  const odt = docx
    .replaceAll(/<w:tc><w:tcPr><w:gridSpan w:val="(\d)"\/><\/w:tcPr>/g, '<table:table-cell table:number-columns-spanned="$1">')
    .replaceAll('w:tc>', 'table:table-cell>')
    .replaceAll('w:tr>', 'table:table-row>')
    .replaceAll('w:tbl>', 'table:table>')
    .replaceAll('w:p>', 'text:p>');
  for (const document of [docxOf(docx), openDocumentOf('text', odt)])
    assert.deepEqual((await structureIn(document)).tables.map(cells), [expected]);
});

/** A DOCX and an ODT of one table: cells as Word and Writer write them. */
const wordCell = (text: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const openCell = (text: string, attributes = ''): string => `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const hiddenCell = (attributes = ''): string =>
  `<table:covered-table-cell ${attributes}><text:p>hidden</text:p></table:covered-table-cell>`;
const wordTable = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.join('')}</w:tr>`).join('')}</w:tbl>`;
const openTable = (...rows: readonly (readonly string[])[]): string =>
  `<table:table>${rows.map((row) => `<table:table-row>${row.join('')}</table:table-row>`).join('')}</table:table>`;

async function textIn(content: Buffer): Promise<string> {
  const options = extractionOptions.parse({});
  const found = await readDocument({ path: null, content, options, progress: () => {}, recognize: async () => null });
  return found.ok ? found.value.text : assert.fail(found.reason);
}

test('beside cells that are merged downwards the others of a DOCX or ODT stand in their columns', async () => {
  const begins = '<w:vMerge w:val="restart"/>';
  const docx = wordTable(
    [wordCell('Place'), wordCell('Day'), wordCell('Height')],
    [wordCell('Husum', begins), wordCell('2026-11-26'), wordCell('4.2', begins)],
    [wordCell('', '<w:vMerge/>'), wordCell('2026-11-27'), wordCell('', '<w:vMerge w:val="continue"/>')],
    ['<w:trPr><w:gridBefore w:val="2"/></w:trPr>', wordCell('5.1')],
  );
  const odt = openTable(
    [openCell('Place'), openCell('Day'), openCell('Height')],
    [openCell('Husum', 'table:number-rows-spanned="2"'), openCell('2026-11-26'), openCell('4.2', 'table:number-rows-spanned="2"')],
    [hiddenCell(), openCell('2026-11-27'), hiddenCell()],
    [openCell('', 'table:number-columns-repeated="2"'), openCell('5.1')],
  );
  for (const document of [docxOf(docx), openDocumentOf('text', odt)]) {
    assert.equal(await textIn(document), 'Place\tDay\tHeight\nHusum\t2026-11-26\t4.2\n\t2026-11-27\n\t\t5.1\n');
    const [table, ...more] = (await structureIn(document)).tables;
    assert.deepEqual(cells(table), [
      ['Place', 'Day', 'Height'],
      ['Husum', '2026-11-26', 4.2],
      // A text that is merged stands in each row, and a number once.
      ['Husum', '2026-11-27', ''],
      ['', '', 5.1],
    ]);
    assert.deepEqual(
      [table?.headings, table?.merged, table?.offset, more],
      [
        1,
        [
          { row: 1, column: 0, rows: 2, columns: 1 },
          { row: 1, column: 2, rows: 2, columns: 1 },
        ],
        0,
        [],
      ],
    );
  }
});

test('cells that are merged in both directions, and covered ones that are written together, keep the columns behind them', async () => {
  const span = 'table:number-columns-spanned="2" table:number-rows-spanned="2"';
  const odt = openTable(
    [openCell('both', span), hiddenCell(), openCell('a')],
    [hiddenCell('table:number-columns-repeated="2"'), openCell('b')],
    [openCell('c'), openCell('d'), openCell('e')],
  );
  const wide = '<w:gridSpan w:val="2"/>';
  const docx = wordTable(
    [wordCell('both', `${wide}<w:vMerge w:val="restart"/>`), wordCell('a')],
    [wordCell('', `${wide}<w:vMerge/>`), wordCell('b')],
    [wordCell('c'), wordCell('d'), wordCell('e')],
  );
  for (const document of [docxOf(docx), openDocumentOf('text', odt)])
    assert.deepEqual((await structureIn(document)).tables.map(cells), [
      [
        ['both', 'both', 'a'],
        ['both', 'both', 'b'],
        ['c', 'd', 'e'],
      ],
    ]);
});

test('notes and comments of an ODT stand behind its text, without their numbers, and without who wrote them when', async () => {
  const note = (kind: string, number: string, text: string): string =>
    `<text:note text:note-class="${kind}"><text:note-citation>${number}</text:note-citation><text:note-body><text:p>${text}</text:p></text:note-body></text:note>`;
  const comment =
    '<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-01T00:00:00</dc:date><text:p>check</text:p><text:p>this</text:p></office:annotation>';
  const body = `<text:p>opened in 1887.${note('footnote', '1', 'see the archive')} It has two basins.${note('endnote', 'i', 'north &amp; south')}</text:p><text:p>here${comment} and after</text:p>`;
  assert.equal(
    await textIn(openDocumentOf('text', body)),
    'opened in 1887. It has two basins.\nhere and after\n\nsee the archive\nnorth & south\ncheck this\n',
  );
});

test('of a drawn box of an RTF its words are read, and not the names and numbers of its form', async () => {
  const shape =
    '{\\shp{\\*\\shpinst\\shpleft5669{\\sp{\\sn shapeType}{\\sv 202}}{\\sp{\\sn wzName}{\\sv Box}}{\\shptxt closed in winter\\par}}}';
  assert.equal(await textIn(Buffer.from(`{\\rtf1\\ansi before\\par ${shape}after\\par}`)), 'before\nclosed in winter\nafter\n');
});

test('covered cells within what is deleted or covered itself hide nothing that comes after them', async () => {
  const covered = `<table:covered-table-cell>${openTable([openCell('a'), hiddenCell()])}<text:p>hidden</text:p></table:covered-table-cell>`;
  const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${openTable([openCell('old'), hiddenCell()])}</text:deletion></text:changed-region></text:tracked-changes>`;
  const body = `${deleted}<text:p>visible</text:p>${openTable([openCell('b'), covered, openCell('c')])}<text:p>and after</text:p>`;
  assert.equal(await textIn(openDocumentOf('text', body)), 'visible\nb\t\tc\nand after\n');
});

test('how a cell or a paragraph was before a tracked change of a DOCX is not how it is', async () => {
  const changed = '<w:tcPrChange><w:tcPr><w:vMerge/><w:gridSpan w:val="2"/></w:tcPr></w:tcPrChange>';
  const docx = wordTable([wordCell('Place'), wordCell('Height')], [wordCell('Husum', changed), wordCell('4.2', changed)]);
  const [table] = (await structureIn(docxOf(docx))).tables;
  assert.deepEqual(cells(table), [
    ['Place', 'Height'],
    ['Husum', 4.2],
  ]);
});

test('a table in a cell is a table of its own, in the text its words stand in that cell, and so do lines and tabs', async () => {
  const inner = (cell: (text: string) => string) => [
    [cell('n11'), cell('n12')],
    [cell('n21'), cell('n22')],
  ];
  const line = '<w:p><w:r><w:t>two</w:t><w:br/><w:t>lines</w:t><w:tab/><w:t>tab</w:t></w:r></w:p>';
  const docx = wordTable(
    [wordCell('a'), `<w:tc>${paragraph('before')}${wordTable(...inner(wordCell))}${paragraph('after')}</w:tc>`, wordCell('c')],
    [wordCell('d'), `<w:tc>${line}</w:tc>`, wordCell('f')],
  );
  const odt = openTable(
    [
      openCell('a'),
      `<table:table-cell><text:p>before</text:p>${openTable(...inner(openCell))}<text:p>after</text:p></table:table-cell>`,
      openCell('c'),
    ],
    [openCell('d'), openCell('two<text:line-break/>lines<text:tab/>tab'), openCell('f')],
  );
  for (const document of [docxOf(docx), openDocumentOf('text', odt)]) {
    assert.equal(await textIn(document), 'a\tbefore n11 n12 n21 n22 after\tc\nd\ttwo lines tab\tf\n');
    assert.deepEqual((await structureIn(document)).tables.map(cells), [
      [
        ['a', 'before after', 'c'],
        ['d', 'two\nlines tab', 'f'],
      ],
      [
        ['n11', 'n12'],
        ['n21', 'n22'],
      ],
    ]);
  }
});

test('a table in a cell of an RTF is one of its own, and what is merged downwards stands in each row', async () => {
  const edges = '\\cellx1000\\cellx2000\\cellx3000';
  const cell = (text: string): string => `\\pard\\intbl ${text}\\cell`;
  const nested = (text: string, level = 2): string => `\\pard\\intbl\\itap${level} ${text}\\nestcell`;
  const nestedEnd = '{\\*\\nesttableprops\\trowd\\cellx300\\cellx600\\nestrow}{\\nonesttables\\par}';
  const inner = `\\pard\\intbl before\\par ${nested('n11')}${nested('n12')}${nestedEnd}${nested('n21')}${nested('n22')}${nestedEnd}\\pard\\intbl after\\cell`;
  const rows = [
    `\\trowd\\trhdr${edges}${cell('x')}${cell('y')}${cell('z')}\\row`,
    `\\trowd\\clvmgf${edges}${cell('a')}${inner}${cell('c')}\\row`,
    `\\trowd\\clvmrg${edges}${cell('')}${cell('b')}${cell('d')}\\row`,
  ];
  const rtf = Buffer.from(`{\\rtf1\\ansi ${rows.join('')}\\pard end\\par}`);
  assert.equal(await textIn(rtf), 'x\ty\tz\na\tbefore n11 n12 n21 n22 after\tc\n\tb\td\nend\n');
  const [outer, ...others] = (await structureIn(rtf)).tables;
  assert.deepEqual(cells(outer), [
    ['x', 'y', 'z'],
    ['a', 'before after', 'c'],
    ['a', 'b', 'd'],
  ]);
  assert.deepEqual(
    [outer?.headings, others.map(cells)],
    [
      1,
      [
        [
          ['n11', 'n12'],
          ['n21', 'n22'],
        ],
      ],
    ],
  );
});
