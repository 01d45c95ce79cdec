import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLogLine } from './log-line.ts';

test('fields with names that nobody can type are shown under names that one can, and hide no field after them', () => {
  const odd = { 'user agent': 1, 'größe-2': 'b', '': true, nested: {}, ['n'.repeat(70)]: 2 };
  const line = { level: 'INFO', time: '2026-03-01T09:05:07.042Z', component: 'clipboard', pid: 7, event: 'e', ...odd, captureId: 3 };
  assert.deepEqual(parseLogLine(JSON.stringify(line))?.fields, [
    ['user_agent', 1],
    ['gr__e_2', 'b'],
    ['_', true],
    ['n'.repeat(60), 2],
    ['captureId', 3],
  ]);
});
