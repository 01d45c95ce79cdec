/** The known parts of a long list, compared with the complete list. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { RowsAnswer } from '../../../src/contract/page-rows/rows.ts';
import { firstAfter, withFirst } from '../../../src/processes/shell/page/rows/first-rows.ts';
import { listItems, nextPassageMs } from '../../../src/processes/shell/page/rows/list-items.ts';
import { nextRowsQuestion, type RowsQuestion } from '../../../src/processes/shell/page/rows/next-rows-question.ts';
import {
  asOld,
  countOf,
  hasNone,
  knownRows,
  numberOf,
  partAt,
  type SparseRows,
  unknownRows,
  withAnswer,
  withoutFar,
  withoutRow,
  withRow,
} from '../../../src/processes/shell/page/rows/sparse-rows.ts';
import { fragmentRow } from '../views.ts';

const row = (number: number, title = `Copy ${number}`) => fragmentRow({ id: String(number), title, group: number % 40 < 3 ? 'B' : 'A' });
const limit = 10;

/** The complete journal, newest first. */
class Journal {
  numbers: readonly number[];
  readonly #titles = new Map<number, string>();

  constructor(numbers: readonly number[]) {
    this.numbers = [...new Set(numbers)].sort((one, other) => other - one);
  }

  row(number: number) {
    return row(number, this.#titles.get(number));
  }

  rename(number: number, title: string): void {
    this.#titles.set(number, title);
  }

  answer({ before, after }: RowsQuestion, isCounted: boolean): RowsAnswer {
    const total = isCounted ? this.numbers.length : null;
    if (after !== undefined) {
      const there = this.numbers.filter((number) => number > after);
      const answered = there.slice(-limit);
      const to = answered.length < there.length ? (answered[0] ?? 0) + 1 : null;
      return { rows: answered.map((number) => this.row(number)), from: after === 0 ? 0 : after + 1, to, total };
    }
    const there = this.numbers.filter((number) => number < (before ?? Number.POSITIVE_INFINITY));
    const answered = there.slice(0, limit);
    const from = answered.length < there.length ? (answered.at(-1) ?? 0) : 0;
    return { rows: answered.map((number) => this.row(number)), from, to: before ?? null, total };
  }
}

type Step =
  | { readonly kind: 'look'; readonly share: number; readonly width: number }
  | { readonly kind: 'copy'; readonly beyond: number }
  | { readonly kind: 'change'; readonly share: number }
  | { readonly kind: 'delete'; readonly share: number }
  | { readonly kind: 'forget'; readonly share: number }
  | { readonly kind: 'reset' };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('look' as const), share, width: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ kind: fc.constant('copy' as const), beyond: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('change' as const), share }),
  fc.record({ kind: fc.constant('delete' as const), share }),
  fc.record({ kind: fc.constant('forget' as const), share }),
  fc.constant({ kind: 'reset' as const }),
);

/** Checks that the known parts have exactly the right rows, and follow each other. */
function holds(list: SparseRows, journal: Journal): void {
  const { parts } = list;
  assert.equal(parts[0]?.to, Number.POSITIVE_INFINITY);
  assert.equal(parts.at(-1)?.from, 0);
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (next !== undefined) assert.equal(part.from, next.to);
    if (part.kind === 'gap') assert.ok(part.count >= 1 && Number.isInteger(part.count), `${part.count}`);
    else {
      const expected = journal.numbers.filter((number) => number >= part.from && number < part.to).map((number) => journal.row(number));
      assert.deepEqual(part.rows, expected);
    }
  }
}

/** Reads until all visible rows are known. */
function look(list: SparseRows, journal: Journal, isCounted: boolean, sight: { newest: number; oldest: number }): SparseRows {
  let known = list;
  for (let reads = 0; ; reads += 1) {
    const question = nextRowsQuestion(known, sight);
    if (question === null) return known;
    assert.ok(reads < 100, 'each answer tells something new');
    known = withAnswer(known, journal.answer(question, isCounted));
  }
}

suite('a list of which parts are known', () => {
  test('agrees with the complete list, whatever is read, added, changed, deleted and dropped', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 150 });
    fc.assert(
      fc.property(numbers, fc.boolean(), fc.array(step, { maxLength: 40 }), (first, isCounted, steps) => {
        const journal = new Journal(first);
        let list = look(unknownRows, journal, isCounted, { newest: Number.POSITIVE_INFINITY, oldest: Number.MAX_SAFE_INTEGER });
        for (const each of steps) {
          const newest = journal.numbers[0] ?? 0;
          const chosen = journal.numbers[Math.floor(('share' in each ? each.share : 0) * journal.numbers.length)];
          if (each.kind === 'look') {
            const from = Math.floor(each.share * newest);
            list = look(list, journal, isCounted, { newest: from, oldest: Math.max(0, from - each.width) });
          } else if (each.kind === 'copy') {
            const number = Math.max(newest, 400) + each.beyond;
            journal.numbers = [number, ...journal.numbers];
            list = withRow(list, journal.row(number));
          } else if (each.kind === 'reset') {
            list = asOld(list);
          } else if (chosen !== undefined && each.kind === 'delete') {
            journal.numbers = journal.numbers.filter((number) => number !== chosen);
            list = withoutRow(list, String(chosen));
          } else if (chosen !== undefined && each.kind === 'change') {
            journal.rename(chosen, `Changed ${chosen}`);
            if (partAt(list, chosen).kind === 'run') list = withRow(list, journal.row(chosen));
          } else if (each.kind === 'forget') {
            const around = chosen ?? 0;
            list = withoutFar(list, [
              { from: newest, to: Number.POSITIVE_INFINITY },
              { from: around, to: around + 20 },
            ]);
          }
          holds(list, journal);
          assert.equal(new Set(listItems(list, true, 0).map(({ key }) => key)).size, listItems(list, true, 0).length);
        }
        list = look(asOld(list), journal, isCounted, { newest: Number.POSITIVE_INFINITY, oldest: 0 });
        assert.deepEqual(knownRows(list).map(numberOf), journal.numbers);
        assert.equal(countOf(list), journal.numbers.length);
        assert.equal(hasNone(list), journal.numbers.length === 0);
      }),
      { numRuns: 400 },
    );
  });

  test('knows the count from the first answer on, if the core counts', () => {
    const journal = new Journal(Array.from({ length: 1_000 }, (_, index) => index + 1));
    const top = withAnswer(unknownRows, journal.answer({}, true));
    assert.equal(countOf(top), 1_000);
    const middle = withAnswer(top, journal.answer({ before: 500 }, true));
    assert.equal(countOf(middle), 1_000);
    const place = listItems(middle, false, 0).find(({ key }) => key === '499');
    assert.ok(place?.kind === 'row' && Math.abs(place.place - 502) <= 1);
  });

  test('drops rows and keeps their count', () => {
    const journal = new Journal(Array.from({ length: 100 }, (_, index) => index + 1));
    const all = look(unknownRows, journal, false, { newest: Number.POSITIVE_INFINITY, oldest: 0 });
    const few = withoutFar(all, [{ from: 91, to: Number.POSITIVE_INFINITY }]);
    assert.deepEqual([knownRows(few).length, countOf(few)], [10, 100]);
  });

  test('keeps the same row object if an answer has an equal one', () => {
    const journal = new Journal([3, 2, 1]);
    const first = withAnswer(unknownRows, journal.answer({}, true));
    journal.rename(2, 'Another title');
    const second = withAnswer(first, journal.answer({}, true));
    assert.deepEqual(
      knownRows(second).map((each, index) => each === knownRows(first)[index]),
      [true, false, true],
    );
  });

  test('has one heading for rows of one time, and a second one if a clock was wrong for a while', () => {
    const rows = ['A', 'A', 'B', 'A'].map((group, index) => fragmentRow({ id: String(9 - index), group }));
    const list = withAnswer(unknownRows, { rows, from: 0, to: null, total: 4 });
    assert.deepEqual(
      listItems(list, true, 0).map((item) => (item.kind === 'heading' ? item.title : item.key)),
      ['A', '9', '8', 'B', '7', 'A', '6'],
    );
    const ends = listItems(list, true, 0).flatMap((item) => (item.kind === 'row' ? [[item.isFirst, item.isLast]] : []));
    assert.deepEqual(ends, [
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  test('has headings for the last minutes and the last hour, which pass', () => {
    const minute = 60_000;
    const agoMs = [-10 * minute, -1, 4 * minute, 6 * minute, 61 * minute, null];
    const rows = agoMs.map((ago, index) =>
      fragmentRow({ id: String(9 - index), group: 'Today', copiedAtMs: ago === null ? null : 100 * minute - ago }),
    );
    const list = withAnswer(unknownRows, { rows, from: 0, to: null, total: rows.length });
    const headingsAt = (nowMs: number): readonly string[] =>
      listItems(list, true, nowMs).map((item) => (item.kind === 'heading' ? item.title : item.key));
    assert.deepEqual(headingsAt(100 * minute), ['Today', '9', 'Now', '8', '7', 'Last hour', '6', 'Today', '5', '4']);
    assert.equal(nextPassageMs(list, 100 * minute), minute);
    assert.deepEqual(headingsAt(101 * minute), ['Today', '9', 'Now', '8', 'Last hour', '7', '6', 'Today', '5', '4']);
    assert.equal(nextPassageMs(list, 300 * minute), null);
    assert.deepEqual(headingsAt(300 * minute), ['Today', '9', '8', '7', '6', '5', '4']);
  });
});

const named = (id: string, isPinned = false) => fragmentRow({ id, isPinned });
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('the first rows are before the others, each once', () => {
  assert.deepEqual(ids(withFirst([named('2'), named('9')], [named('9'), named('8'), named('2')])), ['2', '9', '8']);
});

test('pinned rows come and go with their pins; those of a search stay until it is read again, unless they are deleted', () => {
  const pinned = [named('9', true), named('5', true)];
  assert.deepEqual(ids(firstAfter(pinned, { row: named('7', true) }, true)), ['9', '7', '5']);
  assert.deepEqual(ids(firstAfter(pinned, { row: named('9') }, true)), ['5']);
  assert.equal(firstAfter(pinned, { row: named('3') }, true), pinned);
  const found = [named('9')];
  assert.deepEqual(ids(firstAfter(found, { row: named('9', true) }, false)), ['9']);
  assert.equal(firstAfter(found, { row: named('7', true) }, false), found);
  assert.deepEqual(firstAfter(found, { gone: '9' }, false), []);
});
