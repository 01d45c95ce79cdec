import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { recordCapture } from './captures.ts';
import { damageMark, isDamage, isMarkedDamaged } from './damage.ts';
import { listFragments } from './fragments.ts';
import { type JournalPlace, openJournal, openJournalReader } from './journal.ts';
import { journalsPutAside, tellPutAside } from './put-aside.ts';
import { openJournalOrFresh } from './quarantine.ts';
import { journalPlace, textCapture } from './test-journal.ts';
import { perform } from './writes.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);

/** A journal whose table of fragments is noise, and whose head and all else is as it was. */
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

test('a journal that is damaged inside opens, is marked by the statement that meets it, and is put aside by the mark', (t) => {
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

test('a write that meets it leaves the mark too, and is told as of a damaged journal', (t) => {
  const place = journalPlace(t);
  damagedInside(place);
  using journal = openJournal(place);
  const written = perform(() => journal, { name: 'recordCaptures', given: [[textCapture('not taken')]], again: false });
  assert.equal(!written.ok && written.reason, 'damaged');
  assert.equal(isMarkedDamaged(place.file), true);
});

test('the mark of a journal that lies there no more costs no other one', (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  writeFileSync(damageMark(place.file), '1');
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  journal[Symbol.dispose]();
  assert.deepEqual([putAside, existsSync(damageMark(place.file)), asideIn(place)], [null, false, []]);
});

test('who still has the old one open marks none that came after it', (t) => {
  const place = journalPlace(t);
  damagedInside(place);
  using old = openJournalReader(place);
  writeFileSync(damageMark(place.file), '1'); // of another one
  assert.throws(() => listFragments(old, { limit: 10 }), isDamage);
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  old.leftOut(1);
  assert.throws(() => old.statement('SELECT count(*) FROM fragments WHERE kind = 1').get(), isDamage);
  assert.equal(existsSync(damageMark(place.file)), false);
});

test('a head of which SQLite knows no form is damage', (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  const file = openSync(place.file, 'r+');
  writeSync(file, Buffer.from([0, 0, 0, 99]), 0, 4, 44); // the format of the schema
  closeSync(file);
  const { journal, putAside } = openJournalOrFresh(place, atMs);
  journal[Symbol.dispose]();
  assert.notEqual(putAside, null);
});

test('what was put aside is told with when, where and what it means, as long as it lies there', async (t) => {
  const place = journalPlace(t);
  assert.equal(tellPutAside(await journalsPutAside(place.file)), null);
  for (const name of [
    'hub.db.bad-2026-03-01T09-05-07-042Z',
    'hub.db.bad-2026-03-01T09-05-07-042Z-wal',
    'blobs.bad-2026-03-01T09-05-07-042Z',
  ])
    writeFileSync(path.join(path.dirname(place.file), name), '');
  const one = tellPutAside(await journalsPutAside(place.file)) ?? '';
  assert.match(one, /2026-03-01 09:05 UTC as data\/hub\.db\.bad-2026-03-01T09-05-07-042Z: what could not be read is not in the history/);
  writeFileSync(path.join(path.dirname(place.file), 'hub.db.bad-2026-04-01T09-05-07-042Z'), '');
  const both = tellPutAside(await journalsPutAside(place.file)) ?? '';
  assert.match(both, /2026-04-01 .* \(and 1 before\)/);
  assert.ok(both.length <= 200, 'a condition takes no more');
});
