import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leastCpuMs, runs } from '../../test/harness/effort.ts';
import { logText } from '../../test/harness/log-files.ts';
import { askedWords } from '../contract/diagnostics/log-search.ts';
import { copyFactsOf } from './copy-numbers.ts';
import { hasWords } from './log-filter.ts';
import { parseLogLine } from './log-line.ts';
import { copyFactsIn, isPlainLine, mayHaveWords } from './plain-line.ts';

const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(12, 129, 0.5, 3_870_123.456, true, null, 'save', 'disk is full') },
  fc.integer(),
  fc.double(),
  fc.constantFrom(-0, 1e21, 1e-7, 123_456_789_012.125, 'a"b', 'ä', '\n', '1e3', { a: 1 }),
);
const anyLine = fc.record({
  level: fc.constantFrom('INFO', 'INFO', 'WARN', 'WARNING', 'FATAL'),
  pid: fc.constantFrom(0, 7, 7, 7),
  event: fc.constantFrom('copied', 'Saved it', 'copied', 'naïve', 'a\\b'),
  fields: fc.dictionary(fc.constantFrom('captureId', 'fragmentId', 'fragments', 'ordinal', 'ms', 'OF', 'of'), value, { maxKeys: 5 }),
});
/** As Hub writes it, and as others might write its numbers. */
const anyText = fc
  .tuple(anyLine, fc.constantFrom('', '', '', '.0', 'e1', '0'))
  .map(([line, end]) => logText({ atMs: Date.UTC(2026, 2, 1), ...line }).replace(/(?<=:\d+)(?=[,}]$)/, end));

test('of a plain line the text says which words it can have, and which copy it is about', () => {
  const searches = [
    'saved',
    'ms=',
    'ms=12',
    'of="disk is full"',
    'save',
    '12',
    'e',
    'pid=7',
    'pid=0',
    'critical',
    'level=warn',
    'null',
    'captureid=12',
  ];
  let plain = 0;
  fc.assert(
    fc.property(anyText, fc.constantFrom(...searches), (text, search) => {
      const line = parseLogLine(text);
      if (!isPlainLine(Buffer.from(text).toString('latin1'))) return;
      assert.ok(line !== null, text);
      plain += 1;
      const words = askedWords(search);
      if (hasWords(line, words)) assert.ok(mayHaveWords(text, words), `${search} in ${text}`);
      assert.deepEqual(copyFactsIn(text, line.atMs), copyFactsOf(line));
    }),
    { numRuns: runs(3_000) },
  );
  assert.ok(plain > runs(3_000) / 20, `${plain} lines were plain`);
});

test('the usual lines are plain, and odd ones are not', () => {
  const text = (fields: Readonly<Record<string, unknown>>): string => logText({ atMs: Date.UTC(2026, 2, 1), fields });
  const usual = { captureId: 259, fragmentId: 559, verdict: 'save', because: null, typed: true, ms: 3.693, clockMs: 3_870_123_456.125 };
  assert.ok(isPlainLine(text(usual)));
  for (const odd of ['a\\b', 'ä', '\n']) assert.equal(isPlainLine(text({ odd })), false, odd);
  for (const damaged of [
    text(usual).slice(0, -1),
    text(usual).replace('"ms":', '"ms"'),
    text(usual).replace('save', 'sa"ve'),
    text({ event: 1 }),
  ])
    assert.equal(isPlainLine(damaged), false, damaged);
});

test('a line that is nearly plain takes no longer than its length', () => {
  const costOf = (fields: number): number => {
    const text = `${logText({ atMs: 0 }).slice(0, -1)}${',"a":"b"'.repeat(fields)},"end":}`;
    return leastCpuMs(() => {
      for (let n = 0; n < 200; n++) isPlainLine(text);
    });
  };
  assert.ok(costOf(4_000) < 8 * Math.max(costOf(1_000), 5));
});
