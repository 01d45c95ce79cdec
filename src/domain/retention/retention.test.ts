import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents } from '../../contract/documents.ts';
import { RetentionAccount } from './account.ts';
import { stayOnHold } from './hold-words.ts';
import { holdsFault, holdsOf } from './holds.ts';
import { policyInWords } from './policy-words.ts';
import { activePolicy, runsEveryMs } from './rules.ts';

const holds = (hold: object) => documents['legal-hold'].schema.parse({ holds: [{ id: 'a', ...hold }] });
const policy = (value: object) => documents['retention-policy'].schema.parse(value);
const hourMs = 3_600_000;

test('a hold needs a condition, a real date, and a search that does not move on with time', () => {
  assert.equal(documents['legal-hold'].schema.safeParse({ holds: [{ id: 'a' }] }).success, false);
  assert.equal(documents['legal-hold'].schema.safeParse({ holds: [{ id: 'A b', query: 'x' }] }).success, false);
  assert.equal(documents['legal-hold'].schema.safeParse({ holds: ['a', 'a'].map((id) => ({ id, query: 'x' })) }).success, false);
  const faults: readonly (readonly [object, string | undefined])[] = [
    [{ query: 'acme OR kind:link' }, undefined],
    [{ query: 'acme since:2d' }, 'holds.0.query'],
    [{ query: 'kind:nonsense' }, 'holds.0.query'],
    [{ query: '""' }, 'holds.0.query'],
    [{ from: '2026-02-30' }, 'holds.0.from'],
    [{ until: '2026-02-29' }, 'holds.0.until'],
    [{ from: '2026-03-02', until: '2026-03-01' }, 'holds.0.until'],
    [{ from: '2026-03-01', until: '2026-03-01' }, undefined],
    [{ from: '2026-03-01T18:00', until: '2026-03-01T18:00' }, undefined],
  ];
  for (const [hold, field] of faults) assert.equal(holdsFault(holds(hold))?.field, field, JSON.stringify(hold));
});

test('a day that is named last is part of the hold, and so is a minute', () => {
  const spanOf = (hold: object) => holdsOf(holds(hold))[0]?.conditions;
  const day = spanOf({ from: '2026-03-01', until: '2026-03-01' });
  assert.equal((day?.beforeMs ?? 0) - (day?.fromMs ?? 0), 24 * hourMs);
  const minute = spanOf({ from: '2026-03-01T18:00', until: '2026-03-01T18:00' });
  assert.equal((minute?.beforeMs ?? 0) - (minute?.fromMs ?? 0), 60_000);
  assert.equal(spanOf({ copies: [1] }), null);
});

test('by default nothing is deleted; a rule needs a limit and a name of its own', () => {
  assert.deepEqual(activePolicy(policy({}), 0), { rules: [], deletesPinned: false });
  assert.equal(policy({}).enabled, false);
  const refused = [{ id: 'a' }, { id: 'a', max_age: '5' }, { id: 'a', max_age: '0d' }, { id: 'a', kinds: ['novel'], max_count: 1 }];
  for (const rule of refused)
    assert.equal(documents['retention-policy'].schema.safeParse({ rules: [rule] }).success, false, JSON.stringify(rule));
});

test('ages count from now, and not at all while the clock is not believed', () => {
  const rules = [{ id: 'a', max_age: '90d', kinds: ['picture', 'link'] }];
  const at = (nowMs: number | null) => activePolicy(policy({ rules }), nowMs).rules[0];
  assert.equal(at(1_000 * 24 * hourMs)?.sinceMs, 910 * 24 * hourMs);
  assert.equal(at(null)?.sinceMs, null);
  assert.deepEqual(at(0)?.query[0]?.any, [
    { is: 'kind', kind: 'image' },
    { is: 'content-kind', kind: 'link' },
  ]);
});

test('a rule for what is younger than a day makes the runs hourly', () => {
  const every = (...ages: readonly string[]) => runsEveryMs(policy({ rules: ages.map((max_age, at) => ({ id: `r${at}`, max_age })) }));
  assert.equal(every('1d', '90d'), 24 * hourMs);
  assert.equal(every('90d', '1h'), hourMs);
  assert.equal(runsEveryMs(policy({ rules: [{ id: 'a', max_count: 5 }] })), 24 * hourMs);
});

test('copies that stay are told with all their holds, in order', () => {
  assert.match(stayOnHold(['h4']), /^1 copy stays because of the legal hold h4\. /);
  assert.match(
    stayOnHold(['h4', 'h7', 'h6', 'h10', 'h4']),
    /^5 copies stay because of the legal holds h4, h6, h7 and h10\. .+ remove h4 h6 h7 h10$/,
  );
  assert.match(stayOnHold(['a', 'b', 'c', 'd', 'e', 'f']), /holds a, b, c, d, e, …\. .+ remove a b c d e$/);
});

test('the policy in words says what each rule deletes', () => {
  const words = policyInWords(policy({ enabled: true, rules: [{ id: 'old', kinds: ['picture'], max_age: '90d', max_count: 5_000 }] }));
  assert.match(words[0] ?? '', /^Retention is on/);
  assert.equal(words[1], '  old: of the copies of kind:picture, deletes copies older than 90d, and all but the newest 5,000 copies');
  const [, few] = policyInWords(policy({ enabled: true, rules: [{ id: 'few', kinds: ['text'], max_count: 4 }] }));
  assert.equal(few, '  few: deletes all but the newest 4 copies of kind:text');
  const all = policyInWords(
    policy({
      rules: [
        { id: 'zero', max_count: 0 },
        { id: 'none', kinds: ['picture', 'link'], max_age: '1d', max_count: 0 },
      ],
    }),
  );
  assert.deepEqual(all.slice(1, 3), ['  zero: deletes all copies', '  none: deletes all copies of kind:picture,link']);
  assert.match(policyInWords(policy({})).join('\n'), /has no rules/);
});

test('records that do not fit together are noticed, whatever their hashes', () => {
  const hash = 'a'.repeat(64);
  const linked = { previous: hash, at: '2026-11-26T12:00:00.000Z', run: 1, hash };
  const begin = {
    ...linked,
    kind: 'begin',
    by: 'command',
    policy: null,
    holds: null,
    deletesPinned: false,
    rules: [],
    onHold: [],
    key: hash,
  };
  const intent = {
    ...linked,
    kind: 'intent',
    rule: 'r',
    copies: [
      [1, hash],
      [2, hash],
    ],
  };
  const done = { ...linked, kind: 'done', intent: 2, deleted: 2, left: [] };
  const flawOf = (...records: readonly object[]): string | null => {
    const account = new RetentionAccount();
    for (const [at, record] of records.entries()) {
      const flaw = account.add({ n: at + 1, ...record });
      if (flaw !== null) return flaw;
    }
    return null;
  };
  assert.equal(flawOf(begin, intent, done, { ...linked, kind: 'end', deleted: 2 }), null);
  assert.equal(flawOf(begin, intent, { ...done, deleted: 1 }), 'sum');
  assert.equal(flawOf(begin, intent, { ...done, left: [[9, 'gone']] }), 'sum');
  assert.equal(flawOf(begin, intent, done, { ...linked, kind: 'end', deleted: 3 }), 'sum');
  assert.equal(flawOf(begin, intent, intent), 'order');
  assert.equal(flawOf(begin, { ...done, intent: 1 }), 'order');
  assert.equal(flawOf(intent), 'order');
  assert.equal(flawOf(begin, begin), 'order');
  assert.equal(flawOf(begin, intent, { ...linked, kind: 'interrupted', intent: null, deleted: 0 }), 'order');
  assert.equal(flawOf(begin, { ...intent, title: 'a title' }), 'form');
  assert.equal(flawOf({ ...begin, rules: [{ id: 'r', max_count: 1, note: 'x' }] }), null, 'rules as the document has them');
});
