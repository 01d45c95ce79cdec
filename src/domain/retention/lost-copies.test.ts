import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holdsOf } from './holds.ts';
import { commonSpans, countOf, holdsWithLoss, joinedLoss, mostLost, type Span, spansOf, withoutSpans } from './lost-copies.ts';

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
  assert.deepEqual(holdsWithLoss(loss, holds), [
    { id: 'ids', copies: [20, 21, 22], mayHaveMore: false },
    { id: 'unsure', copies: [], mayHaveMore: true },
    { id: 'query', copies: [], mayHaveMore: true },
  ]);
  assert.deepEqual(holdsWithLoss({ lost: [], unsure: [], pinned: 0 }, holds), []);
  assert.equal(mostLost(loss), 10);
  assert.equal(mostLost({ ...loss, unsure: [[30, 50_000_000]] }), null);
});
