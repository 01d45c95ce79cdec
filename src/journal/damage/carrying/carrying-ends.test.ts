/** Whatever ends the carrying over in between: what was carried over stays, what was not waits, and it ends. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { after, count, isLeft, journalAside, name, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import { capture, inlineContent, spooledContent, textFragment } from '../../../../test/doubles/temporary-journal.ts';
import { allUnsure, countOf, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import { putReceipt } from '../../fragments/receipts.ts';
import type { Journal } from '../../journal.ts';
import { deleteFragment } from '../../keeping/delete-fragments.ts';
import { readLoss, writeLoss } from '../loss-file.ts';
import { withUnknownWorkspaces } from '../workspaces/carried-workspaces.ts';
import { carryOver } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { readProgress } from './progress.ts';
import { RowNumbers } from './reading/row-numbers.ts';
import { UnindexedRows } from './reading/unindexed-rows.ts';
import { isRestThere } from './rest.ts';

test('a disk that was full at each start, or an end before the first copy, passes no copy over', async (t) => {
  const { from, journal, on } = journalAside(t, texts(200));
  for (let starts = 0; starts < 4; starts += 1) {
    await on(undefined, undefined, async () => false);
    await on(after(1));
    let asked = 0;
    await on(undefined, undefined, async () => asked++ < 1);
  }
  assert.deepEqual([count(journal), readProgress(journal, name)?.begun], [0, 0]);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [200, nothingLost]);
});

test('a slice that ends without a word counts, and one that ends with an error does not', async (t) => {
  const { journal, on } = journalAside(t, texts(200));
  const begun: (number | undefined)[] = [];
  const { part } = journal;
  t.mock.method(journal, 'part', <Result>(work: () => Result): Result => {
    begun.push(readProgress(journal, name)?.begun);
    if (begun.length === 3) throw new Error('the disk does not answer');
    return part(work);
  });
  await assert.rejects(on(), /does not answer/);
  assert.deepEqual([begun, readProgress(journal, name)?.begun], [[1, 1, 1], 0]);
});

test('whoever is to end in the middle of a table that is read as a whole does, and the next one reads it', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(300), ['sqlite_autoindex_representations_1']);
  for (let ends = 0; ends < 4; ends += 1) await on(after(30));
  assert.deepEqual([count(journal), readProgress(journal, name)?.begun, isLeft(place, journal)], [0, 0, true]);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [300, nothingLost]);
});

test('a table of which not all rows can be remembered ends it, and those that were not found are told', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(100), ['sqlite_autoindex_representations_1']);
  let added = 0;
  const { add } = RowNumbers.prototype;
  t.mock.method(RowNumbers.prototype, 'add', function (this: RowNumbers, fragment: number, row: number) {
    added += 1;
    return add.call(this, fragment, row);
  });
  t.mock.getter(RowNumbers.prototype, 'isFull', () => added >= 40);
  let slices = 0;
  await on(
    () => slices >= 300,
    async () => {
      slices += 1;
    },
  );
  const found = count(journal);
  assert.deepEqual([found > 30, isLeft(place, journal)], [true, false]);
  assert.equal(countOf(readLoss(from.file)?.lost ?? []), 100 - found);
});

const receipts = (old: Journal, many: number) =>
  old.transaction(() => {
    for (let n = 0; n < many; n += 1) {
      const { sha256 } = inlineContent(`copy ${1 + (n % 10)} ${'x'.repeat(50)}`);
      putReceipt(old, { workspace: `/ws${Math.floor(n / 10)}`, sha256, path: `/${n}${'y'.repeat(100)}.txt`, duplicate: false, atMs: 1 });
    }
  });

test('receipts for which there is no room come over once there is', async (t) => {
  const { place, from, journal, on } = journalAside(t, (old) => {
    texts(10)(old);
    receipts(old, 2_000);
  });
  const pages = Number(journal.statement('PRAGMA page_count').get()?.page_count);
  journal.statement(`PRAGMA max_page_count = ${pages + 20}`).get();
  carryOver(from, journal, 5_000);
  assert.equal(isRestThere(journal, name), false);
  journal.statement('PRAGMA max_page_count = 1000000').get();
  await on();
  assert.equal(journal.statement('SELECT count(*) AS n FROM receipts').get()?.n, 2_000);
  assert.equal(isLeft(place, journal), false);
});

test('WorkSpaces that there was no time for at the start are known later', async (t) => {
  const { place, from, journal, on } = journalAside(t, (old) => {
    texts(3)(old);
    receipts(old, 50);
  });
  let clock = 0;
  const now = t.mock.method(performance, 'now', () => {
    clock += 300;
    return clock;
  });
  carryOver(from, journal, 1e9);
  now.mock.restore();
  assert.deepEqual([withUnknownWorkspaces(journal, place.file), isLeft(place, journal)], [name, true]);
  await on();
  assert.deepEqual([withUnknownWorkspaces(journal, place.file), isLeft(place, journal)], [null, false]);
});

test('one that the disk does not give keeps no other one from its end, and is given up after attempts in three different hours', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  const { place, from, journal, on } = journalAside(t, texts(5));
  const newer = `${place.file}.bad-2026-04-01T09-05-07-042Z`;
  mkdirSync(newer);
  rmSync(`${from.file}-loss`); // of an earlier Hub
  await assert.rejects(on());
  assert.deepEqual(readLoss(from.file), { lost: [], unsure: [[1, 5]], pinned: 0 });
  for (let hours = 0; hours < 2; hours += 1) {
    for (let times = 0; times < 5; times += 1) await assert.rejects(on());
    assert.deepEqual([isLeft(place, journal), readLoss(newer)], [true, null], `${hours} hours`);
    t.mock.timers.tick(3_600_000);
  }
  await on();
  assert.deepEqual([isLeft(place, journal), readLoss(newer)], [false, allUnsure]);
  await on();
});

test('what waits in one that the disk does not give for a while is all carried over afterwards', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(5));
  renameSync(from.file, `${from.file}.away`);
  mkdirSync(from.file);
  for (let times = 0; times < 10; times += 1) await assert.rejects(on());
  carryOver(from, journal, 1_000);
  rmdirSync(from.file);
  renameSync(`${from.file}.away`, from.file);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file), isLeft(place, journal)], [5, nothingLost, false]);
});

const asOther = { skip: process.platform === 'win32' && 'links need a right there' };

test('one that can not be opened waits for ever, keeps no other one from its end, and nothing is said of it', asOther, async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  for (const loss of [nothingLost, null]) {
    const { place, from, journal, on } = journalAside(t, texts(5));
    const closed = `${place.file}.bad-2026-04-01T09-05-07-042Z`;
    symlinkSync(`${place.file}-nothing`, closed);
    if (loss !== null) writeLoss(closed, loss);
    for (let hours = 0; hours < 10; hours += 1) {
      await on();
      t.mock.timers.tick(3_600_000);
    }
    assert.deepEqual([count(journal), readLoss(from.file)], [5, nothingLost]);
    assert.deepEqual([isRestThere(journal, path.basename(closed)), readLoss(closed)], [false, loss]);
  }
});

test('large contents that can not be looked at keep their journal waiting', asOther, async (t) => {
  const { place, from, journal, on } = journalAside(t, (old, at) => {
    recordCapture(old, capture([textFragment(spooledContent(at, Buffer.alloc(200_000, 'large ')))]));
  });
  renameSync(from.blobs, `${from.blobs}.away`);
  symlinkSync(`${from.blobs}.nothing`, from.blobs);
  await on();
  assert.deepEqual([count(journal), isLeft(place, journal)], [0, true]);
  rmSync(from.blobs);
  renameSync(`${from.blobs}.away`, from.blobs);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file), readdirSync(place.blobs).length], [1, nothingLost, 1]);
});

test('a table that the damaged journal does not know any more ends it', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(5));
  {
    using old = new DatabaseSync(from.file);
    old.enableDefensive(false);
    old.exec("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE tbl_name = 'representations'");
  }
  await on();
  assert.deepEqual([count(journal), isLeft(place, journal)], [0, false]);
  assert.deepEqual(readLoss(from.file), { lost: [[1, 5]], unsure: [], pinned: 0 });
});

test('a copy that was deleted before it was told that it came over does not count as lost for sure', async (t) => {
  const { from, journal, on } = journalAside(t, texts(10));
  {
    using killed = new Carrying(from, journal);
    killed.begin(Number.POSITIVE_INFINITY);
    killed.slice(Number.POSITIVE_INFINITY);
  }
  deleteFragment(journal, 4);
  await on();
  assert.deepEqual(readLoss(from.file), { lost: [], unsure: [[4, 4]], pinned: 0 });
});

test('nothing is told by comparing with a journal that was removed meanwhile', async (t) => {
  const { place, from, on } = journalAside(t, texts(200));
  let pauses = 0;
  await on(undefined, async () => {
    pauses += 1;
    if (pauses === 1) rmSync(place.file);
  });
  const before = readLoss(from.file);
  assert.ok(before?.waitsBelow !== undefined && before.unsure.length === 0);
  rmSync(`${from.file}-loss`);
  await on();
  assert.equal(readLoss(from.file), null);
});

test('where the time cut the tags, any copy may have more of them', () => {
  const rows = ['a', 'b', 'c'].map((tag, at) => ({ tag, fragment_id: at + 1 }));
  let asked = 0;
  const found = new UnindexedRows('tags', { read: () => [], rows: () => rows, isOver: () => asked++ > 0, highest: 9 });
  assert.deepEqual([found.isWhole, found.of(1), found.mayLack(1), found.mayLack(2)], [false, [rows[0]], true, true]);
});
