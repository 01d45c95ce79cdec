/** What is known to be lost with a damaged journal is in a file beside it, which the disk may not give, once or for good. */
import assert from 'node:assert/strict';
import fs, { rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import { closeFile } from '../../../../test/doubles/journals/closed-file.ts';
import { count, isLeft, journalAside, name, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import type { Journal } from '../../journal.ts';
import { deleteFragment } from '../../keeping/delete-fragments.ts';
import { lossEnding, readLoss, whyLossClosed, writeLoss } from '../loss-file.ts';
import { carryOverNew } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { isWaitingIn } from './waiting-journals.ts';

const closeLoss = (t: TestContext, file: string, code?: string): (() => void) => closeFile(t, `${file}${lossEnding}`, code);

const without190 = (old: Journal): void => {
  texts(200)(old);
  old.statement("UPDATE representations SET sha256 = substr(sha256, 2) || '0' WHERE fragment_id = 190").run();
};

test('what was told before is not forgotten because it can not be read for once', (t) => {
  const { from, journal } = journalAside(t, without190);
  using carrying = new Carrying(from, journal);
  carrying.begin(Number.POSITIVE_INFINITY);
  carrying.slice(Number.POSITIVE_INFINITY);
  carrying.tell();
  assert.deepEqual(readLoss(from.file)?.lost, [[190, 190]]);
  carrying.slice(Number.POSITIVE_INFINITY);
  const open = closeLoss(t, from.file);
  carrying.tell();
  open();
  assert.ok((readLoss(from.file)?.waitsBelow ?? 0) > 72, 'it is still to be told');
  while (carrying.slice(Number.POSITIVE_INFINITY) === 'more');
  carrying.tell();
  assert.deepEqual(readLoss(from.file), { ...nothingLost, lost: [[190, 190]] });
});

test('a journal that came over long ago does not come back at a start that can not read that', (t) => {
  const { place, from, journal } = journalAside(t, texts(20));
  writeLoss(from.file, nothingLost); // and the journal that it came over into was replaced since
  const open = closeLoss(t, from.file);
  carryOverNew(place, journal, 5_000);
  open();
  assert.deepEqual([count(journal), readLoss(from.file)], [0, nothingLost]);
});

test('the one that a start has just put aside comes over at once, whatever can be read', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(20));
  const open = closeLoss(t, from.file);
  carryOverNew(place, journal, 5_000, name);
  assert.equal(count(journal), 20);
  open();
  assert.deepEqual(readLoss(from.file), allWaiting);
  await on();
  assert.deepEqual(readLoss(from.file), nothingLost);
});

test('what can not be read in three different hours is found out anew, as far as the new journal knows how far it got', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  for (const isBegun of [false, true]) {
    const { place, from, journal, on } = journalAside(t, without190);
    if (isBegun) {
      await on(() => count(journal) >= 60);
      assert.ok(isLeft(place, journal));
      deleteFragment(journal, 150);
    }
    const before = count(journal);
    closeLoss(t, from.file);
    for (let hours = 0; hours < 2; hours += 1) {
      for (let times = 0; times < 3; times += 1) await on();
      assert.deepEqual([count(journal), whyLossClosed(from.file), isLeft(place, journal)], [before, 'EIO', true]);
      t.mock.timers.tick(3_600_000);
    }
    await on();
    // Of what was looked at before, nobody knows any more what was deleted since.
    const lost = [[190, 190]] as const;
    assert.deepEqual([count(journal), isLeft(place, journal)], [isBegun ? 198 : 199, false]);
    assert.deepEqual(readLoss(from.file), isBegun ? { ...nothingLost, unsure: [...lost, [150, 150]] } : { ...nothingLost, lost });
    rmSync(from.file);
  }
});

test('what is not given for once when it begins again is not begun anew', (t) => {
  const { from, journal } = journalAside(t, texts(200));
  {
    using carrying = new Carrying(from, journal);
    carrying.begin(Number.POSITIVE_INFINITY);
    carrying.slice(Number.POSITIVE_INFINITY);
    carrying.tell();
  }
  deleteFragment(journal, 190);
  const told = readLoss(from.file);
  using carrying = new Carrying(from, journal);
  const open = closeLoss(t, from.file);
  assert.throws(() => carrying.begin(Number.POSITIVE_INFINITY), { code: 'EIO' });
  open();
  assert.deepEqual(readLoss(from.file), told);
  carrying.begin(Number.POSITIVE_INFINITY);
  while (carrying.slice(Number.POSITIVE_INFINITY) === 'more');
  carrying.tell();
  assert.deepEqual(readLoss(from.file), nothingLost);
});

test('copies wait although what says so can not be read for once', (t) => {
  const { from, journal } = journalAside(t, texts(20));
  const open = closeLoss(t, from.file);
  const { statSync } = fs;
  t.mock.method(fs, 'statSync', (...given: Parameters<typeof statSync>) => {
    try {
      return statSync(...given);
    } catch (error) {
      open();
      throw error;
    }
  });
  syncBuiltinESMExports();
  const waits = isWaitingIn(journal, from.file);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(waits, true);
});

test('only what can not be read in three hours one after the other is given up, and only if that is the fault of the file', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  const { place, from, journal, on } = journalAside(t, texts(20));
  const failing = async (hours: number, code?: string): Promise<void> => {
    const open = closeLoss(t, from.file, code);
    for (let hour = 0; hour < hours; hour += 1) {
      await on();
      t.mock.timers.tick(3_600_000);
    }
    open();
  };
  await failing(2);
  await on(undefined, undefined, async () => false); // it is given, and there is no room
  await failing(2);
  for (const code of ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC']) await failing(4, code);
  assert.deepEqual([count(journal), isLeft(place, journal)], [0, true]);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [20, nothingLost]);
});

test('a full disk uses up no attempt to find out what was lost with a journal that an earlier Hub put aside', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  const { from, on } = journalAside(t, texts(20));
  rmSync(`${from.file}${lossEnding}`);
  const { writeFileSync } = fs;
  t.mock.method(fs, 'writeFileSync', (...given: Parameters<typeof writeFileSync>) => {
    if (String(given[1]).includes('"unsure"')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    return writeFileSync(...given);
  });
  syncBuiltinESMExports();
  for (let hour = 0; hour < 5; hour += 1) {
    await on();
    t.mock.timers.tick(3_600_000);
  }
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(readLoss(from.file), null);
  await on();
  assert.deepEqual(readLoss(from.file), { ...nothingLost, unsure: [[1, 20]] });
});
