import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { xlsxOf } from '../../../test/harness/documents/office-documents.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';

const hub = path.join(import.meta.dirname, '../../../bin/hub.ts');

interface Ran {
  readonly status: number | null;
  readonly printed: string;
  readonly complained: string;
}

const notes = `Name: Anna
City: Husum

**../../outside/app.ts**
\`\`\`ts
const a = 1;
\`\`\`

| Place | Height | Note |
|---|--:|---|
| Husum | 4,2 | =1+1 |

Due 03/04/2026 or 26. November 2026: 5 €
`;

/** In a folder with a Markdown file and an XLSX. No Hub runs. */
function rig(t: TestContext): { readonly folder: string; readonly run: (words: readonly string[], input?: string) => Ran } {
  const folder = temporaryHome(t);
  writeFileSync(path.join(folder, 'notes.md'), notes);
  const row = '<row><c t="inlineStr"><is><t>no</t></is></c><c t="inlineStr"><is><t>height</t></is></c></row>';
  writeFileSync(path.join(folder, 'tides.xlsx'), xlsxOf(`${row}<row><c t="inlineStr"><is><t>007</t></is></c><c><v>4.2</v></c></row>`));
  const env = { ...process.env, HUB_HOME: path.join(folder, 'home'), LC_ALL: 'C.UTF-8' };
  return {
    folder,
    run: (words, input = '') => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [hub, 'structure', ...words], { cwd: folder, env, input });
      return { status, printed: stdout.toString(), complained: stderr.toString() };
    },
  };
}

test('what was found is Markdown, with a heading for each kind unless one is asked for', (t) => {
  const { run } = rig(t);
  const { status, printed, complained } = run(['notes.md']);
  assert.deepEqual([status, complained], [0, '']);
  assert.deepEqual(
    printed.split('\n').filter((line) => line.startsWith('## ')),
    ['## Tables', '## Names and values', '## Code', '## Dates', '## Amounts'],
  );
  assert.equal(run(['--kind', 'dates', 'notes.md']).printed, '- 03/04/2026: 2026-04-03 | 2026-03-04\n- 26. November 2026: 2026-11-26\n');
  assert.equal(run(['--kind', 'code', '-'], notes).printed, '```ts title="app.ts"\nconst a = 1;\n```\n');
});

test('as CSV or TSV the tables are printed, and formulas are made harmless unless they are wanted', (t) => {
  const { run } = rig(t);
  assert.equal(run(['--as', 'csv', 'notes.md']).printed, 'Place,Height,Note\r\nHusum,"4,2",\'=1+1\r\n');
  assert.equal(run(['--as', 'tsv', '--exact', 'notes.md']).printed, 'Place\tHeight\tNote\r\nHusum\t4,2\t=1+1\r\n');
  assert.equal(
    run(['--as', 'csv', '--kind', 'amounts', 'notes.md']).printed,
    `amount,currency,candidates,text,offset\r\n5,EUR,,5 €,${notes.indexOf('5 €')}\r\n`,
  );
});

test('the quick settings decide what nothing else says, and a broken document of them nothing', (t) => {
  const { folder, run } = rig(t);
  const document = path.join(folder, 'home/config/quick-settings/structured-text.json');
  mkdirSync(path.dirname(document), { recursive: true });
  writeFileSync(document, JSON.stringify({ form: 'tsv', exact: true }));
  assert.equal(run(['notes.md']).printed, 'Place\tHeight\tNote\r\nHusum\t4,2\t=1+1\r\n');
  assert.match(run(['--as', 'markdown', '--kind', 'code', 'notes.md']).printed, /^```ts/);
  writeFileSync(document, JSON.stringify({ kinds: { tables: false, key_values: false, code: false, amounts: false } }));
  const chosen = run(['notes.md']);
  assert.match(chosen.printed, /^## Dates\n/);
  assert.match(
    chosen.complained,
    /^hub: notes\.md: tables,[\w,-]*code[\w,-]* were left out because of your quick settings; use --kind tables,/,
  );
  const separated = run(['--as', 'csv', 'notes.md']);
  assert.match(separated.printed, /^date,/);
  assert.doesNotMatch(separated.printed, /Place,Height/);
  assert.match(separated.complained, /^hub: notes\.md: tables,[\w,-]* were left out because of your quick settings/);
  assert.equal(run(['--kind', 'dates', 'notes.md']).complained, '', 'who names kinds knows what is left out');
  assert.equal(JSON.parse(run(['--json', 'notes.md']).printed).tables.length, 1, 'a program gets all of it');
  const names = ['tables', 'key_values', 'lists', 'code', 'links', 'addresses', 'dates', 'amounts'];
  writeFileSync(document, JSON.stringify({ kinds: Object.fromEntries(names.map((name) => [name, false])) }));
  assert.match(run(['notes.md']).printed, /^## Tables/, 'with none left, all are found');
  writeFileSync(document, '{');
  assert.match(run(['notes.md']).printed, /^## Tables/);
});

test('as JSON each cell has its type and its value', (t) => {
  const { run } = rig(t);
  const found = JSON.parse(run(['--json', '--kind', 'tables', 'tides.xlsx']).printed);
  assert.deepEqual(found.tables[0].rows[1], [
    { text: '007', type: 'text' },
    { text: '4.2', type: 'number', value: 4.2 },
  ]);
  assert.deepEqual(Object.keys(found), ['path', 'format', 'pages', 'pagesWithoutText', 'isCut', 'tables']);
  const several = JSON.parse(run(['--as', 'json', 'notes.md', 'gone.md']).printed);
  assert.deepEqual(
    several.map((one: Record<string, unknown>) => one.error ?? one.format),
    ['text', 'not_found'],
  );
});

test('of several each has a heading, and one that cannot be read does not keep the others from it', (t) => {
  const { run } = rig(t);
  const { status, printed, complained } = run(['--as', 'csv', 'gone.md', 'tides.xlsx']);
  assert.deepEqual([status, printed], [1, '==> tides.xlsx <==\nno,height\r\n007,4.2\r\n']);
  assert.match(complained, /^hub: gone\.md: there is no such file/);
  assert.deepEqual(run(['-'], 'only prose'), {
    status: 0,
    printed: '',
    complained: 'hub: standard input: none of these kinds was found\n',
  });
});

test('with --save tables and code are files with safe names in the folder, and nothing is overwritten', (t) => {
  const { run, folder } = rig(t);
  const out = path.join(folder, 'out');
  assert.equal(
    run(['--save', 'out', 'notes.md', 'tides.xlsx']).printed,
    '==> notes.md <==\nout/notes-table-1.csv\nout/app.ts\n==> tides.xlsx <==\nout/tides-Tides.csv\n',
  );
  assert.equal(readFileSync(path.join(out, 'app.ts'), 'utf8'), 'const a = 1;\n');
  writeFileSync(path.join(out, 'app.ts'), 'mine');
  assert.equal(run(['--save', 'out', '--kind', 'code', 'notes.md']).printed, 'out/app (2).ts\n');
  assert.equal(readFileSync(path.join(out, 'app.ts'), 'utf8'), 'mine');
  // A link with the name of a block is not followed.
  const linked = path.join(folder, 'linked');
  mkdirSync(linked);
  symlinkSync(path.join(folder, 'victim'), path.join(linked, 'app.ts'));
  assert.equal(run(['--save', 'linked', '--kind', 'code', 'notes.md']).status, 0);
  assert.deepEqual(readdirSync(folder).toSorted(), ['linked', 'notes.md', 'out', 'tides.xlsx']);
  assert.equal(run(['--save', 'notes.md/out', 'notes.md']).status, 1);
});

test('with --save a kind that is no file is said not to be saved, and is wrong usage alone', (t) => {
  const { run, folder } = rig(t);
  const { status, complained } = run(['--save', 'out', '--kind', 'links,dates', 'notes.md']);
  assert.deepEqual([status, complained.includes('--save writes tables and code')], [2, true]);
  assert.deepEqual(readdirSync(folder).toSorted(), ['notes.md', 'tides.xlsx']);
  assert.deepEqual(run(['--save', 'out', '--kind', 'code,dates', 'notes.md']), {
    status: 0,
    printed: 'out/app.ts\n',
    complained: 'hub: only tables and code are saved, not: dates\n',
  });
});

test('blocks with hostile names stay in the folder', (t) => {
  const { run, folder } = rig(t);
  const names = ['/etc/cron.d/x.sh', '..\\..\\evil.ps1', 'con.txt', '.bashrc', 'desktop.ini', `${'a'.repeat(200)}.py`];
  const text = names.map((name) => `\`\`\`sh title="${name}"\nx\n\`\`\`\n`).join('\n');
  const { status, printed } = run(['--save', 'out', '-'], text);
  assert.equal(status, 0);
  const saved = readdirSync(path.join(folder, 'out'));
  assert.equal(saved.length, names.length);
  assert.equal(printed.trimEnd().split('\n').length, names.length);
  assert.deepEqual(readdirSync(folder).toSorted(), ['notes.md', 'out', 'tides.xlsx']);
  for (const unsafe of ['con.txt', 'desktop.ini']) assert.ok(!saved.includes(unsafe), unsafe);
});

test('unknown kinds and forms are wrong usage', (t) => {
  const { run } = rig(t);
  for (const words of [
    ['--kind', 'prose'],
    ['--as', 'xml'],
    ['--json', '--as', 'csv'],
    ['-', '-'],
  ])
    assert.equal(run([...words, 'notes.md']).status, 2, words.join(' '));
  assert.equal(run(['--lang', 'klingon', 'notes.md']).status, 2);
});

test('a table that was cut does not look whole: as CSV it ends with status 1, and as Markdown it is said', (t) => {
  const { run, folder } = rig(t);
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at},tide`).join('\n');
  writeFileSync(path.join(folder, 'many.csv'), `no,what\n${rows}\n`);
  const cut = run(['--as', 'csv', 'many.csv']);
  assert.equal(cut.status, 1);
  assert.match(cut.complained, /^hub: many\.csv: output truncated: at most 100,000 table cells and 10,000 items/);
  assert.match(cut.printed, /^no,what\r\n0,tide\r\n/);
  const markdown = run(['--as', 'markdown', '--kind', 'tables', 'many.csv']);
  assert.deepEqual([markdown.status, /output truncated/.test(markdown.complained)], [0, true]);
  assert.equal(run(['--save', 'out', 'many.csv']).status, 1);
});

test('links are written as they stand in the text, unless Markdown would not take them', (t) => {
  const { run, folder } = rig(t);
  writeFileSync(path.join(folder, 'links.txt'), 'https://例え.jp/パス and http://evil and www.tides.example, HTTP://A.example/(b)\n');
  assert.equal(
    run(['--kind', 'links', 'links.txt']).printed,
    '- <https://例え.jp/パス>\n- <http://evil>\n- <https://www.tides.example>\n- <http://a.example/(b)>\n',
  );
});
