import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fatalOutput, StreamEnd } from './fatal-output.ts';

/** What this version of Node prints when a program ends in that way. */
function stderrOf(program: string, ...words: string[]): string {
  return spawnSync(process.execPath, [...words, '-e', program], { encoding: 'latin1', timeout: 30_000 }).stderr;
}

test('the ways in which a Node program dies are recognized', () => {
  const deaths: [string, string][] = [
    ['throw new TypeError("x")', 'TypeError'],
    ['let a = ;', 'SyntaxError'],
    ['require("/no/such/module")', 'Error.MODULE_NOT_FOUND'],
    ['import("/no/such/module.mjs")', 'Error.ERR_MODULE_NOT_FOUND'],
    ['require("fs").readFileSync("/no/such/file")', 'Error.ENOENT'],
    ['Buffer.alloc(-1)', 'RangeError.ERR_OUT_OF_RANGE'],
    ['Promise.reject(new URIError("x"))', 'URIError'],
  ];
  for (const [program, words] of deaths) assert.equal(fatalOutput(stderrOf(program)), words, program);
});

test('an exhausted heap is recognized after everything that V8 prints about it', () => {
  const printed = stderrOf('const all = []; for (;;) all.push(new Array(1e5).fill({}));', '--max-old-space-size=20');
  assert.equal(fatalOutput(printed), 'heap-out-of-memory');
});

test('nothing that a program prints is copied', () => {
  const said = [
    'my secret',
    'CANARY: secret',
    'Error of mine: JavaScript heap out of memory',
    'CanaryError: x',
    'CanaryError [ERR_A_B]: x',
    "  code: 'CANARY'",
    '',
  ];
  assert.equal(fatalOutput(said.join('\n')), null);
  for (const code of ['CANARY', 'ERR', 'ERR_CANARY', 'ECANARY', 'EACCESS', '__PROTO__']) {
    assert.equal(fatalOutput(`Error [${code}]: my secret\n  code: '${code}',`), 'Error', code);
  }
});

test('only the end of the output is kept, however it arrived', () => {
  for (const chunkBytes of [1, 1_000, 16_384, 100_000]) {
    const end = new StreamEnd();
    for (let written = 0; written < 200_000; written += chunkBytes) end.add(Buffer.alloc(chunkBytes, 'a'));
    end.add(Buffer.from('\nSyntaxError: x\n'));
    assert.equal(end.text.length, 16 * 1024);
    assert.equal(fatalOutput(end.text), 'SyntaxError');
  }
  assert.equal(new StreamEnd().text, '');
});
