import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pdfOf, streamOf } from '../../../../test/harness/documents/pdf-documents.ts';
import { extractionOptions } from '../../../contract/extraction.ts';
import { readDocument } from '../read-document.ts';
import { blocksOf, isCode } from './pdf-fixed-pitch.ts';

type Piece = readonly [font: 'F1' | 'F2', column: number, text: string];

/** Each piece is on a line of its own, or with others on one; a column is 6 points wide, as a sign of Courier (F1) is in 10 points. */
async function read(lines: readonly (Piece | readonly Piece[])[]) {
  const shown = lines.flatMap((line, at) =>
    (typeof line[0] === 'string' ? [line as Piece] : (line as readonly Piece[])).map(([font, column, text]) =>
      shownAt(60 + column * 6, 700 - at * 12, text, font),
    ),
  );
  return readContent(shown.join(' '));
}

const shownAt = (left: number, base: number, text: string, font = 'F1'): string =>
  `/${font} 10 Tf 1 0 0 1 ${left} ${base} Tm (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj`;

async function readContent(content: string) {
  const pdf = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[5 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents 6 0 R>>',
    streamOf(`BT ${content} ET`),
  ]);
  const options = extractionOptions.parse({ structure: true });
  const found = await readDocument({ path: null, content: pdf, options, progress: () => {}, recognize: async () => null });
  assert.ok(found.ok);
  return { text: found.value.text, code: (found.value.structure?.code ?? []).map(({ code }) => code) };
}

const code: readonly Piece[] = [
  ['F1', 0, 'class A:'],
  ['F1', 4, 'def f(self):'],
  ['F1', 8, 'if self.x:'],
  ['F1', 12, 'return [1,   2]  # mm'],
];
const shownCode = 'class A:\n    def f(self):\n        if self.x:\n            return [1,   2]  # mm\n';

test('lines in a font of equally wide signs keep their indents and gaps, and are found as code', async () => {
  assert.deepEqual(await read([['F2', 0, 'How the tide is waited for'], ...code, ['F2', 0, 'And so on, as before.']]), {
    text: `How the tide is waited for\n${shownCode}And so on, as before.\n`,
    code: [shownCode],
  });
  const indented = [
    ['F1', 4, 'wait(tide)'],
    ['F1', 0, 'm = turn(tide)'],
  ] as const;
  assert.deepEqual(await read(indented), { text: '    wait(tide)\nm = turn(tide)\n', code: ['    wait(tide)\nm = turn(tide)\n'] });
});

test('where a piece of a line stands is kept, however it is written into the file', async () => {
  const { text } = await read([
    [
      ['F1', 0, 'const a = 1;'],
      ['F1', 20, '// mean'],
    ],
    ['F1', 0, 'const long = 22;    // low'],
  ]);
  assert.equal(text, 'const a = 1;        // mean\nconst long = 22;    // low\n');
});

test('in any other font, what stands further right is no indent', async () => {
  const { text, code: found } = await read([
    ['F2', 0, 'class A:'],
    ['F2', 4, 'def f(self): minimum'],
    ['F2', 0, '2026'],
    ['F2', 3, '1111'],
  ]);
  assert.doesNotMatch(text, / {2}|^ /m);
  assert.deepEqual(found, []);
});

test('the space between signs is no blank, and hides none, however wide it is', async () => {
  const prose = [
    'The tide is waited for at the pier by Mr Miller.',
    'Methods: waiting, watching, and writing all of it',
    'down. m = 1, i = 2',
  ];
  for (const spacing of ['-0.6 Tc', '-0.3 Tc', '-0.1 Tc', '0.1 Tc', '0.3 Tc', '0.75 Tc', '1.3 Tw', '2 Tw', '5.8 Tw', '-1.2 Tw']) {
    const { text } = await readContent(`${spacing} ${prose.map((line, at) => shownAt(60, 700 - at * 12, line)).join(' ')}`);
    assert.equal(text, `${prose.join('\n')}\n`, spacing);
  }
  for (const spacing of [-0.6, -0.3, -0.1, 0.1, 0.3, 0.75]) {
    const lines = code.map(([, column, line], at) => shownAt(60 + column * (6 + spacing), 700 - at * 12, line));
    assert.equal((await readContent(`${spacing} Tc ${lines.join(' ')}`)).text, shownCode, `${spacing}`);
    const blanks = code.map(([, column, line], at) => shownAt(60, 700 - at * 12, `${' '.repeat(column)}${line}`));
    assert.equal((await readContent(`${spacing} Tc ${blanks.join(' ')}`)).text, shownCode, `blanks of the file, ${spacing}`);
  }
  const gap = 'const minimum = 1;                    // mean';
  const spaced = await readContent(`${shownAt(60, 700, gap)} 0.75 Tc ${shownAt(60, 688, gap)}`);
  assert.equal(spaced.text, `${gap}\n${gap}\n`, 'another space in each line');
});

test('signs that a program sets apart in wider columns are one word, and their indents are right far to the right', async () => {
  // As LaTeX does: columns of 7.2 points, the signs of each word nearer to each other and in the middle of their columns.
  const lineOf = (base: number, line: string): string => {
    const places = [...line.matchAll(/\w+|[^\w ]/g)].flatMap(({ 0: word, index }) => {
      const space = (word.length * 1.2) / (word.length + 1);
      return [...word].map((sign, at) => ({ sign, left: 60 + index * 7.2 + space + at * (6 + space) }));
    });
    // Thousandths of the 10 points of the font, to the left.
    const shown = places.map(
      ({ sign, left }, at) => `(${sign.replaceAll(/[()]/g, '\\$&')}) ${-100 * ((places[at + 1]?.left ?? left + 6) - left - 6)}`,
    );
    return `/F1 10 Tf 1 0 0 1 ${places[0]?.left} ${base} Tm [${shown.join(' ')}] TJ`;
  };
  const lines = [
    'class Pier:',
    '        def wait(self):',
    '                        if self.open: return   "mm"',
    `wait(high);${' '.repeat(34)}// mm`,
  ];
  const { text } = await readContent(lines.map((line, at) => lineOf(700 - at * 12, line)).join(' '));
  assert.equal(text, `${lines.join('\n')}\n`);
});

test('blanks that a line begins with are so many as are in the file, also in another size', async () => {
  const lines = ['for (i = 0; i < m; i += 1) {', 'wait(i);', '}'].map((line, at) =>
    at === 1 ? `${shownAt(60, 688, '    ').replace('10 Tf', '12 Tf')} ${shownAt(88.8, 688, line)}` : shownAt(60, 700 - at * 12, line),
  );
  assert.equal((await readContent(lines.join(' '))).text, 'for (i = 0; i < m; i += 1) {\n    wait(i);\n}\n');
});

test('a line far below, a footer and what is above again are no part of the code before them', async () => {
  const at = (left: number, top = 700): string =>
    code.map(([, column, line], nth) => shownAt(left + column * 6, top - nth * 12, line)).join(' ');
  const own = shownCode.trimEnd();
  for (const [footer, shown] of [
    [shownAt(60, 60, 'mm 7'), 'mm 7'],
    [shownAt(60, 700 - 3 * 12 - 30, 'mm 7'), 'mm 7'],
    [shownAt(300, 700 - 8 * 12, 'mm 7'), 'mm 7'],
    [at(60), own],
  ] as const)
    assert.equal((await readContent(`${at(100)} ${footer}`)).text, `${own}\n${shown}\n`);
  const alone = `${shownAt(100, 700, 'm = wait(i)')} ${shownAt(60, 60, '7')}`;
  assert.equal((await readContent(alone)).text, 'm = wait(i)\n7\n', 'of two lines, too');
});

test('empty lines within code are given back', async () => {
  const lines = ['import tides', '', '', 'def f(m):', '    i = 1', '', '    return i', '', 'f(1)', 'f(2)'];
  for (const high of [10.5, 12, 24]) {
    const shown = lines.flatMap((line, at) => (line === '' ? [] : shownAt(60 + line.search(/\S/) * 6, 700 - at * high, line.trimStart())));
    assert.equal((await readContent(shown.join(' '))).text, `${lines.join('\n')}\n`, `${high}`);
  }
});

test('a page with a font of its own for each line is compared with few of them', () => {
  const signs = [...'im'].map((sign, at) => ({ code: sign.charCodeAt(0), left: at * 6, between: null }));
  const lines = Array.from({ length: 40 }, (_, at) => ({
    from: at * 3,
    to: at * 3 + 2,
    width: 5 + at / 4,
    isProven: true,
    base: -at * 12,
    signs,
    lead: null,
  }));
  assert.equal(blocksOf(lines).length, 16);
});

test('a letter from a typewriter is no code', async () => {
  const letter = ['Dear Mrs Miller,', 'the tide is in at noon; we wait', 'for it at the pier in Husum.', 'Yours, Ann'];
  const { text, code: found } = await read(letter.map((line) => ['F1', 0, line]));
  assert.equal(text, `${letter.join('\n')}\n`);
  assert.deepEqual(found, []);
});

test('code is told by its signs, in several languages', () => {
  for (const block of [
    'for (let i = 0; i < 3; i += 1) {\n  wait(i);\n}',
    '#include <stdio.h>\nint main(void) {\n  return 0;\n}',
    'SELECT name FROM tides;\nUPDATE tides SET high = 1;',
    'fn main() {\n    println!("x");\n}',
  ])
    assert.equal(isCode(block), true, block);
  for (const block of ['wait(tide)', 'High water  12:10\nLow water   18:22', 'one line of text\nanother line of it'])
    assert.equal(isCode(block), false, block);
});

test('two blanks stay two where every gap of a line has them, and one sign out of its place joins no others', async () => {
  const rows = ['id  name  size', 'main.c  util.c  mw.h', 'aa  bb  cc  dd'];
  const { text } = await read(rows.map((row): Piece => ['F1', 0, row]));
  assert.equal(text, `${rows.join('\n')}\n`);
  const off = `${shownAt(60, 676, 'y =  22;')} ${shownAt(60 + 15 * 6 + 2.2, 676, '//  mi')}`;
  const lines = [shownAt(60, 700, 'if (mw) {'), shownAt(84, 688, 'x = 1;'), off];
  assert.equal((await readContent(lines.join(' '))).text, 'if (mw) {\n    x = 1;\ny =  22;       //  mi\n');
});
