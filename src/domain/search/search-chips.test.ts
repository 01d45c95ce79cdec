import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKinds } from '../../contract/fragment-words.ts';
import { kindName } from '../view/kind-names.ts';
import { parseSearch } from './query.ts';
import { offeredPrograms, searchChips } from './search-chips.ts';

const now = Date.parse('2026-03-12T14:30:00Z');

test('every chip is a condition that the search understands', () => {
  const programs = [
    { app: 'firefox-esr', title: 'Firefox ESR' },
    { app: 'Some App', title: 'Some App' },
  ];
  const chips = searchChips('a', programs).flatMap(({ chips: all }) => all);
  assert.ok(chips.length > 10);
  for (const { condition, alike = [] } of chips) {
    const parsed = parseSearch(condition, now);
    assert.ok(parsed.ok && parsed.query.length === 1 && parsed.query[0]?.any.every(({ is }) => is !== 'text'), condition);
    for (const other of alike) assert.deepEqual(parseSearch(other, now), parsed);
  }
  assert.deepEqual(searchChips('a', programs)[1]?.chips, [
    { title: 'Firefox ESR', condition: 'app:firefox-esr' },
    { title: 'Some App', condition: 'app:"Some App"' },
  ]);
});

test('each kind of copy has a chip', () => {
  const kinds = searchChips('a', []).find(({ key }) => key === 'kind')?.chips ?? [];
  assert.deepEqual(kinds.map(({ title }) => title).sort(), contentKinds.map(kindName).sort());
});

test('without programs there is no such group, and without a search none at all', () => {
  assert.deepEqual(
    searchChips('a', []).map(({ key }) => key),
    ['kind', 'date'],
  );
  assert.deepEqual(searchChips('', [{ app: 'gimp', title: 'GIMP' }]), []);
});

test('the programs of the whole history are offered, each once, those of the latest copies first, and none that can not be written', () => {
  const recent = [...Array(30).fill('xclip'), 'Mousepad', 'b"', 'c\n', ' '].map((app: string) => ({ from: { app, title: app } }));
  const known = { recent: [{}, ...recent], recentApps: ['xclip', 'Gimp', 'mousepad'], searchValues: { app: ['gimp', 'krita', 'thunar'] } };
  const titles = offeredPrograms(known, (app) => `the program ${app}`).map(({ title }) => title);
  assert.deepEqual(titles, ['xclip', 'Mousepad', 'the program Gimp', 'the program krita', 'the program thunar']);
});

test('however many programs there are, as many are offered as somebody looks through', () => {
  const many = Array.from({ length: 2_000 }, (_, n) => `program ${n}`);
  const known = { recent: many.map((app) => ({ from: { app, title: app } })), recentApps: many, searchValues: { app: many } };
  assert.equal(offeredPrograms(known, (app) => app).length, 30);
  assert.equal(offeredPrograms({ ...known, recent: null, recentApps: [] }, (app) => app).length, 30);
});
