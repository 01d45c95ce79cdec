import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldApart } from '../../../src/processes/shell/page/picker/tell-apart.ts';
import { fragmentRow } from '../views.ts';

const told = (...texts: readonly string[]): readonly (string | undefined)[] => {
  const rows = texts.map((text, at) => {
    const [title = ''] = text.split('\n');
    return fragmentRow({ id: String(at + 1), kind: 'text', title, preview: text.includes('\n') ? text : '' });
  });
  const shown = toldApart(rows);
  return rows.map(({ id }) => shown.get(id));
};

test('copies that begin alike show where they differ, and others their titles', () => {
  const same = 'The meeting about the new building takes place on';
  assert.deepEqual(told(`${same} Monday`, 'something else', `${same} Tuesday`), ['The meeting… Monday', undefined, 'The meeting… Tuesday']);
  assert.deepEqual(told('import a from "a"', 'import b from "b"'), [undefined, undefined], 'the difference is in sight');
});

test('the difference may be in a later line, inside a long word, or be an end', () => {
  const head = '#!/usr/bin/env python3 -u -X utf8';
  assert.deepEqual(told(`${head}\nimport sys`, `${head}\nimport os`), ['#!/usr/bin/e… sys', '#!/usr/bin/e… os']);
  const word = 'x'.repeat(60);
  assert.deepEqual(told(`${word}1`, `${word}2`), ['xxxxxxxxxxxx… 1', 'xxxxxxxxxxxx… 2']);
  const [short, long] = told(word, `${word} and more`);
  assert.equal(short, undefined);
  assert.equal(long, 'xxxxxxxxxxxx… and more');
});

test('a thousand copies that begin alike take no time to speak of', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => `${'same '.repeat(40)}${at + 1_000}`);
  const startedAtMs = performance.now();
  assert.equal(told(...rows).filter((text) => text === undefined).length, 0);
  assert.ok(performance.now() - startedAtMs < 1_000);
});
