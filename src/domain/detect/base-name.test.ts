import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { safeBaseName } from './base-name.ts';

describe('a safe base name', () => {
  const cases: readonly (readonly [path: string, name: string | null])[] = [
    ['src/app.ts', 'app.ts'],
    ['C:\\work\\main.cpp', 'main.cpp'],
    ['configure', 'configure'],
    ['my report (2).csv', 'my report (2).csv'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['данные.csv', 'данные.csv'],
    ['設定app.yaml', '設定app.yaml'],
    ['Δt.py', 'Δt.py'],
    ['m².csv', 'm².csv'],
    ['src/', null],
    ['..', null],
    ['...', null],
    ['..config', null],
    ['a.txt.', null],
    ['a.txt ', null],
    [' a.txt', null],
    ['-rf.txt', null],
    ['.~a.txt', null],
    ['a:b.txt', null],
    ['CON.txt', null],
    ['aux', null],
    ['COM².log', null],
    ['a\u0000.txt', null],
    ['a\ud800.txt', null],
    ['photo\u202egpj.exe', null],
    ['a\u200bb.txt', null],
    // Letters that look like others: Cyrillic, Greek, full width, mathematical, a ligature.
    ['\u0430pp.js', null],
    ['c\u03bfnfig.json', null],
    ['\uff41pp.js', null],
    ['\u{1d41a}pp.js', null],
    ['\ufb01le.js', null],
    ['a'.repeat(121), null],
    ['設'.repeat(86), null],
  ];
  for (const [path, name] of cases)
    test(`of ${JSON.stringify(path.slice(0, 40))} is ${name}`, () => assert.equal(safeBaseName(path), name));

  test('stays the same when it is made safe again', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (path) => {
        const name = safeBaseName(path);
        if (name !== null) assert.equal(safeBaseName(name), name);
      }),
      { numRuns: runs(5_000) },
    );
  });
});
