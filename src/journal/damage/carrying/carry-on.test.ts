/** What there was no time for at the start is carried over later, and nothing of it is said to be lost until then. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createdJournal, journalPlace, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { allUnsure, allWaiting, isWaiting, mostLost, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import { readFragment } from '../../fragments/fragments.ts';
import { passOverNumbers } from '../../given-numbers.ts';
import { type Journal, type JournalPlace, openJournal } from '../../journal.ts';
import { readLoss, writeLoss } from '../loss-file.ts';
import { journalsAmong } from '../names-aside.ts';
import { carryOn, isAnythingLeft } from './carry-on.ts';
import { carryOver } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { attemptsAt, readProgress, writeProgress } from './progress.ts';

const { prepare } = DatabaseSync.prototype;

const copies = 700;
const isLeft = (place: JournalPlace, journal: Journal): boolean =>
  isAnythingLeft(place, journal, journalsAmong(readdirSync(path.dirname(place.file)), place.file));
const name = 'hub.db.bad-2026-03-01T09-05-07-042Z';

/** A journal with copies that was put aside, and a new one in its place. */
function rig(t: TestContext, change: (bytes: Buffer) => void = () => {}) {
  const place = createdJournal(t);
  {
    using old = openJournal(place);
    for (let n = 1; n <= copies; n += 1) recordCapture(old, textCapture(`copy number${n} ${'of words '.repeat(20)}`));
    old.tryEmptyLog();
  }
  const from: JournalPlace = { file: path.join(path.dirname(place.file), name), blobs: `${place.blobs}.none` };
  renameSync(place.file, from.file);
  for (const part of ['-wal', '-shm']) rmSync(`${place.file}${part}`, { force: true });
  const bytes = readFileSync(from.file);
  change(bytes);
  writeFileSync(from.file, bytes);
  writeLoss(from.file, allWaiting);
  const journal = testJournal(t, place);
  const on = (isOver = () => false) => carryOn({ place, journal, isOver, pause: async () => {}, hasRoom: async () => true });
  return { place, from, journal, on };
}

const idsIn = (journal: Journal): readonly number[] =>
  journal
    .statement('SELECT id FROM fragments ORDER BY id')
    .all()
    .map(({ id }) => Number(id));
const all = Array.from({ length: copies }, (_, at) => at + 1);
/** Ends after this many slices. */
const after = (slices: number) => () => slices-- <= 0;

test('copies that only lacked time wait, are carried over later, and what was deleted meanwhile does not come back', async (t) => {
  const { place, from, journal, on } = rig(t);
  carryOver(from, journal, 0.1);
  const waits = readLoss(from.file);
  assert.ok(waits !== null && isWaiting(waits) && waits.lost.length + waits.unsure.length === 0);
  const [made = 0] = recordCapture(journal, textCapture('made meanwhile')).fragmentIds;
  assert.equal(made, copies + 1, 'no number is given twice');
  await on(after(3));
  assert.ok(idsIn(journal).length < copies && isLeft(place, journal));
  journal.statement('DELETE FROM fragments WHERE id = ?').run(copies - 1);
  await on();
  assert.deepEqual(
    idsIn(journal),
    [...all, made].filter((id) => id !== copies - 1),
  );
  assert.deepEqual(readLoss(from.file), nothingLost);
  assert.equal(readProgress(journal, name)?.copies, copies);
  assert.equal(isLeft(place, journal), false);
});

test('where the progress was lost with another journal, it goes on below what was told', async (t) => {
  const { from, journal, on } = rig(t);
  await on(after(3));
  const { waitsBelow = 0 } = readLoss(from.file) ?? {};
  assert.ok(waitsBelow > 1 && waitsBelow <= copies);
  journal.statement("DELETE FROM counters WHERE name LIKE '%from %'").run();
  journal.statement('DELETE FROM fragments WHERE id = ?').run(copies);
  await on();
  assert.deepEqual(idsIn(journal), all.slice(0, -1), 'and what was deleted does not come back');
  assert.deepEqual(readLoss(from.file), nothingLost);
});

test('what is lost with a damaged page is found out wherever the carrying over was ended, without a word too', async (t) => {
  const { from, journal, on } = rig(t, (bytes) => {
    const page = Math.floor(bytes.indexOf('copy number300 ') / 4_096);
    bytes.fill(0, page * 4_096, (page + 1) * 4_096);
  });
  for (let ends = 0; ends < 4; ends += 1) {
    using killed = new Carrying(from, journal);
    killed.begin(Number.POSITIVE_INFINITY);
    for (let slices = 0; slices < 2; slices += 1) killed.slice(Number.POSITIVE_INFINITY);
  }
  await on();
  const there = idsIn(journal);
  const gone = all.filter((id) => !there.includes(id));
  assert.ok(gone.includes(300) && gone.length < 40, String(gone));
  const { lost = [], unsure = [] } = readLoss(from.file) ?? {};
  assert.deepEqual([lost.flatMap(([first, last]) => all.slice(first - 1, last)).toSorted((one, other) => one - other), unsure], [gone, []]);
});

test('a copy that ends its thread again and again is passed over alone, and is told', async (t) => {
  const { from, journal, on } = rig(t);
  await on(after(2));
  const progress = readProgress(journal, name);
  assert.ok(progress !== null && progress.below <= copies);
  writeProgress(journal, name, { ...progress, begun: 3 });
  await on();
  const passed = progress.below - 1;
  assert.deepEqual(
    idsIn(journal),
    all.filter((id) => id !== passed),
  );
  assert.deepEqual(readLoss(from.file), { lost: [[passed, passed]], unsure: [], pinned: 0 });
});

test('after an end without a word one after the other is tried, until it gets on', (t) => {
  const { from, journal } = rig(t);
  {
    using first = new Carrying(from, journal);
    first.begin(Number.POSITIVE_INFINITY);
    assert.equal(readProgress(journal, name)?.begun, 0, 'no copy was tried yet');
  }
  writeProgress(journal, name, { copies: 0, incomplete: 0, below: copies + 1, begun: 1 });
  using carrying = new Carrying(from, journal);
  carrying.begin(Number.POSITIVE_INFINITY);
  const counts = [1, 2].map(() => {
    carrying.slice(Number.POSITIVE_INFINITY);
    return idsIn(journal).length;
  });
  assert.deepEqual(counts, [1, 65]);
});

test('a second process that carries the same journal over does not get on where the first one was', (t) => {
  const { from, journal } = rig(t);
  using one = new Carrying(from, journal);
  one.begin(Number.POSITIVE_INFINITY);
  using other = new Carrying(from, journal);
  other.begin(Number.POSITIVE_INFINITY);
  one.slice(Number.POSITIVE_INFINITY);
  assert.throws(() => other.slice(Number.POSITIVE_INFINITY), /another process/);
});

test('where what was lost is written down, but damaged, all copies wait, until it is known how far it got', async (t) => {
  const { place, from, journal, on } = rig(t);
  writeFileSync(`${from.file}-loss`, '\0\0');
  await on(after(3));
  assert.ok(idsIn(journal).length > 0 && isLeft(place, journal));
  await on();
  assert.deepEqual([idsIn(journal), readLoss(from.file)], [all, nothingLost]);
  writeFileSync(`${from.file}-loss`, '\0\0');
  journal.statement('DELETE FROM fragments WHERE id = 1').run();
  await on();
  assert.equal(idsIn(journal).length, copies - 1, 'it came over before');
});

test('of a journal that an earlier Hub put aside, and that tells no number of a copy, it is said at once that nobody knows', async (t) => {
  const { place, from, journal } = rig(t, (bytes) => bytes.fill(7));
  rmSync(`${from.file}-loss`);
  let asked = 0;
  const counting = Object.assign(Object.create(journal) as Journal, {
    statement: (sql: string) => {
      asked += 1;
      return journal.statement(sql);
    },
  });
  await carryOn({ place, journal: counting, isOver: () => false, pause: async () => {}, hasRoom: async () => true });
  assert.deepEqual(readLoss(from.file), allUnsure);
  assert.ok(asked < 200, String(asked));
});

test('finding out what was lost with a journal of an earlier Hub ends when it is to, and is begun again by the next one', async (t) => {
  const { from, journal, on } = rig(t);
  rmSync(`${from.file}-loss`);
  for (let times = 0; times < 5; times += 1) {
    let isOver = false;
    const old = t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
      if (sql.includes('max(id) AS last FROM fragments')) isOver = true;
      return prepare.call(this, sql);
    });
    await on(() => isOver);
    old.mock.restore();
    assert.deepEqual([isOver, readLoss(from.file), attemptsAt(journal, 'find out what was lost with', name).count], [true, null, 0]);
  }
  await on();
  assert.deepEqual(readLoss(from.file), { ...nothingLost, unsure: [[1, copies]] });
});

test('of a journal that an earlier Hub put aside it is found out once what the history lacks', async (t) => {
  const { place, from, journal, on } = rig(t);
  carryOver(from, journal, 60_000);
  rmSync(`${from.file}-loss`);
  await on();
  assert.deepEqual(readLoss(from.file), nothingLost);
  rmSync(`${from.file}-loss`);
  journal.statement('DELETE FROM fragments WHERE id IN (7, 8)').run();
  await on();
  assert.deepEqual(readLoss(from.file), { lost: [], unsure: [[7, 8]], pinned: 0 }, 'they may have been deleted since');
  assert.equal(idsIn(journal).includes(7), false);
  const unreadable = `${place.file}.bad-2026-02-01T09-05-07-042Z`;
  writeFileSync(unreadable, Buffer.alloc(20_000, 'no journal '));
  await on();
  const unknown = readLoss(unreadable);
  assert.ok(unknown !== null && mostLost(unknown) === null, 'nobody knows');
  assert.equal(isLeft(place, journal), false);
});

test('what the history lacks is found out slice by slice, and one in which there was no copy tells of none', async (t) => {
  const { from, journal, on } = rig(t);
  carryOver(from, journal, 60_000);
  {
    using old = openJournal({ file: from.file, blobs: from.blobs });
    old.transaction(() => passOverNumbers(old, 'fragments', 50_000));
    recordCapture(old, textCapture('far above'));
    old.tryEmptyLog();
  }
  rmSync(`${from.file}-loss`);
  await on();
  assert.deepEqual(readLoss(from.file), { lost: [], unsure: [[50_001, 50_001]], pinned: 0 });
});

test('nothing is carried over from a journal whose copies do not wait, and one that was deleted meanwhile ends it', async (t) => {
  const { place, from, journal, on } = rig(t);
  writeLoss(from.file, nothingLost);
  await on();
  assert.deepEqual(idsIn(journal), []);
  writeLoss(from.file, { ...nothingLost, waitsBelow: 10 });
  rmSync(from.file);
  await on();
  assert.deepEqual([idsIn(journal), isLeft(place, journal)], [[], false]);
  assert.equal(readFragment(journal, 1), null);
  assert.equal(isLeft(journalPlace(t), journal), false);
});
