/** What is deleted while copies of a damaged journal wait reaches them too. */
import assert from 'node:assert/strict';
import fs, { renameSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { count, isLeft, journalAside, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import { createdJournal, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { documents } from '../../../contract/documents.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import { recordJudgement } from '../../fragments/fragment-states.ts';
import { type Journal, type JournalPlace, openJournal } from '../../journal.ts';
import { annotate } from '../../keeping/annotations.ts';
import { setHolds } from '../../retention/holds-in-force.ts';
import { readLoss, writeLoss } from '../loss-file.ts';
import { carryOn } from './carry-on.ts';
import { carryOver, carryOverNew } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { deleteWaiting, isAnyWritten, isUndoOpen, undeleteLastWaiting, type WhatWaits } from './deleted-meanwhile.ts';
import { waitingBelow } from './waiting-journals.ts';

const copies = 200;
const nothing = { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'keep', because: 'too_short' } } as const;

/** A journal that was put aside with 200 copies, of which each even one contains `even`, and 3 is pinned. None was carried over yet. */
function rig(t: TestContext) {
  const place = createdJournal(t);
  {
    using old = openJournal(place);
    for (let n = 1; n <= copies; n += 1) {
      const [id = 0] = recordCapture(old, textCapture(`${n % 2 === 0 ? 'even' : 'odd'} ${n}`, { copiedAtMs: 1_000 * n })).fragmentIds;
      recordJudgement(old, id, nothing);
    }
    annotate(old, 3, { pinned: true });
    old.tryEmptyLog();
  }
  const from: JournalPlace = {
    file: path.join(path.dirname(place.file), 'hub.db.bad-2026-03-01T09-05-07-042Z'),
    blobs: `${place.blobs}.none`,
  };
  renameSync(place.file, from.file);
  for (const part of ['-wal', '-shm']) rmSync(`${place.file}${part}`, { force: true });
  writeLoss(from.file, allWaiting);
  const journal = testJournal(t, place);
  carryOver(from, journal, 0);
  const remove = (what: WhatWaits, isForGood = true) => deleteWaiting(journal, { what, place, nowMs: Date.now(), isForGood });
  const on = (pause = async () => {}, isOver = () => false) => carryOn({ place, journal, isOver, pause, hasRoom: async () => true });
  return { place, from, journal, remove, on };
}

const idsIn = (journal: Journal): readonly number[] =>
  journal
    .statement('SELECT id FROM fragments ORDER BY id')
    .all()
    .map(({ id }) => Number(id));
const all = { query: '', sinceMs: null, pinned: false } as const;

test('copies that were deleted while they waited do not come over, and do not count as lost', async (t) => {
  const { place, from, journal, remove, on } = rig(t);
  assert.equal(waitingBelow(place, journal), copies + 1);
  const [made = 0] = recordCapture(journal, textCapture('even so: made meanwhile')).fragmentIds;
  remove({ numbers: [7, made, 5_000] });
  remove({ query: 'even', sinceMs: 100_000, pinned: false });
  await on();
  const expected = Array.from({ length: copies }, (_, at) => at + 1).filter((id) => id !== 7 && (id % 2 === 1 || id < 100));
  assert.deepEqual(idsIn(journal), [...expected, made]);
  assert.deepEqual(readLoss(from.file), nothingLost);
  assert.equal(waitingBelow(place, journal), 0);
  assert.equal(journal.statement('SELECT count(*) AS n FROM waiting_deletions').get()?.n, 0, 'and it is forgotten');
});

test('of all copies, those that are pinned or on hold stay', async (t) => {
  const { journal, remove, on } = rig(t);
  setHolds(journal, documents['legal-hold'].schema.parse({ holds: [{ id: 'case-17', copies: [9] }] }));
  remove(all);
  remove({ numbers: [9] });
  await on();
  assert.deepEqual(idsIn(journal), [3, 9]);
});

test('nothing comes over while a deletion can be undone, and an undone one deletes nothing', async (t) => {
  const { journal, remove, on } = rig(t);
  remove({ numbers: [8] });
  remove(all, false);
  let waited = 0;
  await on(
    async () => {
      waited += 1;
      assert.deepEqual(idsIn(journal), []);
    },
    () => waited >= 3,
  );
  assert.ok(isUndoOpen(journal, Date.now()));
  assert.ok(undeleteLastWaiting(journal, Date.now()));
  assert.equal(undeleteLastWaiting(journal, Date.now()), false, 'not one that was for good');
  await on();
  assert.equal(idsIn(journal).length, copies - 1);
});

test('a process that ends without a word in between has lost nothing of what was deleted', async (t) => {
  const { from, journal, remove, on } = rig(t);
  remove({ ...all, pinned: true });
  {
    using killed = new Carrying(from, journal);
    killed.begin(Number.POSITIVE_INFINITY);
    for (let slices = 0; slices < 2; slices += 1) killed.slice(Number.POSITIVE_INFINITY);
  }
  await on();
  assert.deepEqual([idsIn(journal), readLoss(from.file)], [[], nothingLost]);
});

test('what is deleted once no copy waits any more is not written down', async (t) => {
  const { place, journal, on } = rig(t);
  await on();
  assert.equal(deleteWaiting(journal, { what: all, place, nowMs: Date.now(), isForGood: true }), 'none-wait');
  assert.equal(isAnyWritten(journal), false);
});

test('a deletion of copies of one damaged journal reaches none of another one, and is forgotten with the first', async (t) => {
  const { place, journal, on } = journalAside(t, (old, before) => {
    texts(20)(old);
    const first = `${before.file}.bad-2026-01-01T09-05-07-042Z`;
    writeFileSync(first, '');
    writeLoss(first, allWaiting);
    assert.equal(deleteWaiting(old, { what: all, place: before, nowMs: Date.now(), isForGood: true }), 'written');
    rmSync(first);
  });
  await on();
  assert.equal(count(journal), 20);
  assert.equal(isAnyWritten(journal), false);
  assert.equal(isLeft(place, journal), false);
});

test('deletions that were not forgotten are, at the next look', async (t) => {
  const { from, place, journal, remove, on } = rig(t);
  remove(all);
  for (const file of [from.file, `${from.file}-loss`]) rmSync(file);
  assert.ok(isLeft(place, journal));
  await on();
  assert.deepEqual([isAnyWritten(journal), isLeft(place, journal)], [false, false]);
});

test('a deletion reaches the copies of a journal that could not be begun at the start', async (t) => {
  const { place, journal, on } = journalAside(t, texts(20));
  t.mock.method(journal, 'transaction', () => {
    throw Object.assign(new Error('database is locked'), { errcode: 5 });
  });
  carryOverNew(place, journal, 1_000);
  t.mock.restoreAll();
  recordCapture(journal, textCapture('made meanwhile', { copiedAtMs: Date.now() }));
  deleteWaiting(journal, { what: { ...all, pinned: true }, place, nowMs: Date.now(), isForGood: true });
  await on();
  assert.equal(count(journal), 1);
});

test('a copy that lost a tag is deleted as any other; one that may have lost its pin stays', async (t) => {
  const fill = (old: Journal) => {
    texts(20)(old);
    annotate(old, 3, { pinned: true });
    annotate(old, 4, { tags: ['x'] });
  };
  for (const [damaged, left] of [
    [['tags', 'tags_of_fragment'], 1],
    [['annotations'], 20],
  ] as const) {
    const { place, from, journal, on } = journalAside(t, fill, damaged);
    carryOver(from, journal, 0);
    deleteWaiting(journal, { what: all, place, nowMs: Date.now(), isForGood: true });
    await on();
    assert.equal(count(journal), left, damaged[0]);
  }
});

test('a choice that another one has within it is forgotten, and only that many different ones are taken, of however many journals', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  const { place, journal, remove } = rig(t);
  writeLoss(`${place.file}.bad-2026-01-01T09-05-07-042Z`, allWaiting);
  writeFileSync(`${place.file}.bad-2026-01-01T09-05-07-042Z`, '');
  const written = (): unknown => journal.statement('SELECT count(*) AS n FROM waiting_deletions').get()?.n;
  const another = (what: WhatWaits, isForGood = true) => {
    t.mock.timers.tick(1);
    return remove(what, isForGood);
  };
  for (let times = 0; times < 150; times += 1) assert.equal(another({ query: 'even', sinceMs: times, pinned: false }), 'written');
  assert.equal(written(), 2 * 2, 'the first, and the last, which is compared at the next one');
  assert.equal(another(all), 'written');
  assert.equal(another({ query: 'even', sinceMs: null, pinned: true }, false), 'written');
  assert.equal(another({ query: 'even', sinceMs: null, pinned: true }), 'written');
  assert.equal(undeleteLastWaiting(journal, Date.now()), true, 'one that can be undone is none of these');
  for (let number = 0; another({ query: `word${number}`, sinceMs: null, pinned: false }) === 'written'; number += 1)
    assert.ok(number < 100);
  assert.ok(Number(written()) > 190);
});

test('a loss that can not be read for once makes nobody forget a deletion, nor that copies wait', async (t) => {
  const { place, from, journal } = journalAside(t, texts(20));
  deleteWaiting(journal, { what: { numbers: [7] }, place, nowMs: Date.now(), isForGood: true });
  const on = () => carryOn({ place, journal, isOver: () => false, pause: async () => {}, hasRoom: async () => true });
  const { statSync } = fs;
  t.mock.method(fs, 'statSync', (...given: Parameters<typeof statSync>) => {
    if (given[0] === `${from.file}-loss`) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
    return statSync(...given);
  });
  syncBuiltinESMExports();
  await on();
  assert.deepEqual([count(journal), isAnyWritten(journal), isLeft(place, journal)], [0, true, true]);
  assert.ok(waitingBelow(place, journal) > 20);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  await on();
  assert.deepEqual([count(journal), isAnyWritten(journal), readLoss(from.file)], [19, false, nothingLost]);
});
