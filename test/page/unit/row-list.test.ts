/** A list on the page: what it requests, when it requests again, and what it does with late answers. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RowChange, RowsAnswer } from '../../../src/contract/page-rows/rows.ts';
import type { RowsQuestion } from '../../../src/processes/shell/page/rows/next-rows-question.ts';
import { RowList } from '../../../src/processes/shell/page/rows/row-list.ts';
import { countOf, knownRows, numberOf } from '../../../src/processes/shell/page/rows/sparse-rows.ts';
import { fragmentRow } from '../views.ts';

const row = (number: number, title = `Copy ${number}`) => fragmentRow({ id: String(number), title });
const top = { newest: Number.POSITIVE_INFINITY, oldest: Number.MAX_SAFE_INTEGER } as const;
const everything = { newest: Number.POSITIVE_INFINITY, oldest: 0 } as const;
const reset = { kind: 'reset' } as const;
const changes = (...told: readonly RowChange[]) => ({ kind: 'changes', changes: told }) as const;

/** Those from `from` on up to `newest`, of `total` in all. */
function answerOf(newest: number, from: number, total: number | null = newest, to: number | null = null): RowsAnswer {
  return { rows: Array.from({ length: newest - from + 1 }, (_, at) => row(newest - at)), from, to, total };
}

/** A list whose requests the test answers, with a simulated clock. */
function listOf(t: TestContext, hasAll = true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: RowsQuestion[] = [];
  const waiting: ((answer: RowsAnswer | null) => void)[] = [];
  const read = (question: RowsQuestion): Promise<RowsAnswer | null> => {
    asked.push(question);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const list = new RowList({ read, hasAll });
  t.after(() => list.end());
  const answer = async (given: RowsAnswer | null): Promise<void> => {
    waiting.shift()?.(given);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const numbers = () => knownRows(list.shown().rows).map(numberOf);
  return { list, asked, answer, numbers, open: () => waiting.length };
}

test('one part is requested at a time, and nothing if all visible rows are known', async (t) => {
  const { list, asked, answer, numbers, open } = listOf(t);
  list.see('list', everything);
  list.see('other', top);
  assert.deepEqual([asked, open()], [[{}], 1]);
  await answer(answerOf(9, 5));
  assert.deepEqual([asked, open()], [[{}, { before: 5 }], 1]);
  await answer({ ...answerOf(4, 1, 9, 5), from: 0 });
  assert.deepEqual([numbers(), open()], [[9, 8, 7, 6, 5, 4, 3, 2, 1], 0]);
});

test('rows that cannot be read are requested again, later each time, and at once when the core is back', async (t) => {
  const { list, asked, answer } = listOf(t);
  list.see('list', top);
  for (const [at, ms] of [500, 1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
    await answer(null);
    assert.equal(list.shown().isFailing, true);
    t.mock.timers.tick(ms - 1);
    assert.equal(asked.length, at + 1);
    t.mock.timers.tick(1);
    assert.equal(asked.length, at + 2);
  }
  await answer(null);
  list.tryAgain();
  assert.equal(asked.length, 8);
  await answer(answerOf(3, 1));
  assert.equal(list.shown().isFailing, false);
});

test('an answer that says nothing of any number is as good as none', async (t) => {
  const { list, asked, answer } = listOf(t);
  list.see('list', top);
  await answer({ rows: [], from: 7, to: 7, total: null });
  assert.deepEqual([list.shown().isFailing, asked.length], [true, 1]);
});

test('what happens while a part is read is done to the answer again', async (t) => {
  const { list, answer, numbers } = listOf(t);
  list.see('list', top);
  list.hear(changes({ gone: '8' }, { row: row(10) }, { row: row(7, 'another title') }));
  await answer(answerOf(9, 5));
  assert.deepEqual(numbers(), [10, 9, 7, 6, 5]);
  assert.equal(knownRows(list.shown().rows)[2]?.title, 'another title');
});

test('an answer from before a reset is shown until it is read again, however fast resets come', async (t) => {
  const { list, asked, answer, numbers, open } = listOf(t, false);
  list.see('search', top);
  list.hear(reset);
  await answer(answerOf(9, 5, null));
  assert.deepEqual([numbers(), open()], [[9, 8, 7, 6, 5], 1]);
  list.hear(reset);
  await answer({ ...answerOf(11, 5, null), rows: [row(11), row(9)] });
  assert.deepEqual(
    [numbers(), asked],
    [
      [11, 9],
      [{}, {}, {}],
    ],
  );
  await answer({ ...answerOf(11, 5, null), rows: [row(11)] });
  assert.deepEqual([numbers(), open()], [[11], 0], 'all in sight is known');
});

test('a search is repeated for what came, twice a second at most', async (t) => {
  const { list, asked, answer } = listOf(t, false);
  list.see('search', top);
  await answer(answerOf(9, 5, null));
  for (const number of [10, 11, 12]) list.hear(changes({ row: row(number) }));
  t.mock.timers.tick(499);
  assert.equal(asked.length, 1);
  t.mock.timers.tick(1);
  assert.equal(asked.length, 2);
});

test('a copy that is gone from where nothing is known counts in the list of all, and for nothing in a search', async (t) => {
  for (const [hasAll, total, expected] of [
    [true, 100, 99],
    [false, null, 105],
  ] as const) {
    const { list, answer } = listOf(t, hasAll);
    list.see('list', top);
    await answer(answerOf(100, 96, total));
    list.hear(changes({ gone: '50' }));
    assert.equal(countOf(list.shown().rows), expected);
    t.mock.timers.reset();
  }
});

test('of many rows, those that are visible, near them and at the top are kept', async (t) => {
  const { list, answer, numbers } = listOf(t);
  list.see('list', everything);
  for (let newest = 3_000; newest > 1_000; newest -= 100) {
    list.see('list', { newest, oldest: newest - 99 });
    await answer(answerOf(newest, newest - 99, 3_000, newest === 3_000 ? null : newest + 1));
  }
  const kept = numbers();
  assert.ok(kept.length <= 1_500, `${kept.length} rows`);
  assert.ok(kept.includes(3_000) && kept.includes(2_950) && kept.includes(1_001));
});

test('a list that nobody sees requests nothing', async (t) => {
  const { list, asked, answer } = listOf(t);
  list.see('list', top);
  list.see('list', null);
  await answer(null);
  t.mock.timers.tick(500);
  list.hear(reset);
  assert.equal(asked.length, 1);
});
