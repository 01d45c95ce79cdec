import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { readPresent } from '../fragments/fragments.ts';
import { recordCapture } from './captures.ts';
import { type CopyNote, mergeNotes, recordNote } from './copy-notes.ts';
import { readCounters } from './counters.ts';

/** Times without large jumps, so that no clock seems to be set back. */
const atMs = fc.integer({ min: 0, max: 100_000 });
const note: fc.Arbitrary<CopyNote> = fc.record({
  counts: fc.record({ missed: fc.nat(5), concealed: fc.nat(5), unusable: fc.nat(5) }, { requiredKeys: [] }),
  present: fc.option(
    fc.oneof(
      fc.record({ atMs, absence: fc.constantFrom('cleared' as const, 'excluded' as const) }),
      fc.record({ atMs, captureId: fc.constant(1) }),
    ),
  ),
});

test('two merged notes have the same effect as one after the other', (t) => {
  const [apart, joined] = [testJournal(t), testJournal(t)];
  for (const journal of [apart, joined]) recordCapture(journal, textCapture('a'));
  fc.assert(
    fc.property(note, note, (earlier, later) => {
      for (const each of [earlier, later]) recordNote(apart, each);
      recordNote(joined, mergeNotes(earlier, later));
      assert.deepEqual(readCounters(joined), readCounters(apart));
      assert.deepEqual(readPresent(joined), readPresent(apart));
    }),
  );
});

test('the counts of a note are added even if its capture was deleted meanwhile, and nothing is current then', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('a'));
  const { captureId } = recordCapture(journal, textCapture('b', { copiedAtMs: 5_000 }));
  journal.statement('DELETE FROM captures WHERE id = ?').run(captureId);
  recordNote(journal, { counts: { missed: 2 }, present: { captureId, atMs: 6_000 } });
  assert.equal(readCounters(journal).missed, 2);
  assert.deepEqual(readPresent(journal), { fragments: [], changedAtMs: 6_000, absence: 'deleted' });
});
