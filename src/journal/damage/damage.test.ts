import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { listFragments } from '../fragments/listing.ts';
import { type Journal, type JournalPlace, openJournal, openJournalReader } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { runWrite } from '../writing/write-table.ts';
import { damageMark, isDamage, isMarkedDamaged } from './damage.ts';
import {
  carriedOver,
  dropLeftParts,
  emptyHistoryNotice,
  filesPutAside,
  isBegunAnew,
  journalsPutAside,
  putAsideNotice,
} from './put-aside.ts';
import { openJournalOrFresh } from './quarantine.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);

/** A journal with noise in its table of fragments; its header and everything else are intact. */
function damagedInside(place: JournalPlace): void {
  {
    using journal = openJournal(place);
    recordCapture(journal, textCapture('a copy'));
  }
  const database = new DatabaseSync(place.file);
  const [page, root] = [
    'SELECT page_size AS n FROM pragma_page_size',
    "SELECT rootpage AS n FROM sqlite_schema WHERE name = 'fragments'",
  ].map((sql) => Number(database.prepare(sql).get()?.n));
  database.close();
  const file = openSync(place.file, 'r+');
  writeSync(file, Buffer.alloc(page ?? 0, 0xff), 0, page, ((root ?? 0) - 1) * (page ?? 0));
  closeSync(file);
}

function asideIn(place: JournalPlace): readonly string[] {
  return readdirSync(path.dirname(place.file)).filter((name) => name.startsWith('hub.db.bad-'));
}

test('a journal that is damaged inside opens, is marked when a statement finds the damage, and is put aside because of the mark', (t) => {
  const place = journalPlace(t);
  damagedInside(place);
  {
    using journal = openJournalReader(place);
    assert.equal(isMarkedDamaged(place.file), false);
    assert.throws(() => listFragments(journal, { limit: 10 }), isDamage);
    assert.equal(isMarkedDamaged(place.file), true);
  }
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  using _journal = journal;
  assert.equal(putAside, 'hub.db.bad-2026-03-01T09-05-07-042Z');
  assert.equal(existsSync(damageMark(place.file)), false);
  assert.equal(recordCapture(journal, textCapture('after it')).repeated, false);
});

test('a write that finds damage also leaves the mark, and fails with the reason "damaged"', (t) => {
  const place = journalPlace(t);
  damagedInside(place);
  using journal = openJournal(place);
  const written = runWrite(() => journal, { name: 'recordCaptures', given: [[textCapture('not taken')]], again: false });
  assert.equal(!written.ok && written.reason, 'damaged');
  assert.equal(isMarkedDamaged(place.file), true);
});

test('the mark of a journal that no longer exists does not affect another one', (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  writeFileSync(damageMark(place.file), '1');
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  journal[Symbol.dispose]();
  assert.deepEqual([putAside, existsSync(damageMark(place.file)), asideIn(place)], [null, false, []]);
});

test('a process that still has a replaced journal open does not mark the new one', (t) => {
  const place = journalPlace(t);
  damagedInside(place);
  using old = openJournalReader(place);
  writeFileSync(damageMark(place.file), '1'); // the mark of another file
  assert.throws(() => listFragments(old, { limit: 10 }), isDamage);
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  old.reportDamagedRow(1);
  assert.throws(() => old.statement('SELECT count(*) FROM fragments WHERE kind = 1').get(), isDamage);
  assert.equal(existsSync(damageMark(place.file)), false);
});

test('a header that SQLite does not know is damage', (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  const file = openSync(place.file, 'r+');
  writeSync(file, Buffer.from([0, 0, 0, 99]), 0, 4, 44); // the format of the schema
  closeSync(file);
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  journal[Symbol.dispose]();
  assert.notEqual(putAside, null);
});

test('a journal that was put aside is reported with its time, its file and the consequences, as long as the file exists', async (t) => {
  const place = journalPlace(t);
  assert.equal(putAsideNotice(await journalsPutAside(place.file), null, false), null);
  for (const name of [
    'hub.db.bad-2026-03-01T09-05-07-042Z',
    'hub.db.bad-2026-03-01T09-05-07-042Z-wal',
    'blobs.bad-2026-03-01T09-05-07-042Z',
  ])
    writeFileSync(path.join(path.dirname(place.file), name), '');
  const one = putAsideNotice(await journalsPutAside(place.file), null, false) ?? '';
  assert.match(one, /2026-03-01 \d\d:05 as data\/hub\.db\.bad-2026-03-01T09-05-07-042Z: what was unreadable is not in the history/);
  writeFileSync(path.join(path.dirname(place.file), 'hub.db.bad-2026-04-01T09-05-07-042Z'), '');
  const both = putAsideNotice(await journalsPutAside(place.file), null, false) ?? '';
  assert.match(both, /2026-04-01 .* \(and 1 more\)/);
  const aside = await journalsPutAside(place.file);
  const notice = (copies: number, incomplete: number, files = aside) =>
    putAsideNotice(files, { copies, incomplete, loss: null }, false) ?? '';
  const [empty, incomplete] = [notice(0, 0), notice(7, 12_345)];
  assert.match(empty, /^the journal .+ \(and 1 more\): no copy could be carried over, so the history began anew$/);
  assert.match(incomplete, /2026-04-01 .+ \(and 1 more\): about 12345 copies may lack formats or notes; see: hub doctor journal$/);
  const newest = aside.slice(0, 1);
  const [onlyEmpty, onlyIncomplete] = [notice(0, 0, newest), notice(7, 12_345, newest)];
  assert.match(onlyEmpty, /Z: no copy could be carried over, so the history began anew$/);
  assert.match(onlyIncomplete, /Z: about 12345 copies may lack formats or notes; see: hub doctor journal$/);
  for (const notice of [both, empty, incomplete, onlyEmpty, onlyIncomplete])
    assert.ok(notice.length <= 200, 'the longest text that a condition may have');
});

test('that the history began anew is said only where no copy was carried over, whenever the copies in it were made', async (t) => {
  const place = journalPlace(t);
  const isAnew = async (journal: Journal): Promise<boolean> =>
    isBegunAnew(carriedOver(journal, (await journalsPutAside(place.file))[0]?.file ?? ''));
  writeFileSync(place.file, 'no journal'.repeat(1_000));
  {
    using journal = openJournalOrFresh(place, atMs).journal;
    assert.equal(await isAnew(journal), true);
    assert.match(emptyHistoryNotice(journal, place.file) ?? '', /no copy could be carried over, so/);
    recordCapture(journal, textCapture('a copy', { copiedAtMs: atMs - 1_000_000 }));
    assert.equal(await isAnew(journal), true, 'an old copy is not one that was carried over');
  }
  writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
  {
    using journal = openJournalOrFresh(place, atMs + 1).journal;
    assert.equal(listFragments(journal, { limit: 10 }).length, 1);
    assert.equal(await isAnew(journal), false);
    journal.statement("UPDATE fragments SET state = 'deleted'").run();
    assert.equal(emptyHistoryNotice(journal, place.file), null, 'it is empty because the copy was deleted');
  }
  writeFileSync(path.join(path.dirname(place.file), 'hub.db.bad-2026-04-01T09-05-07-042Z'), '');
  using journal = openJournal(place);
  assert.equal(await isAnew(journal), false, 'of another one nothing is known');
});

test('of a journal that was put aside all files are known, and what is of no use without it goes once it was deleted', async (t) => {
  const place = journalPlace(t);
  const folder = path.dirname(place.file);
  const [one, two] = ['hub.db.bad-2026-03-01T09-05-07-042Z', 'hub.db.bad-2026-04-01T09-05-07-042Z'];
  const parts = ['', '-header', '-pages', '-schema', '-shm', '-wal'];
  for (const name of [one, two].flatMap((each) => parts.map((part) => each + part))) writeFileSync(path.join(folder, name), '');
  writeFileSync(path.join(folder, 'hub.db-header'), '');
  mkdirSync(path.join(folder, 'blobs.bad-2026-03-01T09-05-07-042Z'));
  assert.deepEqual(await filesPutAside(place), [
    'blobs.bad-2026-03-01T09-05-07-042Z',
    ...[one, two].flatMap((each) => parts.map((part) => each + part)),
  ]);
  rmSync(path.join(folder, one));
  dropLeftParts(place.file);
  // The log may have copies that no other file has.
  assert.deepEqual(await filesPutAside(place), ['blobs.bad-2026-03-01T09-05-07-042Z', `${one}-wal`, ...parts.map((part) => two + part)]);
  assert.ok(existsSync(path.join(folder, 'hub.db-header')));
});

test('what belongs to a journal that is a link stays while the disk that it leads to is away', async (t) => {
  const place = journalPlace(t);
  const name = 'hub.db.bad-2026-03-01T09-05-07-042Z';
  const folder = path.dirname(place.file);
  symlinkSync(path.join(folder, 'away', name), path.join(folder, name));
  const parts = ['', '-loss', '-schema'];
  for (const part of parts.slice(1)) writeFileSync(path.join(folder, `${name}${part}`), '');
  dropLeftParts(place.file);
  assert.deepEqual(
    await filesPutAside(place),
    parts.map((part) => `${name}${part}`),
  );
});
