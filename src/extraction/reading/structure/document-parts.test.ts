import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docxOf, openDocumentOf, paragraph } from '../../../../test/harness/documents/office-documents.ts';
import type { ExtractedText } from '../../../contract/extraction.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import { readDocument } from '../read-document.ts';

async function read(content: string | Buffer): Promise<ExtractedText> {
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: null, content: Buffer.from(content), options, progress: () => {}, recognize: async () => null });
  return found.ok ? found.value : assert.fail(found.reason);
}

const listed = `• First\n  • nested\n• Second\n3. One\n4. Two\n`;
const code = 'def tide(h):\n    if h > 4:\n        return 1\n';
const items = [
  ['First', 0, null],
  ['nested', 1, null],
  ['Second', 0, null],
  ['One', 0, 3],
  ['Two', 0, 4],
];

function isFound({ text, structure }: ExtractedText): void {
  assert.equal(text.slice(text.indexOf('•'), text.indexOf('Plain')), listed + code);
  assert.deepEqual(
    structure?.lists.flatMap((list) => list.items.map((item) => [item.text, item.level, item.number])),
    items,
  );
  assert.deepEqual(structure?.code, [{ language: null, name: null, code, offset: text.indexOf('def') }]);
  assert.deepEqual(
    structure?.links.map(({ value, label }) => [value, label]),
    [['https://a.example/', 'a link']],
  );
  assert.deepEqual(structure?.keyValues, []);
}

test('lists, code and links of a DOCX are found, and its text has bullets and numbers', async () => {
  const styled = (style: string, text: string, list = ''): string =>
    paragraph(text).replace('<w:p>', `<w:p><w:pPr><w:pStyle w:val="${style}"/>${list}<w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>`);
  const item = (text: string, level: number, numbering: number): string =>
    styled('Body', text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numbering}"/></w:numPr>`);
  const level = (at: number, format: string): string => `<w:lvl w:ilvl="${at}"><w:start w:val="3"/><w:numFmt w:val="${format}"/></w:lvl>`;
  const numberings = ['bullet', 'decimal'].map(
    (format, at) => `<w:abstractNum w:abstractNumId="${at}">${level(0, format)}${level(1, format)}</w:abstractNum>`,
  );
  const numbers = [0, 1].map((at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`);
  const style = (id: string, name: string, list: string): string => `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${list}</w:style>`;
  const body = `${styled('Heading1', 'Heading')}${item('First', 0, 1)}${item('nested', 1, 1)}${styled('Bullets', 'Second')}${item('One', 0, 2)}${item('Two', 0, 2)}
    ${code
      .trimEnd()
      .split('\n')
      .map((line) => styled('Pre', line))
      .join('')}${styled('Body', 'Plain text')}`;
  const external = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
  const file = docxOf(body, [
    { name: 'word/numbering.xml', content: `<w:numbering>${numberings.join('')}${numbers.join('')}</w:numbering>` },
    {
      name: 'word/styles.xml',
      content: `<w:styles>${style('Heading1', 'heading 1', '<w:numId w:val="2"/>')}${style('Bullets', 'List Bullet', '<w:numId w:val="1"/>')}${style('Pre', 'HTML Preformatted', '')}</w:styles>`,
    },
    { name: 'word/header.xml', content: `<w:hdr><w:hyperlink r:id="r1">${paragraph('a link')}</w:hyperlink></w:hdr>` },
    {
      name: 'word/_rels/header.xml.rels',
      content: `<Relationships><Relationship Id="r1" Type="${external}" Target="https://a.example/" TargetMode="External"/></Relationships>`,
    },
  ]);
  isFound(await read(file));
});

test('lists, code and links of an ODT are found, and its text has bullets and numbers', async () => {
  const styles = `<office:styles><text:list-style style:name="L1"><text:list-level-style-bullet text:level="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>
    <text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>
    <text:list-style style:name="L3"><text:list-level-style-number text:level="1" style:num-format=""/></text:list-style></office:styles>`;
  const item = (text: string, further = ''): string => `<text:list-item><text:p>${text}</text:p>${further}</text:list-item>`;
  const list = (style: string, content: string): string => `<text:list text:style-name="${style}">${content}</text:list>`;
  const lines = code.trimEnd().replaceAll('>', '&gt;').split('\n');
  const pre = lines.map((line) => {
    const blanks = line.length - line.trimStart().length;
    return `<text:p text:style-name="P1"><text:s text:c="${blanks || 1}"/>${line.trimStart()}</text:p>`.replace(
      blanks === 0 ? '<text:s text:c="1"/>' : '',
      '',
    );
  });
  const body = `${list('L3', item('no marker'))}${list('L1', `${item('First', `<text:list>${item('nested')}</text:list>`)}${item('Second')}`)}
    ${list('L2', `${item('One').replace('<text:list-item>', '<text:list-item text:start-value="3">')}${item('Two')}`)}
    <style:style style:name="P1" style:parent-style-name="Preformatted_20_Text"/>${pre.join('')}
    <text:p>Plain <text:a xlink:href="https://a.example/">a link</text:a></text:p>`;
  isFound(
    await read(
      openDocumentOf('text', body, [{ name: 'styles.xml', content: `<office:document-styles>${styles}</office:document-styles>` }]),
    ),
  );
});

test('lists, code and links of an RTF are found, and its text has bullets and numbers', async () => {
  const styled = (style: number, text: string): string => `\\pard\\plain \\s${style} ${text.replaceAll(/[{}]/g, '\\$&')}\\par\n`;
  // Word writes the marker before the properties of its paragraph, and a symbol of a font of its own for a bullet.
  const item = (text: string, level: number, marker: string): string =>
    `{\\listtext\\pard\\plain\\f1 ${marker}\\tab}\\pard\\plain \\s1\\fi-360\\ilvl${level}\\ls1 ${text}\\par\n`;
  const list = [item('First', 0, "\\'b7"), item('nested', 1, 'o'), item('Second', 0, "\\'95"), item('One', 0, '3.'), item('Two', 0, '4.')];
  const pre = code
    .trimEnd()
    .split('\n')
    .map((line) => styled(2, line));
  const link = '{\\field{\\*\\fldinst {\\rtlch HYPERLINK "https://a.example/" }{{\\*\\datafield 00}}}{\\fldrslt {\\ul a }link}}';
  const styles = '{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 Code name;}{\\*\\cs3 Code;}{\\s2\\sbasedon0\\snext2 Preformatted Text;}}';
  isFound(await read(`{\\rtf1\\ansi${styles.replace('Code name', 'Body')}${list.join('')}${pre.join('')}\\pard Plain ${link} end\\par}`));
});

test('in an RTF what stands behind merged cells is in its column, and a field that is no link leads nowhere', async () => {
  const row = (edges: readonly string[], cells: readonly string[]): string =>
    `\\trowd${edges.map((edge) => `\\cellx${edge}`).join('')}${cells.map((cell) => `\\pard\\intbl ${cell}\\cell`).join('')}\\row\n`;
  const { text, structure } = await read(
    `{\\rtf1\\ansi before\\par ${row(['2000', '3010'], ['{\\b Height}', 'Day'])}${row(
      ['1000', '2000', '3000'],
      ['Husum\\par Nord', '4.2', 'Mon{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}'],
    )}${row(['1000', '2000', '3000'], ['', '{\\field{\\*\\fldinst HYPERLINK "https://a.example/"}{\\fldrslt 4.0}}', 'Tue'])}\\pard after\\tab text\\par\\trowd\\pard none\\par}`,
  );
  assert.equal(text, 'before\nHeight\t\tDay\nHusum Nord\t4.2\tMon1\n\t4.0\tTue\nafter\ttext\nnone\n');
  assert.deepEqual(
    structure?.links.map(({ value, label }) => [value, label]),
    [['https://a.example/', '4.0']],
  );
});

test('a table of an RTF that never ends is given, whatever its cells say of their edges', async () => {
  const { text } = await read(`{\\rtf1 ${'\\trowd\\cellx9\\cellx2000000000\\cellx-5\\cell a\\cell\\row'.repeat(60_000)}`.concat('}'));
  assert.equal(text.split('\n').length, 60_001);
  for (const unit of ['\\cell ', '\\row ', '\\trowd ', '\\cellx1 ', '{\\listtext a}', '{\\*\\fldinst a}', '{\\fldrslt a}']) {
    const begunMs = performance.now();
    await read(`{\\rtf1 ${unit.repeat(100_000)}}`);
    assert.ok(performance.now() - begunMs < 5_000, unit);
  }
});

test('a paragraph of an RTF that is outside of a table ends its last row, and a note in a cell does not', async () => {
  const cells = '\\trowd\\cellx1000\\cellx2000\\pard\\intbl a\\cell b\\cell ';
  for (const [rtf, expected] of [
    [`${cells}\\pard First\\par Second\\par`, 'a\tb\nFirst\nSecond\n'],
    [`${cells}c\\pard {\\listtext 1.\\tab}First\\par Second\\par`, 'a\tb\tc\n1. First\nSecond\n'],
    ['\\trowd a\\cell b\\cell \\pard First\\par Second\\par', 'a\tb\nFirst\nSecond\n'],
    [`${cells}\\pard  \\intbl c\\cell\\row after\\par`, 'a\tb\tc\nafter\n'],
    ['\\trowd\\pard\\intbl a{\\footnote \\pard note\\par}\\cell b\\cell\\row', 'a\tb\n\nnote\n'],
  ] as const)
    assert.equal((await read(`{\\rtf1\\ansi ${rtf}}`)).text, expected);
});

test('an RTF with more cells in a row than are read is cut there, and what stands behind the row is read', async () => {
  for (const [cells, isCut] of [
    [1_000, false],
    [1_001, true],
  ] as const) {
    const { text, ...found } = await read(`{\\rtf1 \\trowd\\pard\\intbl ${'a\\cell '.repeat(cells)}\\row\\pard after\\par}`);
    assert.deepEqual([text, found.isCut], [`${Array(1_000).fill('a').join('\t')}\nafter\n`, isCut]);
  }
});

test('items of a list in RTF are no rows of a table', async () => {
  const item = (text: string): string => `{\\listtext \\'95\\tab}${text}\\par `;
  const { text, structure } = await read(`{\\rtf1\\ansi ${item('First')}${item('Second')}a\\tab b\\par}`);
  assert.equal(text, '• First\n• Second\na\tb\n');
  assert.deepEqual(
    [structure?.lists[0]?.items.length, structure?.tables.flatMap(({ rows }) => rows.flat().map((cell) => cell.text)).includes('•')],
    [2, false],
  );
});

test('lines of code that only end in a colon are no names', async () => {
  const { structure } = await read('def tide(h):\nif h > 4:\nreturn "high"\n');
  assert.deepEqual(structure?.keyValues, []);
});

const apart = `One\n\nTwo\n\n\nThree\nbox\n`;
const spaced = 'a = 1\n\n\tb()\n\n\nc = 2\n';

function isSpaced({ text, structure }: ExtractedText): void {
  assert.equal(text, apart + spaced);
  assert.deepEqual(
    structure?.code.map((block) => block.code),
    [spaced],
  );
}

test('an empty paragraph of a DOCX is an empty line, of which two stay; one that was deleted, and one with a box in it, is none', async () => {
  const pre = (runs: string): string => `<w:p><w:pPr><w:pStyle w:val="PreformattedText"/></w:pPr><w:r>${runs}</w:r></w:p>`;
  const line = (text: string): string => `<w:t>${text}</w:t>`;
  const deleted = '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>';
  const empty = '<w:p/>';
  const body = `${empty}${paragraph('One')}${deleted}${empty}${paragraph('Two')}${empty.repeat(5)}${paragraph('Three')}<w:p><w:r>${paragraph('box')}</w:r></w:p>
    ${pre(line('a = 1'))}${pre('')}${pre(`<w:tab/>${line('b()')}<w:br/><w:br/><w:br/>${line('c = 2')}`)}${empty}`;
  isSpaced(await read(docxOf(body)));
  const cell = `<w:tc>${paragraph('a')}${empty}${empty}${paragraph('b')}</w:tc>`;
  assert.equal((await read(docxOf(`<w:tbl><w:tr>${cell}${cell}</w:tr></w:tbl>`))).text, 'a b\ta b\n');
});

test('an empty paragraph of an ODT is an empty line, of which two stay', async () => {
  const pre = (content: string): string => `<text:p text:style-name="Preformatted_20_Text">${content}</text:p>`;
  const [empty, br] = ['<text:p/>', '<text:line-break/>'];
  const body = `${empty}<text:p>One</text:p>${empty}<text:h>Two</text:h>${empty.repeat(5)}<text:p>Three</text:p><text:p><text:p>box</text:p></text:p>
    ${pre('a = 1')}${pre('')}${pre(`<text:tab/>b()${br.repeat(3)}c = 2`)}${empty}`;
  isSpaced(await read(openDocumentOf('text', body)));
  const slide = `<draw:page>${empty}<text:p>First</text:p>${empty}<text:p>note</text:p></draw:page>`;
  assert.equal((await read(openDocumentOf('presentation', slide))).text, 'First\nnote\n');
});

test('an empty paragraph of an RTF is an empty line, of which two stay', async () => {
  const rtf = String.raw`{\rtf1{\stylesheet{\s7 Preformatted Text;}}\par One\par\par Two\par\par\par\par\par Three\par box\par\pard\s7 a = 1\par\par\tab b()\line\line\line c = 2\par\par}`;
  isSpaced(await read(rtf));
});

test('a heading with a number is no item of a list', async () => {
  const lines = ['1. Tides', 'Plain', '2. Actions', '1. Measure', '2. Print', '3. Code', '4. Notes'];
  const isHeading = (line: string): boolean => /Tides|Actions|Code|Notes/.test(line);
  const word = lines.map((line) =>
    paragraph(line).replace(
      '<w:p>',
      `<w:p><w:pPr><w:pStyle w:val="${line.endsWith('Notes') ? 'Kop' : isHeading(line) ? 'Heading2' : 'TextBody'}"/></w:pPr>`,
    ),
  );
  const styles = '<w:styles><w:style w:styleId="Kop"><w:name w:val="Kop"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>';
  const open = lines.map((line) => (isHeading(line) ? `<text:h>${line}</text:h>` : `<text:p>${line}</text:p>`));
  const rich = lines.map((line) => String.raw`\pard${isHeading(line) ? String.raw`\s2` : ''} ${line}\par`);
  const documents = [
    docxOf(word.join(''), [{ name: 'word/styles.xml', content: styles }]),
    openDocumentOf('text', open.join('')),
    String.raw`{\rtf1{\stylesheet{\s2 heading 2;}}${rich.join('')}}`,
  ];
  for (const document of documents) {
    const { text, structure } = await read(document);
    assert.equal(text, `${lines.join('\n')}\n`);
    assert.deepEqual(
      structure?.lists.map(({ items: all }) => all.map((item) => item.text)),
      [['Measure', 'Print']],
    );
  }
});
