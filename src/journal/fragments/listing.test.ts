import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { type Judgement, recordJudgement } from './fragment-states.ts';
import { deleteFragment } from './fragments.ts';
import { type FragmentQuery, fragmentRange, listFragments, pageOfFragments } from './listing.ts';
import { searchMatch } from './search.ts';

const kinds = [
  { typeId: 'python', group: 'code' },
  { typeId: 'json', group: 'code' },
  { typeId: 'markdown', group: 'text' },
  null,
] as const;
const words = ['harbour', 'station', 'go', 'of', 'Brest'] as const;

interface Made {
  readonly text: string;
  readonly kind: (typeof kinds)[number];
}

function add(journal: Journal, { text, kind }: Made, copiedAtMs: number): number {
  const [id = 0] = recordCapture(journal, textCapture(text, { copiedAtMs })).fragmentIds;
  const detection = kind === null ? null : { ...kind, extension: '.x', mediaType: 'text/plain', confidence: 0.5 };
  const judgement = { detection, embeddedFilename: null, pictureSize: null, verdict: { kind: 'keep', because: 'policy_off' } } as const;
  recordJudgement(journal, id, { ...judgement, index: { body: text, names: '' } } satisfies Judgement);
  return id;
}

/** All ids of a list, read page by page from where `query` begins. */
function walk(journal: Journal, query: FragmentQuery, mayPassOver: number): readonly number[] {
  const isUpward = query.before === undefined && query.after !== undefined;
  let ids: readonly number[] = [];
  for (let at: FragmentQuery | null = query; at !== null; ) {
    const { fragments, next } = pageOfFragments(journal, at, (passedOver) => passedOver > mayPassOver);
    const page = fragments.map(({ id }) => id);
    assert.ok(page.length <= query.limit);
    ids = isUpward ? [...page, ...ids] : [...ids, ...page];
    at = next === null ? null : { ...at, [isUpward ? 'after' : 'before']: next };
  }
  return ids;
}

test('the pages of any query and length, from either end, contain exactly the fragments that match', (t) => {
  const made = fc.record({
    text: fc.subarray([...words], { minLength: 1 }).map((some) => some.join(' ')),
    kind: fc.constantFrom(...kinds),
  });
  const query = fc.record({
    words: fc.option(fc.subarray([...words], { minLength: 1, maxLength: 2 }), { nil: undefined }),
    typeId: fc.option(fc.constantFrom('python', 'markdown', 'unknown'), { nil: undefined }),
    group: fc.option(fc.constantFrom('code', 'text'), { nil: undefined }),
    before: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    after: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  const shape = [fc.array(made, { maxLength: 25 }), fc.array(fc.nat(24)), query, fc.constantFrom(0, 1, 3, 1_000)] as const;
  fc.assert(
    fc.property(...shape, (all, deleted, { words: sought, ...asked }, mayPassOver) => {
      const journal = testJournal(t);
      const facts = new Map(all.map((one, at) => [add(journal, { ...one, text: `${one.text} ${at}` }, 1_000 + at), one]));
      for (const at of deleted) if (deleteFragment(journal, at + 1)) facts.delete(at + 1);
      const expected = [...facts]
        .filter(([id]) => id < (asked.before ?? 99) && id > (asked.after ?? 0))
        .filter(([, { kind }]) => (asked.typeId ?? kind?.typeId) === kind?.typeId && (asked.group ?? kind?.group) === kind?.group)
        .filter(([, { text }]) => (sought ?? []).every((word) => text.includes(word)))
        .map(([id]) => id)
        .toReversed();
      const match = sought === undefined ? undefined : searchMatch(sought.join(' '));
      assert.deepEqual(walk(journal, { ...asked, match }, mayPassOver), expected);
      const all_ = [...facts.keys()];
      assert.deepEqual(fragmentRange(journal), { total: all_.length, oldest: all_[0] ?? null, newest: all_.at(-1) ?? null });
    }),
    { numRuns: 30 },
  );
});

/** The query plans of all statements that read a page. */
function plansOf(journal: Journal, query: FragmentQuery): readonly string[] {
  const asked = new Set<string>();
  const statement: Journal['statement'] = (sql) => {
    asked.add(sql);
    const prepared = journal.statement(sql);
    const rows: typeof prepared.rows = (...given) => {
      // FTS5 reads all entries before a cursor that is not an integer in SQLite.
      assert.deepEqual(
        given.slice(-2).map((cursor) => typeof cursor),
        ['bigint', 'bigint'],
      );
      return prepared.rows(...given);
    };
    return { ...prepared, rows };
  };
  pageOfFragments({ ...journal, statement }, query);
  fragmentRange({ ...journal, statement });
  return [...asked].flatMap((sql) => journal.statement(`EXPLAIN QUERY PLAN ${sql}`).all()).map(({ detail }) => String(detail));
}

test('lists are read in the order of an index, without sorting or scanning a table', (t) => {
  const journal = testJournal(t);
  add(journal, { text: 'harbour of Brest', kind: kinds[0] }, 1_000);
  const cursors: readonly Pick<FragmentQuery, 'before' | 'after'>[] = [{}, { before: 9 }, { after: 1 }, { before: 9, after: 1 }];
  const filters = [{}, { typeId: 'python' }, { group: 'code' }, { typeId: 'python', group: 'code' }];
  const matches = [[], ...['harbour', 'of', 'harbour of', 'Brest harbour'].map(searchMatch)];
  for (const cursor of cursors) {
    for (const filter of filters) {
      for (const match of matches) {
        const plans = plansOf(journal, { ...cursor, ...filter, match, limit: 5 });
        // These scans are allowed, because they read few rows: the representations of one fragment, and the states.
        const others = plans.filter(
          (plan) =>
            !/^(SEARCH|SCAN (search|pairs) VIRTUAL TABLE INDEX|SCAN fragments_in_state|SCAN \(subquery|CO-ROUTINE|CORRELATED SCALAR SUBQUERY)/.test(
              plan,
            ),
        );
        assert.deepEqual(others, [], JSON.stringify([cursor, filter, match]));
        const kind = match.length === 0 ? (filter.typeId ? 'fragments_of_type' : filter.group ? 'fragments_of_group' : 'PRIMARY KEY') : '';
        assert.ok(plans.some((plan) => plan.includes(kind)));
      }
    }
  }
});

test('a page of a query without an index ends early, and says where the next one begins', (t) => {
  const journal = testJournal(t);
  for (let at = 0; at < 30; at += 1) add(journal, { text: `harbour ${at}`, kind: at === 0 ? kinds[2] : kinds[0] }, 1_000 + at);
  const query = { match: searchMatch('harbour'), typeId: 'markdown', limit: 5 };
  const { fragments, next } = pageOfFragments(journal, query, (passedOver) => passedOver > 9);
  assert.deepEqual([fragments, next], [[], 21]);
  assert.deepEqual(walk(journal, query, 9), [1]);
  assert.deepEqual(
    listFragments(journal, query).map(({ id }) => id),
    [1],
  );
});
