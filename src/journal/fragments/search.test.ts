import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { anyText } from '../../../test/harness/any-text.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { indexPairsStep } from './character-pair-index.ts';
import { pairsOf } from './character-pairs.ts';
import { recordJudgement } from './fragment-states.ts';
import { deleteFragment } from './fragments.ts';
import { listFragments } from './listing.ts';
import { searchMatch } from './search.ts';

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

test('any part of a word, of three letters or more, is found in any script and regardless of case', (t) => {
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

test('every word of a query has to be there, in any order and with other words between', (t) => {
  const journal = testJournal(t);
  const id = add(journal, 'alpha beta gamma', { names: 'notes.txt' });
  add(journal, 'alpha');
  assert.deepEqual(find(journal, ' gamma  alpha '), [id]);
  assert.deepEqual(find(journal, 'alpha notes'), [id]);
  assert.deepEqual(find(journal, 'alpha delta'), []);
});

test('words of one and two characters are found in any script, alone and together with longer ones', (t) => {
  const journal = testJournal(t);
  const texts: readonly (readonly [text: string, ...queries: string[]])[] = [
    ['go run main.rs', 'go', 'GO run', 'rs go', 'n.'],
    ['剪贴板管理器', '剪贴', '管理', '器', '剪贴 管理器'],
    ['クリップボード', 'ード', 'ップ ボー'],
    ['한국어 문서', '한국', '문서 어'],
    ['Привет, ΟΔΟΣ', 'ИВ', 'οσ', 'ΟΣ'],
    ['Cafe\u0301', 'FÉ'],
    ['😀😎 und C#', '😀', '😀😎', 'c#'],
    ['a => b && c', '=>', '&&', 'b c'],
  ];
  const ids = texts.map(([text]) => add(journal, text));
  for (const [at, [text, ...queries]] of texts.entries())
    for (const query of queries) assert.deepEqual(find(journal, query), [ids[at]], `${query} in ${text}`);
  for (const query of ['og', '板剪', 'zz', '剪贴 zz', 'run zz', '😎😀']) assert.deepEqual(find(journal, query), [], query);
});

test('short words also find names and types, and wildcards have no special meaning', (t) => {
  const journal = testJournal(t);
  const go = add(journal, 'package main', { typeId: 'txt', names: 'go' });
  const named = add(journal, 'x', { names: 'a%b' });
  assert.deepEqual(find(journal, 'go'), [go]);
  assert.deepEqual(find(journal, '%'), [named]);
  assert.deepEqual(find(journal, '_'), []);
  assert.deepEqual(find(journal, '\\'), []);
});

test('searching does not throw, whatever the query', (t) => {
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
  fc.assert(fc.property(anyText({ maxLength: 40 }), (query) => Array.isArray(find(journal, query))));
});

test('a text is found by any part of it, whatever it contains', (t) => {
  const journal = testJournal(t);
  const body = 'The quick "brown" fox’s 12.5% — naïve façade; Δx ≠ 0 && ключ';
  const id = add(journal, body);
  const letters = [...body];
  const piece = fc
    .tuple(fc.nat(letters.length - 1), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]) => letters.slice(from, from + length).join(''));
  fc.assert(fc.property(piece, (query) => find(journal, query).includes(id)));
});

test('a list can be limited to a type and a group, newest first, one page at a time', (t) => {
  const journal = testJournal(t);
  const ids = ['go', 'txt', 'go', 'txt', 'go'].map((typeId, at) => add(journal, `text ${at}`, { typeId }));
  const list = (query: object): readonly (number | undefined)[] => listFragments(journal, { limit: 2, ...query }).map(({ id }) => id);
  assert.deepEqual(list({}), [ids[4], ids[3]]);
  assert.deepEqual(list({ before: ids[3] }), [ids[2], ids[1]]);
  assert.deepEqual(list({ typeId: 'go' }), [ids[4], ids[2]]);
  assert.deepEqual(list({ group: 'text', match: searchMatch('text') }), [ids[3], ids[1]]);
});

test('the terms of a text in the index of pairs are bounded, whatever it contains', () => {
  const noise = String.fromCharCode(...Array.from({ length: 65_536 }, (_, at) => 0x4e00 + ((at * 7_919) % 20_011)));
  assert.ok(pairsOf(noise).split(' ').length <= 8_192);
  assert.equal(pairsOf(''), '');
});

test('fragments older than the index of pairs are added to it gradually, newest first and each once', (t) => {
  const journal = testJournal(t);
  const ids = ['ab one', 'ab two', 'ab three'].map((text) => add(journal, text));
  const filtered = recordCapture(journal, textCapture('ab filtered')).fragmentIds[0] ?? 0;
  const verdict = { kind: 'filter', because: 'excluded_dir' } as const;
  recordJudgement(journal, filtered, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict,
    index: { body: '', names: '' },
  });
  journal.statement('DELETE FROM pairs WHERE rowid < ?').run(ids[2] ?? 0);
  journal.statement('UPDATE without_pairs SET below = ?').run(filtered + 1);
  assert.deepEqual(find(journal, 'ab'), [ids[2]]);
  assert.equal(indexPairsStep(journal, 0), 'more');
  deleteFragment(journal, ids[0] ?? 0);
  const late = add(journal, 'ab late');
  for (let steps = 0; indexPairsStep(journal, 0) === 'more'; steps += 1) assert.ok(steps < 10, 'it comes to an end');
  assert.deepEqual(find(journal, 'ab'), [late, ids[2], ids[1]]);
  assert.equal(indexPairsStep(journal, 0), 'done');
  assert.deepEqual(journal.statement('SELECT rowid FROM pairs ORDER BY rowid').all().length, 3);
});

test('each word of a query becomes one condition, unless it is part of another word', () => {
  assert.deepEqual(searchMatch('go go gone gone harbour go'), [{ index: 'search', query: '"gone" AND "harbour"' }]);
  assert.deepEqual(
    searchMatch('harbour go go').map(({ index }) => index),
    ['search', 'pairs'],
  );
});

test('matches are returned one page at a time, newest first, for long words, short words and both', (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 7 }, (_, n) => add(journal, `harbour go ${n}`)).toReversed();
  for (const query of ['harbour', 'go', 'harbour go']) {
    const page = (before?: number) => listFragments(journal, { match: searchMatch(query), before, limit: 3 }).map(({ id }) => id);
    assert.deepEqual([page(), page(ids[2]), page(ids[5]), page(ids[6])], [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6), []], query);
  }
});

test('a fragment that cannot be read does not keep older ones out of the index', (t) => {
  const journal = testJournal(t);
  const ids = ['ab one', 'ab two', 'ab three'].map((text) => add(journal, text));
  journal.statement('DELETE FROM pairs').run();
  journal.statement('UPDATE without_pairs SET below = ?').run((ids[2] ?? 0) + 1);
  const statement = (sql: string): ReturnType<Journal['statement']> => {
    const real = journal.statement(sql);
    if (!sql.startsWith('SELECT position, media_type')) return real;
    const all = (id: number): ReturnType<typeof real.all> => {
      if (id === ids[1]) throw Object.assign(new Error('damaged'), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
      return real.all(id);
    };
    return { all } as unknown as typeof real;
  };
  for (let steps = 0; indexPairsStep({ ...journal, statement }, 0) === 'more'; steps += 1) assert.ok(steps < 10, 'it comes to an end');
  assert.deepEqual(find(journal, 'ab'), [ids[2], ids[0]]);
});
