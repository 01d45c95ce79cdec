import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFiles, type FoundFile, shapeOf } from './choose-files.ts';

let made = 0;
function found(over: Partial<FoundFile> = {}): FoundFile {
  made += 1;
  return {
    type: 'c',
    project: 'a',
    registry: 'debian',
    package: 'p',
    version: '1',
    licence: 'MIT',
    path: `src/file${made}.c`,
    sha256: `hash ${made}`,
    bytes: 100 + made,
    passage: false,
    shape: `shape ${made}`,
    ...over,
  };
}

test('the same content is chosen only once, and texts that differ only in white space and digits count as the same', () => {
  assert.equal(chooseFiles([found({ sha256: 'x' }), found({ sha256: 'x', project: 'b' })]).length, 1);
  assert.equal(shapeOf('int a = 1;\n'), shapeOf('INT  a = 22;'));
  assert.notEqual(shapeOf('int a;'), shapeOf('int b;'));
  assert.equal(chooseFiles([found({ shape: 'x' }), found({ shape: 'x', project: 'b' })]).length, 1);
});

test('files with the same name and size count as copies, even in different projects', () => {
  assert.equal(chooseFiles([found({ path: 'x/list.h', bytes: 7 }), found({ path: 'y/list.h', bytes: 7, project: 'b' })]).length, 1);
});

test('at most forty files and ten passages of a label come from one project', () => {
  const chosen = chooseFiles([
    ...Array.from({ length: 70 }, () => found()),
    ...Array.from({ length: 30 }, () => found({ passage: true })),
    ...Array.from({ length: 5 }, () => found({ project: 'b' })),
  ]);
  const of = (project: string, passage: boolean): number =>
    chosen.filter((one) => one.project === project && one.passage === passage).length;
  assert.deepEqual([of('a', false), of('a', true), of('b', false)], [40, 10, 5]);
});

test('a label with more than enough files takes them from all its projects in turn', () => {
  const chosen = chooseFiles(
    Array.from({ length: 100 }, (_, project) => Array.from({ length: 40 }, () => found({ project: `p${project}` }))).flat(),
  );
  assert.equal(chosen.length, 1_500);
  assert.deepEqual([...new Set([...Map.groupBy(chosen, (one) => one.project).values()].map((files) => files.length))], [15]);
});

test('at most five declaration files are chosen, after all other files', () => {
  const chosen = chooseFiles([
    ...Array.from({ length: 30 }, () => found({ type: 'typescript', path: `a/${++made}.d.ts` })),
    ...Array.from({ length: 3 }, () => found({ type: 'typescript', path: `a/${++made}.ts` })),
  ]);
  assert.deepEqual(
    chosen.map((one) => one.path.endsWith('.d.ts')),
    [false, false, false, true, true, true, true, true],
  );
});

test('the order in which files were found makes no difference', () => {
  const all = Array.from({ length: 90 }, (_, index) => found({ project: `p${index % 2}` }));
  assert.deepEqual(chooseFiles(all), chooseFiles(all.toReversed()));
});
