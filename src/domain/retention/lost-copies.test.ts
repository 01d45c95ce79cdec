import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holdsOf } from './holds.ts';
import {
  boundedLoss,
  commonSpans,
  countOf,
  holdsWithLoss,
  joinedLoss,
  mostLost,
  type Since,
  type Span,
  spansOf,
  withoutSpans,
} from './lost-copies.ts';

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }));
const all = (spans: readonly Span[]): readonly number[] =>
  spans.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => last - at));
const descending = (ids: Iterable<number>): readonly number[] => [...ids].toSorted((one, other) => other - one);

test('spans have what their numbers have, whatever is joined, common or taken away', () => {
  fc.assert(
    fc.property(numbers, numbers, (some, others) => {
      const [one, other] = [spansOf(some), spansOf(others)];
      assert.deepEqual(all(one), descending(some));
      assert.equal(countOf(one), some.length);
      assert.deepEqual(all(commonSpans(one, other)), descending(some.filter((id) => others.includes(id))));
      assert.deepEqual(all(withoutSpans(one, other)), descending(some.filter((id) => !others.includes(id))));
      const joined = joinedLoss([one, other].map((lost) => ({ lost, unsure: [], pinned: 1 })));
      assert.deepEqual(all(joined.lost), descending(new Set([...some, ...others])));
    }),
  );
});

const since: Since = { beforeMs: Number.POSITIVE_INFINITY, inHistory: () => new Map() };

test('with too many spans the newest stay as they are, and no number of the others is left out', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.integer({ min: 0, max: 20 }), (some, others, most) => {
      const loss = { lost: spansOf(some), unsure: spansOf(others.filter((id) => !some.includes(id))), pinned: 2 };
      const { lost, unsure, pinned } = boundedLoss(loss, most);
      assert.ok(lost.length + unsure.length <= Math.max(most * 2 + 1, 1));
      assert.equal(pinned, 2);
      assert.ok(all(lost).every((id) => some.includes(id)));
      assert.deepEqual(lost, loss.lost.slice(0, lost.length));
      const told = [...all(lost), ...all(unsure)];
      assert.equal(new Set(told).size, told.length);
      assert.ok([...some, ...others].every((id) => told.includes(id)));
    }),
  );
});

test('of a hold by number the lost numbers are known, and one by conditions may have lost some', () => {
  const hold = (id: string, given: object) => ({
    id,
    note: '',
    copies: [],
    contents: null,
    from: null,
    until: null,
    application: '',
    query: '',
    ...given,
  });
  const holds = holdsOf({
    holds: [
      hold('ids', { copies: [3, 20, 21, 22, 40] }),
      hold('unsure', { copies: [31] }),
      hold('other', { copies: [50] }),
      hold('query', { query: 'acme' }),
    ],
  });
  const loss = { lost: spansOf([20, 21, 22, 5]), unsure: [[30, 35]] as const, pinned: 0 };
  assert.deepEqual(holdsWithLoss(loss, holds, since), [
    // 3 is nowhere: it may have become part of a lost one.
    { id: 'ids', copies: [20, 21, 22], mayHaveMore: true, waits: false },
    { id: 'unsure', copies: [], mayHaveMore: true, waits: false },
    { id: 'query', copies: [], mayHaveMore: true, waits: false },
  ]);
  assert.deepEqual(holdsWithLoss({ ...loss, lost: [[20, 22]], unsure: [], waitsBelow: 10 }, holds, since), [
    { id: 'ids', copies: [20, 21, 22], mayHaveMore: false, waits: true },
    { id: 'query', copies: [], mayHaveMore: true, waits: true },
  ]);
  assert.deepEqual(holdsWithLoss({ lost: [], unsure: [], pinned: 0 }, holds, since), []);
  const later: Since = {
    beforeMs: 1_000,
    inHistory: (_, asked) => {
      assert.ok(asked.every((number) => number <= 35));
      return new Map([
        [3, 'maybe another'],
        [21, 'its own'],
        [22, 'maybe another'],
        [31, 'maybe another'],
      ]);
    },
  };
  const dated = holdsOf({ holds: [hold('after', { from: '2026-06-01' }), hold('before', { from: '1969-06-01', until: '2026-06-01' })] });
  assert.deepEqual(
    holdsWithLoss(loss, [...holds, ...dated], later).map(({ id, copies }) => [id, copies]),
    [
      ['ids', [20, 22]],
      ['query', []],
      ['before', []],
    ],
    'what was copied later, or is in the history, was not lost; that another copy may have its number says nothing of a lost one',
  );
  assert.equal(mostLost(loss), 10);
  assert.equal(mostLost({ ...loss, unsure: [[30, 50_000_000]] }), null);
});
