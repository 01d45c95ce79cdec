import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/harness/any-text.ts';
import { section } from '../contract/page-rows/section.ts';
import { matchSections, sectionTitle } from './section-titles.ts';

const found = (query: string) => matchSections(query).map((row) => row.section);

test('a section is found by its name and by what somebody may call it', () => {
  for (const name of section.options) assert.equal(found(sectionTitle(name))[0], name);
  for (const query of ['hist', 'HISTORY', 'all copies']) assert.deepEqual(found(query), ['history'], query);
  for (const query of ['diag', 'missed', 'restart']) assert.deepEqual(found(query), ['diagnostics'], query);
  for (const query of ['pref', 'pair', 'browser', 'language']) assert.deepEqual(found(query), ['settings'], query);
  for (const query of ['work', 'space', 'folders']) assert.equal(found(query)[0], 'workspaces', query);
});

test('a section says what of it matches', () => {
  assert.deepEqual(
    ['diag', 'missed', 'now', 'browser', 'space'].map((query) => matchSections(query).map(({ section: name, found: by }) => [name, by])[0]),
    [
      ['diagnostics', 'beginning'],
      ['diagnostics', 'other-word'],
      ['now', 'beginning'],
      ['settings', 'other-word'],
      ['workspaces', 'title'],
    ],
  );
});

test('nothing is found by a blank query, by other words, or by a text that only begins with a name', () => {
  for (const query of ['', '  ', 'history of rome', 'tides', 'historyx', 'istory']) assert.deepEqual(found(query), [], query);
});

test('any query is answered with sections that exist, each once', () => {
  fc.assert(
    fc.property(anyText(), (query) => {
      const names = found(query);
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.every((name) => section.options.includes(name)));
    }),
  );
});
