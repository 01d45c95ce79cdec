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

test('no two fields of a line have one name: those whose signs can not be shown are numbered', () => {
  const head = { level: 'INFO', time: '2026-03-01T09:05:07.042Z', component: 'clipboard', pid: 7, event: 'e' };
  const long = 'n'.repeat(60);
  const odd = {
    größe: 1,
    grüße: 2,
    'a b': 3,
    'a-b': 4,
    a_b: 5,
    a_b_2: 6,
    用户: 7,
    密码: 8,
    '': 9,
    '-': 10,
    [`${long}1`]: 11,
    [`${long}2`]: 12,
  };
  assert.deepEqual(parseLogLine(JSON.stringify({ ...head, ...odd }))?.fields, [
    ...Object.entries({ gr__e: 1, gr__e_2: 2, a_b_3: 3, a_b_4: 4, a_b: 5, a_b_2: 6, __: 7, ___2: 8, _: 9, __2: 10 }),
    ...Object.entries({ [long]: 11, [`${long}_2`]: 12 }),
  ]);
});
