import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { foundIds } from '../../../../test/doubles/found-fragments.ts';
import {
  capture,
  createdJournal,
  journalPlace,
  spooledContent,
  textCapture,
  textFragment,
} from '../../../../test/doubles/temporary-journal.ts';
import { runs } from '../../../../test/harness/effort.ts';
import { nothingLost } from '../../../domain/retention/lost-copies.ts';
import { blobPath } from '../../blobs.ts';
import { recordCapture } from '../../captures/captures.ts';
import { readCounters } from '../../captures/counters.ts';
import { recordJudgement } from '../../fragments/fragment-states.ts';
import { contentPlaces, readFragment, readPresent } from '../../fragments/fragments.ts';
import { listFragments } from '../../fragments/listing.ts';
import { type JournalPlace, openJournal } from '../../journal.ts';
import { fileIdentity } from '../../journal-identity.ts';
import { annotate } from '../../keeping/annotations.ts';
import { deleteFragment } from '../../keeping/delete-fragments.ts';
import { indexBlocksStep } from '../../search/index-blocks.ts';
import { damageMark } from '../damage.ts';
import { openJournalOrFresh } from '../quarantine.ts';
import { carryOver } from './carry-over.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);
const copies = 60;

/** Records judged texts, one of them large, and a last one that is not judged. */
function fill(place: JournalPlace): void {
  using journal = openJournal(place);
  for (let n = 1; n <= copies; n += 1) {
    const large = n === copies ? capture([textFragment(spooledContent(place, Buffer.alloc(200_000, 'large ')))]) : null;
    const [id] = recordCapture(journal, large ?? textCapture(`copy number${n} ${'of words '.repeat(100)}`)).fragmentIds;
    const verdict = { kind: 'keep', because: 'too_short' } as const;
    recordJudgement(journal, id ?? 0, { detection: null, embeddedFilename: null, pictureSize: null, verdict });
  }
  recordCapture(journal, textCapture('not judged yet'));
}

function mark(place: JournalPlace): void {
  writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
}

test('everything readable in a journal that is put aside is in the new one: each copy is unchanged and searchable, and no id is used twice', (t) => {
  const place = journalPlace(t);
  fill(place);
  const [listed, counters, present] = ((journal) => {
    using _journal = journal;
    return [listFragments(journal, { limit: 100 }), readCounters(journal), readPresent(journal)] as const;
  })(openJournal(place));
  mark(place);
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  assert.notEqual(putAside, null);
  assert.deepEqual(listFragments(journal, { limit: 100 }), listed);
  assert.deepEqual([readCounters(journal), readPresent(journal)], [counters, present]);
  for (const { id } of listed) {
    const content = contentPlaces(journal, id)[0];
    assert.ok(content !== undefined && (!('file' in content) || existsSync(blobPath(journal, content.sha256))));
  }
  for (const isIndexed of [false, true]) {
    assert.deepEqual(foundIds(journal, 'number17'), [17]);
    assert.deepEqual(foundIds(journal, 'judged'), [], 'a fragment that is not judged yet is not found');
    assert.equal(foundIds(journal, 'of').length, copies - 1);
    if (!isIndexed) while (indexBlocksStep(journal, 1_000) === 'more');
  }
  assert.deepEqual(recordCapture(journal, textCapture('the next one')).fragmentIds, [copies + 2]);
});

test('a journal of which the header is damaged is carried over whole, and what was there is kept beside it', (t) => {
  for (const [from, to] of [
    [0, 21],
    [16, 100],
    [0, 100],
  ] as const) {
    const place = journalPlace(t);
    fill(place);
    const listed = ((journal) => {
      using _journal = journal;
      return listFragments(journal, { limit: 100 });
    })(openJournal(place));
    const bytes = readFileSync(place.file);
    bytes.fill(0x5a, from, to);
    writeFileSync(place.file, bytes);
    const { journal, putAside } = openJournalOrFresh(place, atMs);
    using _journal = journal;
    assert.deepEqual(listFragments(journal, { limit: 100 }), listed, `${from} to ${to}`);
    const aside = path.join(path.dirname(place.file), putAside ?? '');
    assert.deepEqual(readFileSync(`${aside}-header`), bytes.subarray(0, 100));
    assert.deepEqual(readFileSync(aside).subarray(100), bytes.subarray(100));
  }
});

test('what is no journal at all is put aside as it is', (t) => {
  const place = journalPlace(t);
  const bytes = Buffer.alloc(20_000, 'no journal ');
  writeFileSync(place.file, bytes);
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  assert.deepEqual(listFragments(journal, { limit: 100 }), []);
  assert.deepEqual(readFileSync(path.join(path.dirname(place.file), putAside ?? '')), bytes);
});

test('the number of a copy that was deleted before the journal was put aside is not given to another one', (t) => {
  const place = journalPlace(t);
  fill(place);
  const last = ((journal) => {
    using _journal = journal;
    const [id = 0] = recordCapture(journal, textCapture('deleted before the damage')).fragmentIds;
    deleteFragment(journal, id);
    return id;
  })(openJournal(place));
  mark(place);
  const { journal } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  assert.equal(readFragment(journal, last), null);
  assert.deepEqual(recordCapture(journal, textCapture('the next one')).fragmentIds, [last + 1]);
});

test('a damaged page loses only what was on it, and changed content is not carried over', (t) => {
  const place = journalPlace(t);
  fill(place);
  const bytes = readFileSync(place.file);
  // One letter of a content changes, which SQLite does not notice, and the pages of two others are overwritten, which it does notice.
  bytes.write('copz', bytes.indexOf('copy number9 '));
  for (const text of ['copy number20 ', 'copy number40 ']) {
    const page = bytes.indexOf(text) - (bytes.indexOf(text) % 4_096);
    bytes.fill(0xff, page, page + 4_096);
  }
  writeFileSync(place.file, bytes);
  mark(place);
  const { journal } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  const carried = listFragments(journal, { limit: 100 });
  assert.ok(carried.length > copies / 2, String(carried.length));
  for (const id of [9, 20, 40]) assert.equal(readFragment(journal, id), null);
  for (const { id } of carried) {
    const content = contentPlaces(journal, id)[0];
    if (content !== undefined && 'inline' in content && id < copies)
      assert.match(Buffer.from(content.inline).toString(), new RegExp(`^copy number${id} (of words )+$`));
  }
  assert.ok((recordCapture(journal, textCapture('the next one')).fragmentIds[0] ?? 0) > copies + 1);
});

/** Overwrites the first page of this table or index. */
function overwriteFirstPage(place: JournalPlace, name: string): void {
  const root = ((old) => {
    using _old = old;
    return Number(old.statement('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.rootpage);
  })(openJournal(place));
  const bytes = readFileSync(place.file);
  bytes.fill(0xaa, (root - 1) * 4_096, root * 4_096);
  writeFileSync(place.file, bytes);
}

test('a damaged page of an index loses nothing', (t) => {
  const filled = journalPlace(t);
  fill(filled);
  const [listed, indexes] = ((journal) => {
    using _journal = journal;
    for (const id of [3, 33]) {
      journal.statement("INSERT INTO tags (tag, fragment_id) VALUES ('tide', ?), ('pier', ?)").run(id, id);
      annotate(journal, id, { note: 'kept' });
    }
    const names = journal.statement("SELECT name FROM sqlite_schema WHERE type = 'index'").all();
    return [listFragments(journal, { limit: 100 }), names.map(({ name }) => String(name))] as const;
  })(openJournal(filled));
  assert.ok(indexes.includes('sqlite_autoindex_representations_1') && indexes.includes('tags_of_fragment'));
  for (const index of indexes) {
    const place = journalPlace(t);
    cpSync(path.dirname(filled.file), path.dirname(place.file), { recursive: true });
    overwriteFirstPage(place, index);
    using journal = openJournal(createdJournal(t));
    assert.deepEqual(carryOver(place, journal, 60_000), { copies: copies + 1, incomplete: 0, loss: nothingLost }, index);
    assert.deepEqual(listFragments(journal, { limit: 100 }), listed, index);
    assert.equal(journal.statement('SELECT count(*) AS n FROM tags').get()?.n, 4, index);
  }
});

test('a damaged page of a table does not have all of the table read, which would take the time of the other copies', (t) => {
  const place = journalPlace(t);
  fill(place);
  const bytes = readFileSync(place.file);
  const page = bytes.indexOf('copy number40 ') - (bytes.indexOf('copy number40 ') % 4_096);
  bytes.fill(0xff, page, page + 4_096);
  writeFileSync(place.file, bytes);
  using journal = openJournal(createdJournal(t));
  const asked: string[] = [];
  const { prepare } = DatabaseSync.prototype;
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
    asked.push(sql);
    return prepare.call(this, sql);
  });
  const { copies: carried } = carryOver(place, journal, 60_000);
  assert.ok(carried > copies - 20 && carried < copies + 1, String(carried));
  assert.deepEqual([readFragment(journal, 40), readFragment(journal, 10)?.id], [null, 10]);
  assert.deepEqual(
    asked.filter((sql) => sql.includes('FROM representations NOT INDEXED')),
    [],
  );
});

test('with damaged pages of the representations and of their index, what is on the other pages is carried over', (t) => {
  const place = journalPlace(t);
  fill(place);
  overwriteFirstPage(place, 'sqlite_autoindex_representations_1');
  const bytes = readFileSync(place.file);
  const page = bytes.indexOf('copy number40 ') - (bytes.indexOf('copy number40 ') % 4_096);
  bytes.fill(0xff, page, page + 4_096);
  writeFileSync(place.file, bytes);
  using journal = openJournal(createdJournal(t));
  const { copies: carried } = carryOver(place, journal, 60_000);
  assert.ok(carried > copies - 20 && carried < copies + 1, String(carried));
  assert.equal(readFragment(journal, 40), null);
});

test('a damaged id far above the others does not use up the time for the others', (t) => {
  const place = journalPlace(t);
  fill(place);
  {
    using old = openJournal(place);
    old.statement('PRAGMA foreign_keys = OFF').all();
    old.statement('UPDATE fragments SET id = 49999999 WHERE id = ?').run(copies);
    old.statement("UPDATE sqlite_sequence SET seq = 49999999 WHERE name = 'fragments'").run();
  }
  const next = journalPlace(t);
  using journal = openJournal(next);
  assert.ok(carryOver(place, journal, 60_000).copies >= copies);
  assert.deepEqual(
    listFragments(journal, { limit: 3 }).map(({ id }) => id),
    [copies + 1, copies - 1, copies - 2],
  );
});

test('any number of receipts leaves time for the copies, and receipts get a share of the time too', (t) => {
  const place = journalPlace(t);
  fill(place);
  {
    using old = openJournal(place);
    const many = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${runs(200_000)})`;
    old.statement(`${many} INSERT INTO receipts SELECT '/WorkSpace', printf('%064x', n), '/WorkSpace/' || n, 1 FROM n`).run();
  }
  using journal = openJournal(createdJournal(t));
  assert.ok(carryOver(place, journal, 1_000).copies >= copies);
  assert.equal(readCounters(journal).captured, copies + 1);
  assert.ok(Number(journal.statement('SELECT count(*) AS n FROM receipts').get()?.n) > 0);
});
