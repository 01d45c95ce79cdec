/** Where keys lead in a list, before anything is scrolled: across rows, headings, and rows that are not loaded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemOf, type LaidOut, targetOf } from '../../../src/processes/shell/page/fragments/list-keys.ts';
import { estimatedHeight, listItems } from '../../../src/processes/shell/page/rows/list-items.ts';
import type { SparseRows } from '../../../src/processes/shell/page/rows/sparse-rows.ts';
import { fragmentRow } from '../views.ts';

const runOf = (to: number, from: number, group = 'Today'): SparseRows['parts'][number] => ({
  kind: 'run',
  from,
  to,
  rows: Array.from({ length: Math.min(to, 1_000) - from }, (_, at) => fragmentRow({ id: String(Math.min(to, 1_000) - 1 - at), group })),
  isOld: false,
});
const gapOf = (to: number, from: number) => ({ kind: 'gap', from, to, count: to - from }) as const;

/** With a viewport of ten rows and a half; `tall` is a row that is expanded. */
function laidOut(parts: SparseRows['parts'], tall: string | null = null): LaidOut {
  const items = listItems({ parts }, true, 0);
  let end = 0;
  const extents = items.map((item, index) => {
    const size = item.key === tall ? 2_000 : estimatedHeight(item);
    const start = end;
    end += size;
    return { index, start, size };
  });
  return {
    items,
    viewport: 10.5 * 53,
    placeOf: (index) => extents[index],
    itemAt: (offset) => extents.findLast(({ start }) => start <= offset) ?? extents[0],
  };
}

/** The number that the keys lead to together. */
function after(rows: LaidOut, from: number, ...keys: readonly string[]): number {
  return keys.reduce((number, key) => targetOf(key, number, rows)?.number ?? Number.NaN, from);
}

const whole = laidOut([runOf(Number.POSITIVE_INFINITY, 990, 'Today'), runOf(990, 1, 'Before')]);
const broken = laidOut([runOf(Number.POSITIVE_INFINITY, 900), gapOf(900, 101), runOf(101, 1)]);

test('keys add up, over headings and up to the ends', () => {
  assert.equal(after(whole, 999, 'ArrowDown', 'ArrowDown', 'ArrowUp'), 998);
  assert.equal(after(whole, 999, ...Array<string>(10).fill('ArrowDown')), 989);
  assert.equal(after(whole, 999, 'ArrowUp'), 999);
  assert.equal(after(whole, 999, 'End', 'ArrowDown'), 0);
  assert.equal(itemOf(whole.items, { number: 0, step: -1 }), whole.items.length - 1);
  assert.equal(itemOf(whole.items, { number: Number.POSITIVE_INFINITY, step: 1 }), 1, 'below its heading');
  const pages = after(whole, 500, 'PageDown', 'PageDown', 'PageUp', 'PageUp');
  assert.ok(Math.abs(pages - 500) <= 2, `${pages}`);
  assert.equal(after(whole, 3, 'PageDown'), 1);
  assert.equal(after(whole, 999, 'PageUp'), 999);
});

test('where rows are not loaded, a key counts as if they were', () => {
  assert.equal(after(broken, 900, 'ArrowDown', 'ArrowDown', 'ArrowDown'), 897);
  assert.equal(after(broken, 100, 'ArrowUp', 'ArrowUp'), 102);
  assert.equal(after(broken, 101, 'ArrowDown'), 100, 'and out of it again');
  assert.equal(after(broken, 899, 'ArrowUp'), 900);
  for (const [key, way] of [
    ['PageDown', -1],
    ['PageUp', 1],
  ] as const) {
    const rows = way * (after(broken, 500, ...Array<string>(20).fill(key)) - 500);
    assert.ok(rows >= 180 && rows <= 200, `${key}: ${rows}`);
  }
});

test('a number that nothing has any more is the next row in the direction of the key', () => {
  const rows = laidOut([
    { ...runOf(Number.POSITIVE_INFINITY, 0), rows: ['9', '6', '3'].map((id) => fragmentRow({ id })) } as SparseRows['parts'][number],
  ]);
  const idAt = (step: 1 | -1) => rows.items[itemOf(rows.items, { number: 5, step }) ?? -1]?.key;
  assert.deepEqual([idAt(1), idAt(-1)], ['3', '6']);
});

test('a row that is higher than the view is left by a page', () => {
  const rows = laidOut([runOf(Number.POSITIVE_INFINITY, 1)], '500');
  assert.equal(after(rows, 500, 'PageDown'), 499);
  assert.equal(after(rows, 500, 'PageUp'), 501);
});

test('a row is as high as the lines that it shows: its first ones, or the one that was found', () => {
  const heightOf = (change: Parameters<typeof fragmentRow>[0]): number => {
    const [item] = listItems(
      { parts: [{ kind: 'run', from: 1, to: 2, rows: [fragmentRow({ preview: 'a\nb\nc', ...change })], isOld: false }] },
      false,
      0,
    );
    assert.ok(item);
    return estimatedHeight(item);
  };
  assert.ok(heightOf({}) > heightOf({ preview: 'a' }));
  assert.equal(heightOf({ match: [{ text: 'b', isMatch: true }] }), heightOf({ preview: 'a' }));
});
