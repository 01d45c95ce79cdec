import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineOfFault } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether more text could make it JSON: then V8 finds no fault before its end. */
function canGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    return /Unexpected end of JSON input/.test(String(error)) || Number(position) >= text.length;
  }
}

test('the line of each kind of fault is reported', () => {
  const faults: readonly [string, number][] = [
    ['', 1],
    ['\n\n', 3],
    ['{\n"a": 1,\n"b": [1,\n2\n', 5],
    ['{\n"a": "not\nended"}', 2],
    ['{\n"a": "\u0001"}', 2],
    ['{\r\n"a": 1\r\n"b": 2}', 3],
    ['[\n1,\n\n01]', 4],
    ['[\n1,\n-]', 3],
    ['[\n"\\x"]', 2],
    ['[\n"\\u12"]', 2],
    ['[\n1, // why\n2]', 2],
    ['[\n1, /* why\n */ 2]', 2],
    ['[1]\n]', 2],
    ['[\nNaN]', 2],
    ['[\n\u00a01]', 2],
  ];
  for (const [text, line] of faults) {
    assert.ok(!isJson(text), text);
    assert.equal(lineOfFault(text), line, JSON.stringify(text));
  }
});

test('a document that is too deep is reported with a line, and uses no stack', () => {
  for (const bracket of ['[', '{"a":', '[{"a":'])
    for (const end of ['', 'x', ']']) assert.equal(lineOfFault(`\n${bracket.repeat(100_000)}${end}`), 2);
  assert.equal(lineOfFault(`${'[\n'.repeat(100_000)}`), 501);
  assert.equal(lineOfFault(`${'['.repeat(400)}\n,`), 2);
});

// biome-ignore format: a table
const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '1.', '0', 'true', 'nul', '\n', '\r\n', ' ', '/', '//', '\\', 'é', '\u2028');
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

const upTo = (lines: readonly string[], line: number) =>
  lines
    .slice(0, line)
    .map((one) => `${one}\n`)
    .join('');

test('of a text that is not JSON, everything before that line can be the start of one, but no more', () => {
  const property = fc.property(
    text.filter((one) => !isJson(one)),
    (broken) => {
      const lines = broken.split('\n');
      const line = lineOfFault(broken);
      assert.ok(line >= 1 && line <= lines.length);
      assert.ok(canGoOn(upTo(lines, line - 1)));
      assert.ok(line === lines.length || !canGoOn(upTo(lines, line)));
    },
  );
  fc.assert(property, { numRuns: 2_000 });
});
