import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineCounts } from './line-counts.ts';

const lines = Array.from({ length: 10_000 }, (_, at) => Buffer.from(`line ${at}`));

test('each line is taken as often as it was added, also after the table has grown', () => {
  const counts = new LineCounts(lines.length);
  for (const line of lines) counts.add(line, 0, line.length);
  for (const line of lines.slice(0, 10)) counts.add(line, 0, line.length);
  const taken = (): number => lines.filter((line) => counts.take(line, 0, line.length)).length;
  assert.deepEqual([taken(), taken(), taken()], [lines.length, 10, 0]);
});

test('beyond so many different lines no new one is remembered, and the known ones are counted on', () => {
  const counts = new LineCounts(10);
  for (const line of [...lines, ...lines]) counts.add(line, 0, line.length);
  const taken = (): readonly number[] => lines.flatMap((line, at) => (counts.take(line, 0, line.length) ? [at] : []));
  const first = Array.from({ length: 10 }, (_, at) => at);
  assert.deepEqual([taken(), taken(), taken()], [first, first, []]);
});
