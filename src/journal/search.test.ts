import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordCapture } from './captures.ts';
import { deleteFragment, listFragments } from './fragments.ts';
import type { Journal } from './journal.ts';
import { pairStep } from './pair-index.ts';
import { pairsOf } from './pairs.ts';
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

test('words of one and two characters are found like others, in any script, alone and beside longer ones', (t) => {
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

test('names and types are found by short words too, and wildcards mean themselves', (t) => {
  const journal = testJournal(t);
  const go = add(journal, 'package main', { typeId: 'txt', names: 'go' });
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
    .tuple(fc.nat(letters.length - 1), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]) => letters.slice(from, from + length).join(''));
  fc.assert(fc.property(piece, (query) => find(journal, query).includes(id)));
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

test('a text of any kind makes no more of the index of pairs than a bound', () => {
  const noise = String.fromCharCode(...Array.from({ length: 65_536 }, (_, at) => 0x4e00 + ((at * 7_919) % 20_011)));
  assert.ok(pairsOf(noise).split(' ').length <= 8_192);
  assert.equal(pairsOf(''), '');
});

test('what was there before the index of pairs enters it bit by bit, the newest first, and no row twice', (t) => {
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
  assert.equal(pairStep(journal, 0), 'more');
  deleteFragment(journal, ids[0] ?? 0);
  const late = add(journal, 'ab late');
  for (let steps = 0; pairStep(journal, 0) === 'more'; steps += 1) assert.ok(steps < 10, 'it comes to an end');
  assert.deepEqual(find(journal, 'ab'), [late, ids[2], ids[1]]);
  assert.equal(pairStep(journal, 0), 'done');
  assert.deepEqual(journal.statement('SELECT rowid FROM pairs ORDER BY rowid').all().length, 3);
});

test('a search reads its index from the newest entry on, and sorts nothing', (t) => {
  const journal = testJournal(t);
  let asked = '';
  const statement = (sql: string): ReturnType<Journal['statement']> => {
    asked = sql;
    return journal.statement(sql);
  };
  for (const query of ['harbour master', 'go', 'harbour go', 'harbour go har'] as const) {
    const match = searchMatch(query);
    listFragments({ ...journal, statement }, { match, limit: 5 });
    const values = Array.from(asked.matchAll(/\?/g), () => 'a');
    const plan = journal
      .statement(`EXPLAIN QUERY PLAN ${asked}`)
      .all(...values)
      .map(({ detail }) => String(detail));
    assert.match(plan[0] ?? '', query === 'go' ? /^SCAN pairs VIRTUAL TABLE/ : /^SCAN search VIRTUAL TABLE/, query);
    assert.ok(!plan.some((detail) => detail.includes('ORDER BY')), plan.join('\n'));
  }
  assert.equal(searchMatch('go go gone gone').parameters.length, 1, 'each word is asked for once');
});

test('what is found comes a page at a time, newest first, by long words, short ones and both', (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 7 }, (_, n) => add(journal, `harbour go ${n}`)).toReversed();
  for (const query of ['harbour', 'go', 'harbour go']) {
    const page = (before?: number) => listFragments(journal, { match: searchMatch(query), before, limit: 3 }).map(({ id }) => id);
    assert.deepEqual([page(), page(ids[2]), page(ids[5]), page(ids[6])], [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6), []], query);
  }
});

test('a fragment that can not be read does not keep those before it out of the index', (t) => {
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
  for (let steps = 0; pairStep({ ...journal, statement }, 0) === 'more'; steps += 1) assert.ok(steps < 10, 'it comes to an end');
  assert.deepEqual(find(journal, 'ab'), [ids[2], ids[0]]);
});
