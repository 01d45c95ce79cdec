/** The copy of the schema is what a damaged one is mended with, and the disk may not give it, once or for good. */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { closeFile } from '../../../../test/doubles/journals/closed-file.ts';
import { atMs, copies, type Damage, damage, filledJournal, noise, schemaPages } from '../../../../test/doubles/journals/filled-journal.ts';
import { count } from '../../../../test/doubles/journals/journal-aside.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import type { JournalPlace } from '../../journal.ts';
import { markDamaged } from '../damage.ts';
import { readLoss } from '../loss-file.ts';
import { openJournalOrFresh } from '../quarantine.ts';
import { schemaEnding, unreadSchemaEnding } from '../schema/schema-copy.ts';
import { carryOn } from './carry-on.ts';

/** A start that puts it aside while the disk does not give the copy of its schema. */
function closedAside(t: TestContext, code: string, damaged: (place: JournalPlace) => readonly Damage[]) {
  const place = filledJournal(t);
  damage(place, damaged(place));
  markDamaged(place.file);
  const aside = `${place.file}.bad-2026-03-01T09-05-07-042Z`;
  const open = closeFile(t, `${aside}${schemaEnding}`, code, statSync(`${place.file}${schemaEnding}`).ino);
  const { journal } = openJournalOrFresh(place, atMs);
  t.after(() => journal[Symbol.dispose]());
  const on = () => carryOn({ place, journal, isOver: () => false, pause: async () => {}, hasRoom: async () => true });
  return { aside, journal, open, on };
}

test('a copy of a damaged schema that can not be read for once costs nothing', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  for (const [code, hours] of [
    ['EIO', 2],
    ['EMFILE', 5],
  ] as const) {
    const { aside, journal, open, on } = closedAside(t, code, (place) => [[schemaPages(place)[3] ?? 0, noise()]]);
    for (let hour = 0; hour < hours; hour += 1) {
      await on();
      assert.deepEqual([count(journal), readLoss(aside)], [0, allWaiting], code);
      t.mock.timers.tick(3_600_000);
    }
    open();
    await on();
    assert.deepEqual([count(journal), readLoss(aside)], [copies, nothingLost], code);
  }
});

test('one that can not be read in three different hours is kept, and does without what it tells', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  const { aside, journal, on } = closedAside(t, 'EIO', () => []);
  for (let hour = 0; hour < 3; hour += 1) {
    assert.equal(count(journal), 0);
    await on();
    t.mock.timers.tick(3_600_000);
  }
  assert.deepEqual([count(journal), readLoss(aside)], [copies, nothingLost]);
  assert.deepEqual([existsSync(`${aside}${schemaEnding}`), existsSync(`${aside}${unreadSchemaEnding}`)], [false, true]);
});
