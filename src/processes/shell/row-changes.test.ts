import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentRow } from '../../../test/page/views.ts';
import { RowChangesLog } from './row-changes.ts';

const row = (id: number, title = '') => ({ row: fragmentRow({ id: String(id), title }) });

test('a page gets the changes since the view that it saw, in order, and only the last one of each fragment', () => {
  const log = new RowChangesLog();
  log.note(row(1, 'captured'), 1);
  log.note(row(2), 1);
  log.note(row(1, 'saved'), 2);
  log.note({ gone: '2' }, 3);
  assert.deepEqual(log.between(0, 3), { kind: 'changes', changes: [row(1, 'saved'), { gone: '2' }] });
  assert.deepEqual(log.between(1, 2), { kind: 'changes', changes: [row(1, 'saved')] });
  assert.deepEqual(log.between(3, 3), { kind: 'changes', changes: [] });
});

test('a page that saw nothing, or the view of another process, is reset', () => {
  const log = new RowChangesLog();
  for (const after of [-1, 9, Number.NaN]) assert.deepEqual(log.between(after, 3), { kind: 'reset' });
});

test('after a gap, pages that saw less are reset, and those that read after it get later changes', () => {
  const log = new RowChangesLog();
  log.note(row(1), 1);
  log.reset(2);
  log.note(row(2), 3);
  assert.deepEqual(log.between(1, 3), { kind: 'reset' });
  assert.deepEqual(log.between(2, 3), { kind: 'changes', changes: [row(2)] });
});

test('only the last few hundred changes are kept, and a page that is further behind is reset', () => {
  const log = new RowChangesLog();
  for (let id = 1; id <= 301; id += 1) log.note(row(id), id);
  assert.deepEqual(log.between(0, 301), { kind: 'reset' });
  const news = log.between(1, 301);
  assert.ok(news.kind === 'changes' && news.changes.length === 300);
});
