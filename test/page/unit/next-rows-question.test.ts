/** Which part of a list is read next. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRowsQuestion } from '../../../src/processes/shell/page/rows/next-rows-question.ts';
import { asOld, type SparseRows, unknownRows, withAnswer } from '../../../src/processes/shell/page/rows/sparse-rows.ts';
import { fragmentRow } from '../views.ts';

const infinite = Number.POSITIVE_INFINITY;

/** The newest 100 of a thousand are known. */
function topOf(): SparseRows {
  const rows = Array.from({ length: 100 }, (_, at) => fragmentRow({ id: String(1_000 - at) }));
  return withAnswer(unknownRows, { rows, from: 901, to: null, total: 1_000 });
}

test('if nothing is known of a list, its newest rows are read, whichever part is visible', () => {
  assert.deepEqual(nextRowsQuestion(unknownRows, { newest: infinite, oldest: infinite }), {});
  assert.deepEqual(nextRowsQuestion(unknownRows, { newest: infinite, oldest: 0 }), {});
});

test('nothing is read if all visible rows are known', () => {
  assert.equal(nextRowsQuestion(topOf(), { newest: infinite, oldest: 950 }), null);
  assert.equal(nextRowsQuestion(topOf(), { newest: 950, oldest: 901 }), null);
});

test('a gap is read from its visible end, or else from a little above the visible part', () => {
  assert.deepEqual(nextRowsQuestion(topOf(), { newest: 950, oldest: 850 }), { before: 901 });
  assert.deepEqual(nextRowsQuestion(topOf(), { newest: 10, oldest: 0 }), { after: 0 });
  assert.deepEqual(nextRowsQuestion(topOf(), { newest: 500, oldest: 490 }), { before: 525 });
  assert.deepEqual(nextRowsQuestion(topOf(), { newest: 890, oldest: 880 }), { before: 901 }, 'not above the gap');
});

test('old rows that are visible are read again, the newest part first', () => {
  const old = asOld(topOf());
  assert.deepEqual(nextRowsQuestion(old, { newest: infinite, oldest: 990 }), {});
  assert.deepEqual(nextRowsQuestion(old, { newest: 950, oldest: 940 }), { before: 975 });
  assert.deepEqual(nextRowsQuestion(old, { newest: 950, oldest: 900 }), { after: 900 });
  assert.deepEqual(nextRowsQuestion(old, { newest: 10, oldest: 0 }), { after: 0 });
});
