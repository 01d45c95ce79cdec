import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { testsOf } from './unit-tests.ts';

const root = path.join(import.meta.dirname, '../..');
const tests = ['src/logs/line-head.test.ts', 'src/logs/line-scanner.test.ts', 'tools/documents.test.ts', 'tools/content-functions.test.ts'];

test('a change is tested by the tests that are changed or import what is, and a file that a test reads by that test', () => {
  assert.deepEqual(testsOf(['src/logs/line-scanner.ts'], root, tests), ['src/logs/line-scanner.test.ts']);
  assert.deepEqual(testsOf(['src/logs/line-head.test.ts'], root, tests), ['src/logs/line-head.test.ts']);
  assert.deepEqual(testsOf(['docs/command.md'], root, tests), ['tools/documents.test.ts']);
  assert.deepEqual(testsOf(['src/domain/saving/file-name.ts'], root, tests), ['tools/content-functions.test.ts']);
  assert.deepEqual(testsOf(['brand/gone.png'], root, tests), []);
  assert.deepEqual(
    testsOf(
      ['src/domain/saving/file-name.ts', 'src/logs/line-scanner.ts', 'docs/command.md', 'src/logs/line-head.test.ts'],
      root,
      [...tests].reverse(),
    ),
    ['src/logs/line-head.test.ts', 'src/logs/line-scanner.test.ts', 'tools/content-functions.test.ts', 'tools/documents.test.ts'],
    'the nearest first',
  );
  assert.ok(testsOf(['src/logs/line-head.ts'], root).includes('src/logs/line-head.test.ts'), 'all unit tests, if none are named');
});
