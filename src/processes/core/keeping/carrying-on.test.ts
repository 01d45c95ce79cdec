import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { createdJournal, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { readLoss, writeLoss } from '../../../journal/damage/loss-file.ts';
import { journalsPutAside } from '../../../journal/damage/put-aside.ts';
import { openJournal } from '../../../journal/journal.ts';
import { CarryingOn } from './carrying-on.ts';

test('copies that wait are carried over while others use the journal, and a core that ends meanwhile leaves the rest to the next one', async (t) => {
  const place = createdJournal(t);
  const copies = 1_500;
  {
    using old = openJournal(place);
    for (let n = 1; n <= copies; n += 1) recordCapture(old, textCapture(`copy ${n}`));
    old.tryEmptyLog();
  }
  const aside = path.join(path.dirname(place.file), 'hub.db.bad-2026-03-01T09-05-07-042Z');
  renameSync(place.file, aside);
  for (const part of ['-wal', '-shm']) rmSync(`${place.file}${part}`, { force: true });
  writeLoss(aside, allWaiting);
  const journal = testJournal(t, place);
  const count = () => Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);
  const log = rememberingLog(() => {});
  {
    await using first = new CarryingOn({ place, journal, log, maxMegabytes: () => null });
    first.look([]);
    assert.equal(count(), 0);
    first.look(await journalsPutAside(place.file));
    first.look(await journalsPutAside(place.file));
    await until('that some are there', () => count() > 0);
  }
  assert.ok(count() < copies);
  assert.ok((readLoss(aside)?.waitsBelow ?? 0) > 1);
  await using next = new CarryingOn({ place, journal, log, maxMegabytes: () => null });
  next.look(await journalsPutAside(place.file));
  recordCapture(journal, textCapture('made meanwhile'));
  await until('that all are there', () => count() === copies + 1 && readLoss(aside)?.waitsBelow === undefined);
  assert.deepEqual(readLoss(aside), nothingLost);
});
