/** What is known to be lost with a damaged journal is in a file beside it, which the disk may not give, once or for good. */
import assert from 'node:assert/strict';
import fs, { rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import { count, isLeft, journalAside, name, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import type { Journal } from '../../journal.ts';
import { deleteFragment } from '../../keeping/delete-fragments.ts';
import { isLossClosed, lossEnding, readLoss, writeLoss } from '../loss-file.ts';
import { carryOverNew } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';

/** The file that is there now can't be read: a file in its place can. Returns what ends that. */
function closeLoss(t: TestContext, file: string): () => void {
  const { ino } = statSync(`${file}${lossEnding}`);
  const { statSync: status } = fs;
  let isThere = true;
  const mock = t.mock.method(fs, 'statSync', (...given: Parameters<typeof status>) => {
    const found = status(...given);
    if (given[0] !== `${file}${lossEnding}`) return found;
    isThere &&= found?.ino === ino; // another file may get its number later
    if (isThere) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
    return found;
  });
  syncBuiltinESMExports();
  const end = (): void => {
    mock.mock.restore();
    syncBuiltinESMExports();
  };
  t.after(end);
  return end;
}

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
      assert.deepEqual([count(journal), isLossClosed(from.file), isLeft(place, journal)], [before, true, true]);
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
