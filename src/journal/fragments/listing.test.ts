import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { hideSlice } from '../keeping/deletions.ts';
import { type FragmentQuery, fragmentRange, listFragments, pageOfFragments } from './listing.ts';

/** All ids of a list, read page by page from where `query` begins. */
function walk(journal: Journal, query: FragmentQuery, mayPassOver: number): readonly number[] {
  const isUpward = query.before === undefined && query.after !== undefined;
  let ids: readonly number[] = [];
  for (let at: FragmentQuery | null = query; at !== null; ) {
    const { fragments, next } = pageOfFragments(journal, at, mayPassOver);
    const page = fragments.map(({ id }) => id);
    assert.ok(page.length <= query.limit);
    ids = isUpward ? [...page, ...ids] : [...ids, ...page];
    at = next === null ? null : { ...at, [isUpward ? 'after' : 'before']: next };
  }
  return ids;
}

test('the pages of any length, from either end, contain exactly the fragments that are there and sound', (t) => {
  const query = fc.record({
    before: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    after: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  const some = fc.array(fc.integer({ min: 1, max: 25 }));
  fc.assert(
    fc.property(fc.nat(25), some, some, query, fc.constantFrom(0, 1, 3, 1_000), (count, deleted, damaged, asked, mayPassOver) => {
      const journal = testJournal(t);
      const ids = new Set(Array.from({ length: count }, (_, at) => recordCapture(journal, textCapture(`text ${at}`)).fragmentIds[0] ?? 0));
      for (const id of deleted) if (deleteFragment(journal, id)) ids.delete(id);
      const all = [...ids];
      for (const id of damaged) journal.statement("UPDATE fragments SET kind = 'words' WHERE id = ?").run(id);
      const expected = all.filter((id) => !damaged.includes(id) && id < (asked.before ?? 99) && id > (asked.after ?? 0)).toReversed();
      assert.deepEqual(walk(journal, asked, mayPassOver), expected);
      assert.deepEqual(fragmentRange(journal), { total: all.length, oldest: all[0] ?? null, newest: all.at(-1) ?? null });
    }),
    { numRuns: 30 },
  );
});

test('lists are read in the order of an index, without sorting or scanning a table', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('text'));
  const cursors: readonly Pick<FragmentQuery, 'before' | 'after'>[] = [{}, { before: 9 }, { after: 1 }, { before: 9, after: 1 }];
  for (const cursor of cursors) {
    const asked = new Set<string>();
    const statement: Journal['statement'] = (sql) => {
      asked.add(sql);
      return journal.statement(sql);
    };
    assert.equal(listFragments({ ...journal, statement }, { ...cursor, limit: 5 }).length, cursor.after === undefined ? 1 : 0);
    fragmentRange({ ...journal, statement });
    const plans = [...asked].flatMap((sql) => journal.statement(`EXPLAIN QUERY PLAN ${sql}`).all()).map(({ detail }) => String(detail));
    // These scans are allowed, because they read few rows: the representations of one fragment, the states, and the selections.
    const others = plans.filter(
      (plan) =>
        !/^(SEARCH|SCAN fragments_in_state|SCAN \(subquery|SCAN captures USING COVERING INDEX selections|LIST SUBQUERY|CREATE BLOOM FILTER|CO-ROUTINE|CORRELATED SCALAR SUBQUERY)/.test(
          plan,
        ),
    );
    assert.deepEqual(others, [], JSON.stringify(cursor));
  }
});

test('the first and the last number are those of copies that are shown', (t) => {
  const journal = testJournal(t);
  const [one = 0, two = 0, three = 0] = ['a', 'b', 'c'].map((text) => recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0);
  hideSlice(journal, { ids: [one, three], nowMs: 1_000, budgetMs: 1_000 });
  assert.deepEqual(fragmentRange(journal), { total: 1, oldest: two, newest: two });
  hideSlice(journal, { ids: [two], nowMs: 1_000, budgetMs: 1_000 });
  assert.deepEqual(fragmentRange(journal), { total: 0, oldest: null, newest: null });
});
