import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstAfter, withFirst } from '../../../src/processes/shell/page/rows/first-rows.ts';
import { fragmentRow } from '../views.ts';

const row = (id: string, isPinned = false) => fragmentRow({ id, isPinned });
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('the first rows are before the others, each once', () => {
  assert.deepEqual(ids(withFirst([row('2'), row('9')], [row('9'), row('8'), row('2')])), ['2', '9', '8']);
});

test('pinned rows come and go with their pins; those of a search stay until it is read again, unless they are deleted', () => {
  const pinned = [row('9', true), row('5', true)];
  assert.deepEqual(ids(firstAfter(pinned, { row: row('7', true) }, true)), ['9', '7', '5']);
  assert.deepEqual(ids(firstAfter(pinned, { row: row('9') }, true)), ['5']);
  assert.equal(firstAfter(pinned, { row: row('3') }, true), pinned);
  const found = [row('9')];
  assert.deepEqual(ids(firstAfter(found, { row: row('9', true) }, false)), ['9']);
  assert.equal(firstAfter(found, { row: row('7', true) }, false), found);
  assert.deepEqual(firstAfter(found, { gone: '9' }, false), []);
});
