import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordCapture } from './captures.ts';
import { listFragments } from './fragments.ts';
import type { Journal } from './journal.ts';
import { recordJudgement } from './progress.ts';
import { searchMatch } from './search.ts';
import { testJournal, textCapture } from './test-journal.ts';

function add(journal: Journal, body: string, { typeId = 'txt', names = '' } = {}): number {
  const id = recordCapture(journal, textCapture(body, { copiedAtMs: Date.now() })).fragmentIds[0] ?? 0;
  const detection = { group: typeId === 'txt' ? 'text' : 'code', extension: '.x', typeId, mediaType: 'text/plain', confidence: 1 };
  recordJudgement(journal, id, {
    detection,
    embeddedFilename: names || null,
    pictureSize: null,
    verdict: { kind: 'save' },
    index: { body, names },
  });
  return id;
}

const find = (journal: Journal, query: string): readonly number[] =>
  listFragments(journal, { match: searchMatch(query), limit: 100 }).map(({ id }) => id);

test('any part of a word of three letters or more is found, in any script and in capitals or not', (t) => {
  const journal = testJournal(t);
  const texts: readonly [string, string][] = [
    ['function reopen() {}', 'OPEN'],
    ['Das Übermaß der Straße', 'überm'],
    ['Привет, мир', 'ПРИВ'],
    ['剪贴板管理器', '贴板管'],
    ['クリップボード', 'ップボ'],
    ['لوحة المفاتيح', 'مفات'],
    ['Cafe\u0301 con leche', 'café'],
    ['say "quoted" words', '"quoted"'],
    ['100% of a_b', 'a_b'],
  ];
  const ids = texts.map(([text]) => add(journal, text));
  for (const [at, [text, query]] of texts.entries()) assert.deepEqual(find(journal, query), [ids[at]], `${query} in ${text}`);
});

test('every word has to be there, in any order and with others between', (t) => {
  const journal = testJournal(t);
  const id = add(journal, 'alpha beta gamma', { names: 'notes.txt' });
  add(journal, 'alpha');
  assert.deepEqual(find(journal, ' gamma  alpha '), [id]);
  assert.deepEqual(find(journal, 'alpha notes'), [id]);
  assert.deepEqual(find(journal, 'alpha delta'), []);
});

test('a short query is looked for in names and types, and its wildcards mean themselves', (t) => {
  const journal = testJournal(t);
  const go = add(journal, 'package main', { typeId: 'go' });
  const named = add(journal, 'x', { names: 'a%b' });
  assert.deepEqual(find(journal, 'go'), [go]);
  assert.deepEqual(find(journal, '%'), [named]);
  assert.deepEqual(find(journal, '_'), []);
  assert.deepEqual(find(journal, '\\'), []);
});

test('no query makes it throw', (t) => {
  const journal = testJournal(t);
  add(journal, 'something to be found');
  for (const query of [
    '',
    '"',
    '"""',
    'abc"',
    'a\0bc',
    'abc\0def',
    "'; DROP TABLE search",
    'body:thing',
    'NEAR(thing)',
    'thi*',
    '^thing',
    '-thing',
    'OR',
    'AND NOT',
    '\ud800\ud800\ud800',
    '(((',
  ])
    find(journal, query);
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (query) => Array.isArray(find(journal, query))));
});

test('whatever is in a text is found by any piece of it', (t) => {
  const journal = testJournal(t);
  const body = 'The quick "brown" fox’s 12.5% — naïve façade; Δx ≠ 0 && ключ';
  const id = add(journal, body);
  const letters = [...body];
  const piece = fc
    .tuple(fc.nat(letters.length - 3), fc.integer({ min: 3, max: 12 }))
    .map(([from, length]) => letters.slice(from, from + length).join(''));
  fc.assert(
    fc.property(
      piece.filter((query) => query.split(/\s+/).some((word) => [...word].length >= 3)),
      (query) => find(journal, query).includes(id),
    ),
  );
});

test('a list goes by type and group, newest first, a page at a time', (t) => {
  const journal = testJournal(t);
  const ids = ['go', 'txt', 'go', 'txt', 'go'].map((typeId, at) => add(journal, `text ${at}`, { typeId }));
  const list = (query: object): readonly (number | undefined)[] => listFragments(journal, { limit: 2, ...query }).map(({ id }) => id);
  assert.deepEqual(list({}), [ids[4], ids[3]]);
  assert.deepEqual(list({ before: ids[3] }), [ids[2], ids[1]]);
  assert.deepEqual(list({ typeId: 'go' }), [ids[4], ids[2]]);
  assert.deepEqual(list({ group: 'text', match: searchMatch('text') }), [ids[3], ids[1]]);
});
