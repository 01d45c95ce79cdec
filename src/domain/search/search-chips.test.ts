import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKinds } from '../../contract/fragment-words.ts';
import { kindName } from '../view/kind-names.ts';
import { parseSearch } from './query.ts';
import { searchChips } from './search-chips.ts';

const now = Date.parse('2026-03-12T14:30:00Z');

test('every chip is a condition that the search understands', () => {
  const programs = [
    { app: 'firefox-esr', title: 'Firefox ESR' },
    { app: 'Some App', title: 'Some App' },
  ];
  const latest = programs.map((from) => ({ from }));
  const chips = searchChips('a', latest).flatMap(({ chips: all }) => all);
  assert.ok(chips.length > 10);
  for (const { condition, alike = [] } of chips) {
    const parsed = parseSearch(condition, now);
    assert.ok(parsed.ok && parsed.query.length === 1 && parsed.query[0]?.any.every(({ is }) => is !== 'text'), condition);
    for (const other of alike) assert.deepEqual(parseSearch(other, now), parsed);
  }
  assert.deepEqual(searchChips('a', latest)[1]?.chips, [
    { title: 'Firefox ESR', condition: 'app:firefox-esr' },
    { title: 'Some App', condition: 'app:"Some App"' },
  ]);
});

test('each kind of copy has a chip', () => {
  const kinds = searchChips('a', []).find(({ key }) => key === 'kind')?.chips ?? [];
  assert.deepEqual(kinds.map(({ title }) => title).sort(), contentKinds.map(kindName).sort());
});

test('each program is offered once, few of them, and none that can not be written; without programs there is no such group', () => {
  const programs = ['a', 'A', 'b"', 'c\n', ' ', 'd', 'e', 'f', 'g', 'h', 'i'].map((app) => ({ from: { app, title: app } }));
  assert.equal(searchChips('a', programs)[1]?.chips.length, 6);
  assert.deepEqual(
    searchChips('a', [{}]).map(({ key }) => key),
    ['kind', 'date'],
  );
  assert.deepEqual(searchChips('', programs), []);
});
