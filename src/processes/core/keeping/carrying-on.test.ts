import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { count, journalAside, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import { createdJournal, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Log } from '../../../base/log.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { readLoss, writeLoss } from '../../../journal/damage/loss-file.ts';
import { journalsPutAside } from '../../../journal/damage/put-aside.ts';
import { openJournal } from '../../../journal/journal.ts';
import { CarryingOn } from './carrying-on.ts';

test('copies that wait are carried over while others use the journal, and a core that ends meanwhile leaves the rest to the next one', async (t) => {
  const place = createdJournal(t);
  const copies = 600;
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
  const log = rememberingLog(() => {});
  {
    await using first = new CarryingOn({ place, journal, log, maxMegabytes: () => null });
    await first.look([]);
    assert.equal(count(journal), 0);
    await first.look(await journalsPutAside(place.file));
    await first.look(await journalsPutAside(place.file));
    await until('that some are there', () => count(journal) > 0);
  }
  assert.ok(count(journal) < copies);
  assert.ok((readLoss(aside)?.waitsBelow ?? 0) > 1);
  await using next = new CarryingOn({ place, journal, log, maxMegabytes: () => null });
  await next.look(await journalsPutAside(place.file));
  recordCapture(journal, textCapture('made meanwhile'));
  await until('that all are there', () => count(journal) === copies + 1 && readLoss(aside)?.waitsBelow === undefined);
  assert.deepEqual(readLoss(aside), nothingLost);
});

test('while only room is missing, it is looked for twice a minute, however long that lasts', async (t) => {
  const { place, journal } = journalAside(t, texts(3));
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  await using carrying = new CarryingOn({ place, journal, log: rememberingLog(() => {}), maxMegabytes: () => 0 });
  const aside = await journalsPutAside(place.file);
  for (let minutes = 0; minutes < 4; minutes += 1) {
    const started = once(process, 'worker', { signal: AbortSignal.timeout(20_000) });
    void carrying.look(aside);
    const [thread] = (await started) as [Worker];
    await once(thread, 'exit');
    nowMs += 30_000;
  }
  assert.equal(count(journal), 0);
});

test('of a journal that can not be opened it is logged once why, and its copies come over as soon as it can be', {
  skip: process.platform === 'win32' && 'links need a right there',
}, async (t) => {
  const { place, from, journal } = journalAside(t, texts(3));
  const away = path.join(path.dirname(from.file), 'away');
  renameSync(from.file, away);
  symlinkSync(path.join(path.dirname(away), 'nothing'), from.file);
  const lines: unknown[] = [];
  const log: Log = {
    ...rememberingLog((line) => lines.push(line)),
    error: (event: string, fields?: object) => lines.push({ event, ...fields }),
  };
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  await using carrying = new CarryingOn({ place, journal, log, maxMegabytes: () => null });
  const aside = await journalsPutAside(place.file);
  for (let times = 0; times < 5; times += 1) {
    await carrying.look(aside);
    nowMs += 30_000;
  }
  const event = 'a damaged journal can not be opened, so its copies wait';
  assert.deepEqual(lines, [{ event, file: path.basename(from.file), code: 'ENOENT' }]);
  assert.deepEqual(readLoss(from.file), allWaiting);
  rmSync(from.file);
  renameSync(away, from.file);
  await carrying.look(aside);
  await until('that all are there', () => count(journal) === 3 && readLoss(from.file)?.waitsBelow === undefined);
  assert.deepEqual(readLoss(from.file), nothingLost);
});
