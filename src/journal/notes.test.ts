import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCounters, recordCapture } from './captures.ts';
import { readPresent } from './fragments.ts';
import { type CopyNote, recordNote, together } from './notes.ts';
import { testJournal, textCapture } from './test-journal.ts';

/** No clock is set back by minutes between them. */
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

test('two notes in one are the same as one after the other', (t) => {
  const [apart, joined] = [testJournal(t), testJournal(t)];
  for (const journal of [apart, joined]) recordCapture(journal, textCapture('a'));
  fc.assert(
    fc.property(note, note, (earlier, later) => {
      for (const each of [earlier, later]) recordNote(apart, each);
      recordNote(joined, together(earlier, later));
      assert.deepEqual(readCounters(joined), readCounters(apart));
      assert.deepEqual(readPresent(joined), readPresent(apart));
    }),
  );
});

test('a note of a capture that was deleted meanwhile counts all the same, and nothing is shown', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('a'));
  const { captureId } = recordCapture(journal, textCapture('b', { copiedAtMs: 5_000 }));
  journal.statement('DELETE FROM captures WHERE id = ?').run(captureId);
  recordNote(journal, { counts: { missed: 2 }, present: { captureId, atMs: 6_000 } });
  assert.equal(readCounters(journal).missed, 2);
  assert.deepEqual(readPresent(journal), { fragments: [], changedAtMs: 6_000, absence: 'deleted' });
});
