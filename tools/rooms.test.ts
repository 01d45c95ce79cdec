import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { crampedRooms, mostFiles, mostLines, smallLines, sourcesBelow } from './rooms.ts';

const lines = (count: number, first = '// code'): string => `${first}\n${'// code\n'.repeat(count - 1)}`;
const user = (specifier: string): string => lines(smallLines, `import { a } from '${specifier}';`);
const rooms = (files: Readonly<Record<string, string>>) => crampedRooms(new Map(Object.entries(files)));

test('a small file with a single importer belongs into that one, even if it is imported at run time', () => {
  const told = ['src/base/a.ts: 24 lines that only src/base/b.ts imports: they belong there'];
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(24), 'src/base/b.ts': user('./a.ts') }), told);
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(24), 'src/base/b.ts': lines(30, "const a = await import('./a.ts');") }), told);
  assert.equal(rooms({ 'src/base/a.ts': lines(24), 'bin/hub.ts': user('../src/base/a.ts') }).length, 1);
});

test('a small file with two importers, with none, or with only its test besides the one, may stay, and so may one of 25 lines', () => {
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(9), 'src/base/b.ts': user('./a.ts'), 'src/cli/c.ts': user('../base/a.ts') }), []);
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(9), 'src/base/a.test.ts': user('./a.ts') }), []);
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(smallLines), 'src/base/b.ts': user('./a.ts') }), []);
});

test('some files may be small: a contract, an interface, the implementation for one system, an entry, a migration', () => {
  const walls = [
    'src/contract/a.ts',
    'src/platform/x/interface.ts',
    'src/platform/x/macos.ts',
    'src/journal/b-thread.ts',
    'src/journal/migrations/0001-a.ts',
  ];
  for (const wall of walls) assert.deepEqual(rooms({ [wall]: lines(3), 'src/cli/a.ts': user(`../../${wall}`) }), [], wall);
});

test('a file of more than 300 lines has two jobs; a test may be longer', () => {
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(mostLines), 'src/base/a.test.ts': lines(900) }), []);
  assert.deepEqual(rooms({ 'src/base/a.ts': lines(mostLines + 1) }), ['src/base/a.ts: 301 lines: it has two jobs']);
});

test('a folder holds 25 files at most, including tests', () => {
  const files = Array.from({ length: mostFiles }, (_, each) => [`test/stories/${each}.test.ts`, ''] as const);
  assert.deepEqual(crampedRooms(new Map(files)), []);
  assert.deepEqual(crampedRooms(new Map([...files, ['test/stories/more.ts', '']])), ['test/stories: 26 files, more than 25']);
});

test('the checked files are those of the program and its tests', () => {
  const files = [...sourcesBelow(path.join(import.meta.dirname, '..')).keys()];
  for (const file of ['bin/hub.ts', 'src/base/log.ts', 'tools/rooms.test.ts']) assert.ok(files.includes(file), file);
  assert.ok(!files.some((file) => file.includes('node_modules')));
});
