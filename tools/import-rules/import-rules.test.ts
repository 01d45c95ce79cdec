import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { importsIn } from './imports.ts';
import { importRules as rulesOfHub } from './table.ts';
import { violations } from './violations.ts';

const importRules = {
  'src/contract/': ['zod'],
  'src/base/': ['node'],
  'src/base/log.ts': ['src/base/', 'node', '@scope/log'],
  'src/journal/': ['src/contract/', 'src/base/', 'node'],
  'src/journal/migrations/': [],
  'src/processes/': ['src/contract/', 'src/base/', 'node'],
};
const surroundings = {
  importRules,
  isFile: (file: string) => !file.includes('missing'),
  isPackage: (name: string) => ['zod', '@scope/log', 'left'].includes(name),
};

/** The violations of one file with this source. */
function violationsOf(file: string, source: string): readonly string[] {
  return violations([{ file, imports: importsIn(file, source) }], surroundings);
}

test('every kind of import is found: of values, of types, at run time, and through createRequire', () => {
  const source = `
    import a from './a.ts';
    import type { B } from './b.ts';
    import { type C } from './c.ts';
    import './d.css';
    export { e } from './e.ts';
    export type { F } from './f.ts';
    export * from './g.ts';
    const h = await import('./h.ts');
    let i: import('./i.ts').I;
    const j = createRequire(import.meta.url)('j') as typeof import('j');
    const k = require('k');
    const l = await import(somewhere);
    using m = a(i, h, j, k, l);`;
  assert.deepEqual(importsIn('x.ts', source).toSorted(), [
    ...['./a.ts', './b.ts', './c.ts', './d.css', './e.ts', './f.ts', './g.ts', './h.ts', './i.ts'],
    ...['j', 'k'],
  ]);
});

test('a source that cannot be parsed is an error, not a source without imports', () => {
  assert.throws(() => importsIn('x.ts', 'import { from'), SyntaxError);
});

test('an import of only a type must follow the rules too', () => {
  const violation = 'src/contract/a.ts → src/journal/b.ts: src/contract/ may import itself, zod';
  assert.deepEqual(violationsOf('src/contract/a.ts', "import type { B } from '../journal/b.ts';"), [violation]);
  assert.deepEqual(violationsOf('src/contract/a.ts', "let b: import('../journal/b.ts').B;"), [violation]);
  assert.deepEqual(violationsOf('src/contract/a.ts', "import { z } from 'zod/v4'; import './c.ts';"), []);
});

test('imports of built-in modules and packages are restricted too', () => {
  assert.equal(violationsOf('src/contract/a.ts', "import 'node:fs';").length, 1);
  assert.equal(violationsOf('src/contract/a.ts', "import 'fs';").length, 1);
  assert.equal(violationsOf('src/base/a.ts', "import '@scope/log';").length, 1);
  assert.equal(violationsOf('src/base/a.ts', "import { z } from 'zod';").length, 1);
  assert.deepEqual(violationsOf('src/base/log.ts', "import '@scope/log/deep'; import 'node:fs/promises';"), []);
});

test('a file has the rules of the longest matching area, and a file in no area is reported', () => {
  assert.deepEqual(violationsOf('src/journal/migrations/1.ts', "import '../a.ts';"), [
    'src/journal/migrations/1.ts → src/journal/a.ts: src/journal/migrations/ may import itself',
    'src/journal/migrations/1.ts → src/journal/a.ts: a migration must not depend on code that may change',
  ]);
  assert.deepEqual(violationsOf('src/attic/a.ts', ''), ['src/attic/a.ts is in no area of the import rules']);
});

test('a process must not import another one, and shared code must not import any process', () => {
  assert.equal(violationsOf('src/processes/core/a.ts', "import '../shell/b.ts';").length, 1);
  assert.equal(violationsOf('src/processes/a.ts', "import './shell/b.ts';").length, 1);
  assert.deepEqual(violationsOf('src/processes/core/a.ts', "import './b.ts'; import '../c.ts';"), []);
});

test('the program must not import test code, nothing may import a test, and a test may import anything', () => {
  assert.equal(violationsOf('bin/hub.ts', "import '../test/harness/until.ts';").length, 1);
  assert.equal(violationsOf('tools/a.ts', "import '../src/base/b.test.ts';").length, 1);
  assert.deepEqual(
    violationsOf('src/contract/a.test.ts', "import '../journal/b.ts'; import '../../test/harness/c.ts'; import 'node:fs';"),
    [],
  );
});

test('imports of missing files and packages are reported', () => {
  assert.deepEqual(violationsOf('test/a.ts', "import './missing.ts'; import 'unheard-of'; import 'left';"), [
    'test/a.ts → test/missing.ts: there is no such file',
    'test/a.ts → unheard-of: there is no such package',
  ]);
});

test('files that import each other in a cycle are reported once, whether they import values or types', () => {
  const sources = [
    { file: 'src/base/a.ts', imports: importsIn('a.ts', "import { b } from './b.ts'; import './d.ts';") },
    { file: 'src/base/b.ts', imports: importsIn('b.ts', "import type { C } from './c.ts';") },
    { file: 'src/base/c.ts', imports: importsIn('c.ts', "export type { A } from './a.ts';") },
    { file: 'src/base/d.ts', imports: importsIn('d.ts', "import { b } from './b.ts';") },
    { file: 'src/base/e.ts', imports: importsIn('e.ts', "import './e.ts';") },
  ];
  assert.deepEqual(violations(sources, surroundings), [
    'cycle: src/base/a.ts → src/base/b.ts → src/base/c.ts → src/base/a.ts',
    'cycle: src/base/e.ts → src/base/e.ts',
  ]);
});

test('every rule is for a folder or file that exists', () => {
  const root = path.join(import.meta.dirname, '../..');
  assert.deepEqual(
    Object.keys(rulesOfHub).filter((place) => !existsSync(path.join(root, place))),
    [],
  );
});

test('a unit test must not start a program or open a display; a .process.test.ts file may', () => {
  const sources = [
    "import { spawn } from 'node:child_process';",
    "import { startXDisplay } from '../../test/harness/desktop/x-display.ts';",
  ];
  for (const source of sources) {
    assert.match(violationsOf('src/base/a.test.ts', source).join(), /is a \.process\.test\.ts$/);
    for (const file of ['src/base/a.process.test.ts', 'test/stories/a.test.ts']) assert.deepEqual(violationsOf(file, source), []);
  }
});
