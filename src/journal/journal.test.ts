import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { capture, journalPlace, spooledContent, testJournal, textCapture, textFragment } from '../../test/doubles/temporary-journal.ts';
import { runs } from '../../test/harness/effort.ts';
import { takeProcessLock } from '../base/files/process-lock.ts';
import { recordCapture } from './captures/captures.ts';
import { openJournalOrFresh } from './damage/quarantine.ts';
import { listFragments } from './fragments/listing.ts';
import { type JournalPlace, openJournal } from './journal.ts';
import { isDamagedNumber } from './writing/write-failure.ts';

const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);

/** Creates a journal with a few captures, and closes it. */
function written(place: JournalPlace): Buffer {
  const journal = openJournal(place);
  for (let n = 0; n < 20; n++) recordCapture(journal, textCapture(`capture ${n} ${'x'.repeat(500)}`));
  recordCapture(journal, capture([textFragment(spooledContent(place, Buffer.alloc(200_000)))]));
  journal[Symbol.dispose]();
  return fs.readFileSync(place.file);
}

describe('a transaction', () => {
  test('that throws changes nothing, and the next one works', (t) => {
    const journal = testJournal(t);
    const insert = (): void => void journal.statement("INSERT INTO counters VALUES ('missed', 1)").run();
    for (const run of [journal.transaction, journal.durableTransaction]) {
      const broken = (): void => {
        insert();
        throw new Error('a bug');
      };
      assert.throws(() => run(broken), /a bug/);
    }
    assert.equal(
      journal.transaction(() => 'result'),
      'result',
    );
    assert.equal(journal.statement('SELECT count(*) AS rows FROM counters').get()?.rows, 0);
  });

  test('syncs at its end only if it is durable', (t) => {
    const journal = testJournal(t);
    const synchronous = (): unknown => journal.statement('PRAGMA synchronous').get()?.synchronous;
    assert.equal(journal.durableTransaction(synchronous), 2);
    assert.equal(journal.transaction(synchronous), 1);
  });
});

test('a journal of a newer Hub is refused with an explanation, and stays unchanged', (t) => {
  const place = journalPlace(t);
  const newer = new DatabaseSync(place.file);
  newer.exec('PRAGMA user_version = 99; CREATE TABLE precious (x)');
  newer.close();
  assert.throws(() => openJournalOrFresh(place, atMs), /written by a newer Hub/);
  assert.deepEqual(
    fs.readdirSync(path.dirname(place.file)).filter((name) => name.includes('.bad-')),
    [],
  );
});

describe('a journal that is damaged', () => {
  test('is put aside with its large contents, and an empty one takes its place', (t) => {
    const place = journalPlace(t);
    const good = written(place);
    const blobs = fs.readdirSync(place.blobs);
    fs.writeFileSync(place.file, Buffer.alloc(good.length, 'not a database'));
    fs.writeFileSync(`${place.file}-wal`, 'of the damaged one');
    assert.throws(() => openJournal(place), { errcode: 26 });
    const { journal, putAside } = openJournalOrFresh(place, atMs);
    using _journal = journal;
    assert.equal(putAside, 'hub.db.bad-2026-03-01T09-05-07-042Z');
    assert.deepEqual(listFragments(journal, { limit: 10 }), []);
    assert.equal(fs.readFileSync(path.join(path.dirname(place.file), putAside)).length, good.length);
    assert.deepEqual(fs.readdirSync(`${place.blobs}.bad-2026-03-01T09-05-07-042Z`), blobs);
    assert.deepEqual(fs.readdirSync(place.blobs), []);
    recordCapture(journal, capture([textFragment(spooledContent(place, Buffer.alloc(200_000)))]));
  });

  test('is opened unchanged if it is sound after all; opening it throws while another process is putting it aside', (t) => {
    const place = journalPlace(t);
    written(place);
    const sound = openJournalOrFresh(place, atMs);
    assert.equal(sound.putAside, null);
    assert.equal(listFragments(sound.journal, { limit: 100 }).length, 21);
    sound.journal[Symbol.dispose]();
    fs.writeFileSync(place.file, 'x'.repeat(5_000));
    const other = takeProcessLock(`${place.file}.lock`);
    assert.ok(other.ok);
    assert.throws(() => openJournalOrFresh(place, atMs), { errcode: 26 });
    other.value[Symbol.dispose]();
    const mended = openJournalOrFresh(place, atMs);
    assert.notEqual(mended.putAside, null);
    mended.journal[Symbol.dispose]();
  });

  test('because it was truncated, opens complete or is put aside, and then accepts copies, at any length', (t) => {
    const place = journalPlace(t);
    const good = written(place);
    const lengths = [0, 1, 15, 16, 99, 100, 101, 511, 512, 4095, 4096, 4097, 8192, 10_000, good.length - 8192, good.length - 4096];
    for (const [at, length] of lengths.entries()) {
      for (const ending of ['', '-wal', '-shm']) fs.rmSync(`${place.file}${ending}`, { force: true });
      fs.writeFileSync(place.file, good.subarray(0, length));
      const { journal, putAside } = openJournalOrFresh(place, atMs + at);
      // SQLite treats a file of one byte as new.
      assert.equal(putAside !== null, length > 1, `cut at ${length} of ${good.length}`);
      assert.equal(recordCapture(journal, textCapture('after it')).repeated, false);
      journal[Symbol.dispose]();
    }
  });

  test('by any bytes anywhere opens, is put aside or causes a SQLite error, and never hangs or crashes the process', (t) => {
    const place = journalPlace(t);
    const good = written(place);
    let at = 0;
    const damage = fc.tuple(fc.nat(good.length - 1), fc.uint8Array({ minLength: 1, maxLength: 64 }));
    const check = fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const bad = Buffer.from(good);
      for (const [offset, bytes] of damages) bad.set(bytes.subarray(0, bad.length - offset), offset);
      for (const ending of ['', '-wal', '-shm']) fs.rmSync(`${place.file}${ending}`, { force: true });
      fs.writeFileSync(place.file, bad);
      const opened = tolerant(() => openJournalOrFresh(place, atMs + at++).journal);
      if (opened === null) return;
      tolerant(() => listFragments(opened, { limit: 100 }));
      tolerant(() => recordCapture(opened, textCapture('after it')));
      opened[Symbol.dispose]();
    });
    fc.assert(check, { numRuns: runs(60) });
  });
});

/** The result, or null after an error that damage may cause: one of SQLite, a damaged number, or a journal that seems to be newer. Any other error is a bug. */
function tolerant<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.ok('errcode' in error || isDamagedNumber(error) || /newer Hub/.test(error.message), String(error.stack));
    return null;
  }
}
