import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foundIds as find, searchQuery } from '../../../test/doubles/found-fragments.ts';
import {
  capture,
  createdJournal,
  inlineContent,
  journalPlace,
  judged,
  testJournal,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { desktopEntry } from '../../domain/programs/desktop-entry.ts';
import { isMatch } from '../../domain/search/match.ts';
import { parseSearch } from '../../domain/search/query.ts';
import { recordCapture } from '../captures/captures.ts';
import { recordExtracted } from '../fragments/extracted-texts.ts';
import { recordJudgement, recordSaved } from '../fragments/fragment-states.ts';
import { type Journal, openJournal } from '../journal.ts';
import { annotate } from '../keeping/annotations.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { nameProgramsBy } from '../program-names.ts';
import { indexBlocksStep } from './index-blocks.ts';
import { indexSize } from './index-size.ts';
import { presentValues, recentApps } from './present-values.ts';
import { searchPage } from './search.ts';
import { searchedFragment } from './searched-fragment.ts';

const nowMs = Date.UTC(2026, 10, 20);

interface Given {
  readonly typeId?: string;
  readonly names?: string;
  readonly copiedAtMs?: number;
  readonly app?: string;
  readonly address?: string;
  readonly verdict?: 'save' | 'filter' | 'hold';
}

function add(journal: Journal, body: string, given: Given = {}): number {
  const { typeId = 'txt', names = '', copiedAtMs = nowMs, app = 'Editor', address = '', verdict = 'save' } = given;
  const program = { name: app, executable: `/usr/bin/${app.toLowerCase()}`, pid: 7, windowTitle: 'a title' };
  const source = { type: address === '' ? 'local' : 'web', name: app, path: address, app: program } as const;
  const copied = { ...capture([textFragment(inlineContent(body))], { copiedAtMs, source }), origin: 'bridge' } as const; // no repeats
  const id = recordCapture(journal, copied).fragmentIds[0] ?? 0;
  const detection = { group: typeId === 'txt' ? 'text' : 'code', extension: '.x', typeId, mediaType: 'text/plain', confidence: 1 };
  recordJudgement(journal, id, {
    detection,
    embeddedFilename: names || null,
    pictureSize: null,
    verdict: verdict === 'save' ? { kind: 'save' } : { kind: verdict, because: 'excluded_dir' },
  });
  return id;
}

function indexAll(journal: Journal): void {
  for (let steps = 0; indexBlocksStep(journal, 0) === 'more'; steps += 1) assert.ok(steps < 10_000, 'it comes to an end');
}

test('any part of a word, of three letters or more, is found in any script and regardless of case', (t) => {
  const journal = testJournal(t);
  const texts: readonly [string, string][] = [
    ['function reopen() {}', 'OPEN'],
    ['Das Übermaß der Straße', 'überm'],
    ['Привет, мир', 'ПРИВ'],
    ['剪贴板管理器', '贴板管'],
    ['クリップボード', 'ップボ'],
    ['لوحة المفاتيح', 'مفات'],
    ['Cafe\u0301 con leche', 'cafe'],
    ['Ｈａｒｂｏｕｒ', 'harb'],
    ['say "quoted" words', '"quoted"'],
    ['100% of a_b', 'a_b'],
  ];
  const ids = texts.map(([text]) => add(journal, text));
  for (const [at, [text, query]] of texts.entries()) assert.deepEqual(find(journal, query), [ids[at]], `${query} in ${text}`);
});

test('a copy is found by what it is for people, before and after it is indexed, and among others of its kind', (t) => {
  const journal = testJournal(t);
  const [link, mail, code] = [add(journal, 'https://example.org/a'), add(journal, 'ann@example.org'), add(journal, '482913')];
  const hidden = add(journal, 'https://example.org/b', { verdict: 'hold' });
  for (let each = 0; each < 64; each += 1) add(journal, `a sentence of several words, number ${each}`);
  const last = add(journal, 'https://example.org/c');
  for (const _ of ['not indexed', 'indexed']) {
    assert.deepEqual(find(journal, 'kind:link'), [last, link]);
    assert.deepEqual(find(journal, 'kind:mail,otp'), [code, mail]);
    assert.deepEqual(find(journal, 'kind:one-time-code'), [code]);
    assert.ok(!find(journal, '-kind:prose').includes(code + 4));
    assert.ok(!find(journal, 'kind:link').includes(hidden));
    indexAll(journal);
  }
});

test('a kind that was part of a wider one is found by both words, and its own word finds it alone, before and after it is indexed', (t) => {
  const journal = testJournal(t);
  const [iban, ip, token] = [
    add(journal, 'DE89 3704 0044 0532 0130 00'),
    add(journal, '10.0.0.1:8080'),
    add(journal, '6f1e2d3c-4b5a-4978-8a6b-5c4d3e2f1a0b'),
  ];
  const word = add(journal, 'a sentence of several words');
  for (const _ of ['not indexed', 'indexed']) {
    assert.deepEqual(find(journal, 'kind:token'), [token, ip, iban]);
    assert.deepEqual(find(journal, 'kind:iban'), [iban]);
    assert.deepEqual(find(journal, 'kind:ip'), [ip]);
    assert.deepEqual(find(journal, '-kind:token'), [word]);
    assert.deepEqual(find(journal, '-kind:iban'), [word, token, ip]);
    indexAll(journal);
  }
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

const words = ['harbour', 'go', 'of', 'Straße', '东京', '=>', 'ab'] as const;

test('every search, over blocks that are indexed and blocks that are not, finds exactly what matches, page by page and in both directions', (t) => {
  const made = fc.record({
    body: fc.subarray([...words], { minLength: 0 }).map((some) => some.join(' ')),
    typeId: fc.constantFrom('python', 'txt', 'json'),
    app: fc.constantFrom('Code', 'Firefox', 'Krita'),
    address: fc.constantFrom('', 'https://example.org/harbour', 'https://example.net/a'),
    copiedAtMs: fc.integer({ min: nowMs - 5e8, max: nowMs }),
    verdict: fc.constantFrom('save', 'save', 'save', 'filter', 'hold'),
    names: fc.constantFrom('', 'notes.txt'),
  } as const);
  const condition = fc.constantFrom(
    ...words,
    ...['"harbour go"', 'type:python', 'type:x', 'group:code', 'app:code', 'app:o', 'url:example.org', 'url:a', 'file:notes'],
    ...['since:2d', 'before:2026-11-18', 'on:2026-11-17', 'size:>9', 'size:<4', 'kind:text', 'is:kept', 'is:filtered', 'is:saved'],
    ...['tag:work', 'tag:#ab', 'is:pinned', '-is:pinned', 'tag:go OR is:pinned', 'zeppelin', 'zx'],
    ...['-go', '-type:json', 'go OR harbour', 'app:code OR type:txt OR =>', 'zz'],
  );
  const query = fc.array(condition, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
  const annotation = fc.record(
    {
      pinned: fc.boolean(),
      tags: fc.subarray(['work', 'ab', '#ab', 'go']),
      title: fc.constantFrom(null, 'A Zeppelin', 'harbour'),
      note: fc.constantFrom(null, 'zx', 'Straße'),
    },
    { requiredKeys: [] },
  );
  const annotated = fc.array(fc.tuple(fc.nat(89), annotation), { maxLength: 8 });
  const some = fc.array(fc.nat(89), { maxLength: 5 });
  const cursors = fc.record({ before: fc.option(fc.nat(95), { nil: undefined }), after: fc.option(fc.nat(95), { nil: undefined }) });
  const shape = [fc.array(made, { maxLength: 90 }), annotated, some, fc.nat(4), query, fc.integer({ min: 1, max: 7 }), cursors] as const;
  fc.assert(
    fc.property(...shape, (all, marks, changed, steps, text, limit, cursor) => {
      using journal = openJournal(createdJournal(t));
      for (const one of all) add(journal, one.body, one);
      for (const [at, change] of marks.slice(0, 4)) annotate(journal, at + 1, change);
      if (steps > 1) indexAll(journal);
      else for (let step = 0; step < steps; step += 1) indexBlocksStep(journal, 1_000);
      for (const [at, change] of marks.slice(2)) annotate(journal, at + 1, change);
      for (const at of changed) deleteFragment(journal, at + 1);
      const saved = { workspace: '/w', sha256: 'ab', path: '/w/harbour.txt', duplicate: false, atMs: 1 };
      if (steps > 2) for (const at of changed) recordSaved(journal, at + 2, saved);
      if (steps > 3) indexAll(journal);
      const asked = searchQuery(text, nowMs);
      const expected: number[] = [];
      for (let id = 100; id > 0; id -= 1) {
        const fragment = searchedFragment(journal, id);
        const isWithin = id < (cursor.before ?? 999) && id > (cursor.after ?? 0);
        if (fragment !== null && isWithin && isMatch(asked, fragment)) expected.push(id);
      }
      const isUpward = cursor.before === undefined && cursor.after !== undefined;
      let found: number[] = [];
      for (let at: { before?: number | undefined; after?: number | undefined } | null = cursor; at !== null; ) {
        let looked = 0;
        const page = searchPage(journal, { query: asked, ...at, limit }, () => {
          looked += 1;
          return looked > 20;
        });
        const ids = page.found.map(({ id }) => id);
        assert.ok(ids.length <= limit);
        found = isUpward ? [...ids, ...found] : [...found, ...ids];
        at = page.next === null ? null : { ...at, [isUpward ? 'after' : 'before']: page.next };
      }
      assert.deepEqual(found, expected, text);
    }),
    { numRuns: runs(100) },
  );
});

test('what is looked up in the indexes is little: a rare word does not lead to other fragments', (t) => {
  const journal = testJournal(t);
  for (let n = 0; n < 200; n += 1) add(journal, n === 5 ? 'a zeppelin, qz' : 'the harbour of the town', n === 6 ? { app: 'Krita' } : {});
  indexAll(journal);
  for (const [query, most] of [
    ['zeppelin', 9],
    ['app:krita', 9],
    ['zeppelin app:krita', 8],
    ['qz', 40],
    ['harbour qz', 40],
  ] as const) {
    let looked = 0;
    searchPage(journal, { query: searchQuery(query), limit: 9 }, () => {
      looked += 1;
      return false;
    });
    assert.ok(looked <= most, `${query}: ${looked}`);
  }
});

test('searching does not throw, whatever the query', (t) => {
  const journal = testJournal(t);
  add(journal, 'something to be found');
  indexAll(journal);
  const search = (text: string): boolean => {
    const parsed = parseSearch(text, nowMs);
    return !parsed.ok || Array.isArray(searchPage(journal, { query: parsed.query, limit: 5 }).found);
  };
  const odd = ['', '"', '"""', 'abc"', 'a\0bc', "'; DROP TABLE fragments", 'NEAR(thing)', 'thi*', '^thing', '-thing', 'OR', 'AND NOT'];
  for (const query of [...odd, '\ud800\ud800', '(((', '\u0301']) assert.ok(search(query));
  fc.assert(fc.property(anyText({ maxLength: 40 }), search));
});

test('what is not shown is not found by its content, its page or its names, only by facts that are shown', (t) => {
  const journal = testJournal(t);
  const ids = (['filter', 'hold'] as const).map((verdict) =>
    add(journal, 'canary', { verdict, names: 'canary.txt', address: 'https://canary.org/' }),
  );
  for (const id of ids) annotate(journal, id, { tags: ['canary'], title: 'canary', note: 'canary', pinned: true });
  for (const isIndexed of [false, true]) {
    for (const query of ['canary', 'ca', 'tag:canary', 'file:canary', 'url:canary', 'url:ca', 'canary OR zz'])
      assert.deepEqual(find(journal, query), [], query);
    assert.deepEqual(find(journal, 'app:editor kind:text is:pinned'), ids.toReversed());
    for (let n = 0; n < 40; n += 1) add(journal, 'other', { app: 'Other' });
    if (!isIndexed) indexAll(journal);
  }
});

test('a match shows the line that it is in, with its marks', (t) => {
  const journal = testJournal(t);
  add(journal, 'first line\n  the Straße of 東京\nlast', { names: 'harbour.txt' });
  const lines = (text: string): unknown => searchPage(journal, { query: searchQuery(text), limit: 1 }).found.map(({ line }) => line);
  const line = 'the Straße of 東京';
  assert.deepEqual(lines('strasse 東京'), [
    {
      text: line,
      marks: [
        [4, 10],
        [14, 16],
      ],
    },
  ]);
  assert.deepEqual(lines('harbour'), [{ text: 'harbour.txt', marks: [[0, 7]], of: 'file' }]);
  assert.deepEqual(lines('type:txt -zz'), [null]);
});

const unindexed = (journal: Journal): readonly unknown[] =>
  journal
    .statement('SELECT block FROM unindexed_blocks ORDER BY block')
    .all()
    .map(({ block }) => block);

test('a block that changes while it is read is read again', (t) => {
  const journal = testJournal(t);
  for (let n = 0; n < 40; n += 1) add(journal, `old ${n}`);
  assert.equal(indexBlocksStep(journal, 0), 'more'); // only its newest fragment
  recordSaved(journal, 31, { workspace: '/w', sha256: 'ab', path: '/w/zebra.txt', duplicate: false, atMs: 1 });
  indexAll(journal);
  assert.deepEqual(unindexed(journal), [1]);
  assert.deepEqual(find(journal, 'zebra'), [31]);
  journal.statement('UPDATE captures SET app_name = ? WHERE id = 5').run('Zeppelin');
  assert.deepEqual(unindexed(journal), [0, 1]);
  assert.deepEqual(find(journal, 'app:zeppelin'), [5]);
});

test('indexing goes on after its process was killed, and a fragment that cannot be read does not hold it up', (t) => {
  const place = journalPlace(t);
  const killed = openJournal(place);
  for (let n = 1; n <= 100; n += 1) add(killed, `word${n} ab`);
  for (let steps = 0; steps < 40; steps += 1) indexBlocksStep(killed, 0);
  killed.statement("UPDATE representations SET inline = NULL, sha256 = 'gone' WHERE fragment_id = 50").run();
  using journal = openJournal(place);
  indexAll(journal);
  assert.deepEqual(unindexed(journal), [3]);
  assert.equal(journal.statement('SELECT count(*) AS rows FROM text_index_docsize').get()?.rows, 95);
  assert.equal(find(journal, 'ab').length, 99);
  assert.deepEqual(find(journal, 'word17'), [17]);
  killed[Symbol.dispose]();
});

test('random data does not fill the index, and is found all the same', (t) => {
  const journal = testJournal(t);
  const noise = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_011))).join('');
  const id = add(journal, noise);
  for (let n = 0; n < 40; n += 1) add(journal, 'other');
  indexAll(journal);
  assert.deepEqual(find(journal, noise.slice(11_000, 11_002)), [id]);
  assert.deepEqual(find(journal, noise.slice(11_000, 11_009)), [id]);
  const bytes = journal.statement('SELECT sum(length(block)) AS bytes FROM text_index_data').get()?.bytes;
  assert.ok(Number(bytes) < 20_000, String(bytes));
});

test('the size of the indexes is known without reading them', (t) => {
  const journal = testJournal(t);
  for (let n = 0; n < 900; n += 1) add(journal, `${(n * 7_919).toString(36).repeat(20)} of the harbour ${n}`);
  assert.equal(indexSize(journal).unindexed, 900);
  indexAll(journal);
  const isReal = "name GLOB 'text_index*' OR name GLOB 'short_index*'";
  const real = Number(journal.statement(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE ${isReal}`).get()?.bytes);
  const { bytes, unindexed: left } = indexSize(journal);
  assert.ok(real > 100_000 && Math.abs(bytes - real) < 0.35 * real, `${bytes} of ${real}`);
  assert.ok(left > 0 && left <= 32);
});

test('a program is found by the name under which it is shown, before and after its copies are indexed', (t) => {
  using journal = openJournal(journalPlace(t));
  for (let n = 0; n < 70; n += 1) add(journal, `${n}`, { app: n === 3 || n === 69 ? 'Xfce4-terminal' : 'Krita' });
  const wanted = ['app:"xfce terminal"', 'app:"E TERM"', 'app:xfce4'].map((query) => [query, [70, 4]]);
  const found = () => wanted.map(([query]) => [query, find(journal, String(query))]);
  assert.deepEqual(found()[0], ['app:"xfce terminal"', []], 'nobody has said yet what it is called');
  const entry = desktopEntry('[Desktop Entry]\nType=Application\nName=Xfce Terminal\nExec=xfce4-terminal\n', 'xfce4-terminal');
  assert.ok(entry);
  nameProgramsBy(journal, [entry]);
  assert.deepEqual(found(), wanted);
  indexAll(journal);
  assert.deepEqual(found(), wanted);
  assert.equal(find(journal, '-app:"xfce terminal"').length, 68);
});

test('the values that occur are known for the conditions of a search', (t) => {
  const journal = testJournal(t);
  for (let n = 0; n < 40; n += 1) add(journal, `${n}`, { app: n < 20 ? 'Krita' : 'Code', typeId: n < 9 ? 'python' : 'txt' });
  indexAll(journal);
  assert.deepEqual(presentValues(journal, 'app'), ['code', 'krita']);
  assert.deepEqual(presentValues(journal, 'type'), ['python', 'txt']);
});

test('the values of what was just copied are known before it is indexed', (t) => {
  const journal = testJournal(t);
  add(journal, 'first', { app: 'Krita', typeId: 'python' });
  assert.deepEqual(presentValues(journal, 'app'), ['krita']);
  assert.deepEqual(presentValues(journal, 'type'), ['python']);
  assert.deepEqual(presentValues(journal, 'tag'), []);
});

test('the programs of the latest copies are known, the latest first', (t) => {
  const journal = testJournal(t);
  for (const app of ['Krita', 'Mousepad', 'Krita', ...Array<string>(40).fill('xclip')]) add(journal, app, { app });
  assert.deepEqual(recentApps(journal), ['xclip', 'Krita', 'Mousepad']);
});

test('a tag is found whatever folding makes of its characters', (t) => {
  const journal = testJournal(t);
  const id = add(journal, 'a');
  annotate(journal, id, { tags: ['工作，家', 'work'] });
  for (const isIndexed of [false, true]) {
    for (const tag of ['工作，家', 'work']) assert.deepEqual(find(journal, `tag:${tag}`), [id], tag);
    if (!isIndexed) indexAll(journal);
  }
});

test('a tag is found with and without the sign before it, whether it was written with one or not', (t) => {
  const journal = testJournal(t);
  const [bare, signed] = [add(journal, 'one'), add(journal, 'two')];
  annotate(journal, bare, { tags: ['x'] });
  annotate(journal, signed, { tags: ['#x'] });
  for (const query of ['tag:x', 'tag:#x', 'TAG:#X']) assert.deepEqual(find(journal, query), [signed, bare], query);
  assert.deepEqual(find(journal, '-tag:#x'), []);
});

test('copies whose content has the words next to each other are found apart, the newest first, on any page', (t) => {
  const journal = testJournal(t);
  const [exact, apart, named] = [
    add(journal, 'the annual report of 2025'),
    add(journal, 'report: annual figures'),
    add(journal, 'figures of a report', { names: 'annual report.txt' }),
  ];
  for (let at = 0; at < 30; at += 1) add(journal, `annual figures, no report ${at}`);
  const found = (limit: number, query = 'Annual report') => searchPage(journal, { query: searchQuery(query, nowMs), limit, phrases: 5 });
  for (const indexed of [false, true]) {
    if (indexed) indexAll(journal);
    assert.deepEqual([found(3).found.length, found(3).first?.map(({ id }) => id)], [3, [exact]], 'beyond the page');
    assert.deepEqual(
      found(100).first?.map(({ id, line }) => [id, line?.marks]),
      [[exact, [[4, 17]]]],
      'on the page',
    );
  }
  const again = add(journal, 'Annual Report, corrected');
  assert.deepEqual(
    found(2).first?.map(({ id }) => id),
    [again, exact],
  );
  assert.ok([apart, named].every((id) => found(100).found.some((one) => one.id === id)));
  for (const query of ['report', 'annual type:txt', 'annual -report', '"annual report"'])
    assert.equal(found(3, query).first, undefined, query);
  assert.equal(searchPage(journal, { query: searchQuery('annual report', nowMs), limit: 3 }).first, undefined, 'if it is asked for');
});

test('what says a word itself is found before a newer picture in which it was read, on any page, and names count as saying it', (t) => {
  const journal = testJournal(t);
  const addPicture = (text: string): number => {
    const representations = [{ mediaType: 'image/png', content: inlineContent(`stands for a picture ${text}`) }];
    const [id = 0] = recordCapture(journal, capture([{ kind: 'image', representations }])).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
    recordExtracted(journal, id, 0, { state: 'read', text, isCut: false, secret: null });
    return id;
  };
  const [said, titled] = [add(journal, 'marmalade for the harbour'), add(journal, 'a letter')];
  annotate(journal, titled, { title: 'Marmalade' });
  const pictures = Array.from({ length: 8 }, (_, at) => addPicture(`marmalade ${at}`)).toReversed();
  const found = (limit: number, query = 'marmalade', phrases = 5) =>
    searchPage(journal, { query: searchQuery(query, nowMs), limit, phrases });
  for (const indexed of [false, true]) {
    if (indexed) indexAll(journal);
    for (const limit of [3, 100]) {
      assert.deepEqual(
        found(limit).first?.map(({ id }) => id),
        [titled, said],
        `${limit}`,
      );
      assert.deepEqual(
        found(limit).found.map(({ id }) => id),
        [...pictures, titled, said].slice(0, limit),
        'the list itself is newest first',
      );
    }
    assert.deepEqual(
      found(3, 'marmalade', 1).first?.map(({ id }) => id),
      [titled],
    );
    assert.equal(found(3, 'harbour').first, undefined, 'no picture is in the way');
  }
});
