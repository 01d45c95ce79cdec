import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastCpuMs } from '../../test/harness/effort.ts';
import { type CopyFacts, CopyNumbers, copyFactsOf } from './copy-numbers.ts';

const startMs = Date.UTC(2026, 2, 1, 9);
const minuteMs = 60_000;

function line(atMs: number, fields: Readonly<Record<string, number>>, pid = 7): CopyFacts {
  return copyFactsOf({ atMs: startMs + atMs, level: 'INFO', component: 'clipboard', pid, event: 'copied', fields: Object.entries(fields) });
}

test('a line from before a copy had its number is about the next copy of that process with its ordinal, within ten minutes', () => {
  const numbers = new CopyNumbers();
  for (const learnt of [
    line(0, { captureId: 1, ordinal: 5 }),
    line(15 * minuteMs, { captureId: 2, ordinal: 5 }),
    line(16 * minuteMs, { captureId: 3, ordinal: 6 }),
    line(17 * minuteMs, { captureId: 4, ordinal: 5 }, 8),
  ])
    numbers.learn(learnt);
  const captureAt = (atMs: number, ordinal = 5, pid = 7) => numbers.captureOf(line(atMs, { ordinal }, pid));
  assert.deepEqual(
    [captureAt(-1), captureAt(0), captureAt(1), captureAt(5 * minuteMs), captureAt(14 * minuteMs), captureAt(15 * minuteMs + 1)],
    [1, 1, null, 2, 2, null],
  );
  assert.deepEqual([captureAt(9 * minuteMs, 6), captureAt(9 * minuteMs, 5, 8), captureAt(0, 9)], [3, 4, null]);
});

test('files in which all copies have the same ordinal cost no more than others', () => {
  const many = 20_000;
  const costOf = (ordinalOf: (n: number) => number): number =>
    leastCpuMs(() => {
      const numbers = new CopyNumbers();
      for (let n = 1; n <= many; n++) numbers.learn(line(n, { captureId: n, ordinal: ordinalOf(n) }));
      for (let n = 1; n <= many; n++) numbers.captureOf(line(5 * minuteMs, { ordinal: ordinalOf(n) }));
    });
  const [usual, alike] = [costOf((n) => n), costOf(() => 5)];
  assert.ok(alike < 10 * Math.max(usual, 5), `${alike} ms, and ${usual} ms`);
});
