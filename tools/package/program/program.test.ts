import assert from 'node:assert/strict';
import { readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { filesIn, put, settle } from './folder.ts';
import { isLeftOut } from './left-out.ts';
import { licenceText } from './licence-texts.ts';
import { runtimePackages } from './runtime-packages.ts';
import { sourceDate } from './source-date.ts';
import { packageFile } from './stage.ts';
import { toJavaScript } from './to-javascript.ts';

const root = path.join(import.meta.dirname, '../../..');

test('a source becomes JavaScript that names the JavaScript of the sources it names, and nothing else', () => {
  const sources = new Set(['src/a/b.ts', 'src/a/c-thread.ts', 'src/processes/core/main.ts']);
  const code = `import { b } from './b.ts';\nconst lost: string = 'nothing.ts';\nnew URL('c-thread.ts', x);\nconst row = { program: 'core/main.ts' };\nf('.ts');\n`;
  assert.equal(
    toJavaScript(code, 'src/a/d.ts', (file) => sources.has(file)),
    `import { b } from './b.js';\nconst lost         = 'nothing.ts';\nnew URL('c-thread.js', x);\nconst row = { program: 'core/main.js' };\nf('.ts');\n`,
  );
});

test('every source of the program that another one names is named as JavaScript', () => {
  const sources = new Set(
    ['bin', 'src']
      .flatMap((part) => filesIn(path.join(root, part)).map((name) => `${part}/${name}`))
      .filter((name) => name.endsWith('.ts')),
  );
  const programs = ['src/platform/launcher.ts', 'src/processes/supervisor/components.ts', 'src/journal/writing/writer.ts', 'bin/hub.ts'];
  for (const file of programs) {
    const code = toJavaScript(readFileSync(path.join(root, file), 'utf8'), file, (one) => sources.has(one));
    assert.doesNotMatch(code, /['"][\w./-]+\.ts['"]/, file);
  }
});

test('the packages that run are those that the root needs, directly or not, and those for the system', () => {
  const packages = {
    '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { 'a-linux': '1', 'a-win': '1', absent: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': { dependencies: { a: '1' } },
    'node_modules/a-linux': { os: ['linux'], cpu: ['x64'] },
    'node_modules/a-win': { os: ['win32'] },
    'node_modules/tool': {},
  };
  assert.deepEqual(runtimePackages(packages, { os: 'linux', cpu: 'x64' }), [
    'node_modules/a',
    'node_modules/a-linux',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
  assert.ok(runtimePackages(packages, { os: 'win32', cpu: 'x64' }).includes('node_modules/a-win'));
  assert.throws(() => runtimePackages({ '': { dependencies: { gone: '1' } } }, { os: 'linux', cpu: 'x64' }), /gone/);
});

test('licences stay, and what nobody reads is left out', () => {
  const left = (name: string, ...files: readonly string[]) => files.filter((file) => isLeftOut(name, file));
  assert.deepEqual(
    left('ws', 'LICENSE', 'index.js', 'lib/a.js', 'README.md', 'lib/a.d.ts', 'test/a.js', 'docs/NOTICE.md', 'package.json'),
    ['README.md', 'lib/a.d.ts', 'test/a.js'],
  );
  assert.deepEqual(left('tesseract.js-core', 'LICENSE', 'tesseract-core.wasm', 'tesseract-core-simd-lstm.wasm'), ['tesseract-core.wasm']);
});

test('a package without the text of its licence gets it, and one whose text is not known is none to pack', () => {
  const own = { name: 'saxes', license: 'ISC', author: 'Louis-Dominique Dubeau <ldd@lddubeau.com>' };
  assert.equal(licenceText(['package.json', 'LICENSE.txt'], own), null);
  assert.match(
    licenceText(['package.json', 'src/license.js'], own) ?? '',
    /^ISC License, .*\n\nCopyright \(c\) Louis-Dominique Dubeau .*\n\nPermission to use/,
  );
  assert.match(licenceText([], { name: 'window', license: 'MIT' }) ?? '', /Copyright \(c\) the authors of window\n/);
  assert.throws(() => licenceText([], { name: 'odd', license: 'SSPL' }), /odd has no file of its licence \(SSPL\)/);
});

test('a folder has the time and the modes that it is given, whatever the machine', (t) => {
  const folder = temporaryHome(t);
  put(folder, 'bin/x', 'abc', 'program');
  put(folder, 'y', 'de');
  symlinkSync('bin/x', path.join(folder, 'z'));
  assert.equal(settle(folder, 1_700_000_000), 5);
  assert.deepEqual(
    ['bin', 'bin/x', 'y'].map((name) => statSync(path.join(folder, name))).map(({ mode, mtimeMs }) => [mode & 0o777, mtimeMs]),
    [
      [0o755, 1_700_000_000_000],
      [0o755, 1_700_000_000_000],
      [0o644, 1_700_000_000_000],
    ],
  );
  assert.deepEqual(filesIn(folder), ['bin/x', 'y', 'z']);
});

test('the time of a package is the one that is asked for', () => {
  assert.equal(sourceDate(root, { SOURCE_DATE_EPOCH: '1700000000' }), 1_700_000_000);
});

test('the package file of a package names JavaScript, and neither scripts nor development', () => {
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const made = packageFile(own, '1.2.3');
  const { zod: _, ...others } = own.dependencies;
  assert.deepEqual([made.version, made.bin, made.dependencies], ['1.2.3', { hub: 'bin/hub.js' }, others]);
  assert.doesNotMatch(JSON.stringify(made), /\.ts"|devDependencies|scripts|private/);
});
