import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { mostFiles, mostLines, sizeViolations, smallLines, sourcesBelow } from './file-sizes.ts';

const lines = (count: number, first = '// code'): string => `${first}\n${'// code\n'.repeat(count - 1)}`;
const user = (specifier: string): string => lines(smallLines, `import { a } from '${specifier}';`);
const violations = (files: Readonly<Record<string, string>>) => sizeViolations(new Map(Object.entries(files)));

test('a small file with a single importer belongs in its importer, even if it is imported at run time', () => {
  const violation = ['src/base/a.ts: 24 lines, imported only by src/base/b.ts: move them there'];
  assert.deepEqual(violations({ 'src/base/a.ts': lines(24), 'src/base/b.ts': user('./a.ts') }), violation);
  assert.deepEqual(violations({ 'src/base/a.ts': lines(24), 'src/base/b.ts': lines(30, "const a = await import('./a.ts');") }), violation);
  assert.equal(violations({ 'src/base/a.ts': lines(24), 'bin/hub.ts': user('../src/base/a.ts') }).length, 1);
});

test('a small file may stay if it has two importers, none, or only its test; a file of 25 lines may stay in any case', () => {
  assert.deepEqual(violations({ 'src/base/a.ts': lines(9), 'src/base/b.ts': user('./a.ts'), 'src/cli/c.ts': user('../base/a.ts') }), []);
  assert.deepEqual(violations({ 'src/base/a.ts': lines(9), 'src/base/a.test.ts': user('./a.ts') }), []);
  assert.deepEqual(violations({ 'src/base/a.ts': lines(smallLines), 'src/base/b.ts': user('./a.ts') }), []);
});

test('contracts, interfaces, implementations for one system, entry points and migrations may be small', () => {
  const excepted = [
    'src/contract/a.ts',
    'src/platform/x/interface.ts',
    'src/platform/x/macos.ts',
    'src/journal/b-thread.ts',
    'src/journal/migrations/0001-a.ts',
  ];
  for (const file of excepted) assert.deepEqual(violations({ [file]: lines(3), 'src/cli/a.ts': user(`../../${file}`) }), [], file);
});

test('a file of more than 300 lines has two jobs; a test may be longer', () => {
  assert.deepEqual(violations({ 'src/base/a.ts': lines(mostLines), 'src/base/a.test.ts': lines(900) }), []);
  assert.deepEqual(violations({ 'src/base/a.ts': lines(mostLines + 1) }), ['src/base/a.ts: 301 lines, so it has two jobs: split it']);
});

test('a folder holds 25 files at most, including tests', () => {
  const files = Array.from({ length: mostFiles }, (_, each) => [`test/stories/${each}.test.ts`, ''] as const);
  assert.deepEqual(sizeViolations(new Map(files)), []);
  assert.deepEqual(sizeViolations(new Map([...files, ['test/stories/more.ts', '']])), ['test/stories: 26 files, more than 25']);
});

test('the files of the program, its tests and its tools are checked, and no installed packages', () => {
  const files = [...sourcesBelow(path.join(import.meta.dirname, '..')).keys()];
  for (const file of ['bin/hub.ts', 'src/base/log.ts', 'tools/file-sizes.test.ts']) assert.ok(files.includes(file), file);
  assert.ok(!files.some((file) => file.includes('node_modules')));
});
