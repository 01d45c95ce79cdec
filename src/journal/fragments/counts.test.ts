import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { capture, inlineContent, journalPlace, judged, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { runs } from '../../../test/harness/effort.ts';
import type { FragmentReason } from '../../contract/journal.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { first } from '../migrations/earlier/0001-first.ts';
import { erasure } from '../migrations/earlier/0002-erasure.ts';
import { judging } from '../migrations/earlier/0003-judging.ts';
import { absence } from '../migrations/earlier/0004-absence.ts';
import { pairs } from '../migrations/earlier/0005-pairs.ts';
import { blobBytes } from '../migrations/earlier/0006-blob-bytes.ts';
import { fragmentsByState, heldUpSaves, queueLengths } from './counts.ts';
import {
  makeFailedSavesDue,
  makeWaitingSavesDue,
  recordJudgement,
  recordSaved,
  recordSaveFailure,
  requestSave,
  withdrawSave,
} from './fragment-states.ts';

const saved = { workspace: '/w', sha256: 'ab', path: '/w/a', duplicate: false, atMs: 1 };
const reasons: readonly FragmentReason[] = ['disk_full', 'no_permission'];

/** All changes of a fragment's state; each may find it in any state. */
const moves: Readonly<Record<string, (journal: Journal, id: number, reason: FragmentReason) => unknown>> = {
  copy: (journal, id) => recordCapture(journal, capture([textFragment(inlineContent(`a ${id}`)), textFragment(inlineContent(`b ${id}`))])),
  save: (journal, id) => recordJudgement(journal, id, judged({ kind: 'save' })),
  keep: (journal, id) => recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' })),
  filter: (journal, id) => recordJudgement(journal, id, judged({ kind: 'filter', because: 'excluded_dir' })),
  saved: (journal, id) => recordSaved(journal, id, saved),
  heldUp: (journal, id, reason) => recordSaveFailure(journal, id, reason, 5_000),
  failed: (journal, id, reason) => recordSaveFailure(journal, id, reason, null),
  wanted: (journal, id) => requestSave(journal, id),
  due: (journal) => makeFailedSavesDue(journal),
  retried: (journal) => makeWaitingSavesDue(journal),
  deleted: (journal, id) => deleteFragment(journal, id),
  withdrawn: (journal, id) => withdrawSave(journal, id),
};

const pairsOf = (rows: readonly Readonly<Record<string, unknown>>[]): unknown => rows.map((row) => Object.values(row));

/** The counts, computed from all rows. */
function counted(journal: JournalReader): unknown {
  const states = journal.statement('SELECT state, count(*) FROM fragments GROUP BY state ORDER BY state').all();
  const held = journal.statement(
    'SELECT reason, count(*) FROM fragments WHERE wants_save = 1 AND attempts > 0 AND next_attempt_at > 0 GROUP BY reason ORDER BY reason',
  );
  return [pairsOf(states), pairsOf(held.all())];
}

const kept = (journal: JournalReader): unknown => [Object.entries(fragmentsByState(journal)).toSorted(), pairsOf(heldUpSaves(journal))];

test('the counts match the rows after any sequence of changes', (t) => {
  const journal = testJournal(t);
  const move = fc.record({ name: fc.constantFrom(...Object.keys(moves)), id: fc.nat({ max: 12 }), reason: fc.constantFrom(...reasons) });
  fc.assert(
    fc.property(fc.array(move, { minLength: 20, maxLength: 60 }), (given) => {
      journal.statement('DELETE FROM captures').run();
      journal.statement("DELETE FROM sqlite_sequence WHERE name IN ('captures', 'fragments')").run();
      for (let id = 1; id <= 3; id += 1) moves.copy?.(journal, id, 'disk_full');
      for (const name of ['save', 'heldUp']) moves[name]?.(journal, 1, 'disk_full');
      assert.deepEqual(heldUpSaves(journal), [{ reason: 'disk_full', fragments: 1 }]);
      for (const { name, id, reason } of given) {
        moves[name]?.(journal, id, reason);
        assert.deepEqual(kept(journal), counted(journal), name);
      }
    }),
    { numRuns: runs(40) },
  );
});

test('a journal from a schema without counts has them once it is opened', (t) => {
  const place = journalPlace(t);
  const earlier = new DatabaseSync(place.file);
  for (const migration of [first, erasure, judging, absence, pairs, blobBytes]) earlier.exec(migration);
  earlier.exec(`PRAGMA user_version = 6;
    INSERT INTO captures VALUES (1, 'clipboard', 1, 'local', '', '', NULL, NULL, NULL, NULL, NULL, '');
    INSERT INTO fragments (capture_id, kind, state, reason, wants_save, attempts, next_attempt_at) VALUES
      (1, 'text', 'failed', 'disk_full', 1, 2, 5000), (1, 'text', 'failed', 'disk_full', 1, 1, 5000), (1, 'text', 'kept', NULL, 1, 0, 0), (1, 'text', 'saved', NULL, 0, 0, 0)`);
  earlier.close();
  const journal = testJournal(t, place);
  assert.deepEqual(fragmentsByState(journal), { failed: 2, kept: 1, saved: 1 });
  assert.deepEqual(heldUpSaves(journal), [{ reason: 'disk_full', fragments: 2 }]);
});

test('counting reads no rows of fragments', (t) => {
  const journal = testJournal(t);
  const statements: string[] = [];
  const watched = {
    ...journal,
    statement: (sql: string) => {
      statements.push(sql);
      return journal.statement(sql);
    },
  };
  fragmentsByState(watched);
  heldUpSaves(watched);
  const plans = statements.flatMap((sql) =>
    journal
      .statement(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row.detail)),
  );
  assert.deepEqual(plans, ['SCAN fragments_in_state', 'SCAN held_up_saves']);
});

test('what waits is counted where it waits, and no more once it is done', (t) => {
  const journal = testJournal(t);
  const lengths = (): readonly number[] => Object.values(queueLengths(journal, 1_000_000)).slice(0, 3);
  const copied = [1, 2, 3].map(
    (each) => recordCapture(journal, capture([textFragment(inlineContent(`text ${each}`))])).fragmentIds[0] ?? 0,
  );
  const [first = 0, second = 0, third = 0] = copied;
  assert.deepEqual(lengths(), [3, 0, 0]);
  for (const id of [first, second]) recordJudgement(journal, id, judged({ kind: 'save' }));
  recordJudgement(journal, third, judged({ kind: 'keep', because: 'too_short' }));
  assert.deepEqual(lengths(), [0, 2, 0]);
  recordSaveFailure(journal, first, 'disk_full', 5_000);
  assert.deepEqual(lengths(), [0, 2, 1]);
  for (const id of [first, second])
    recordSaved(journal, id, { workspace: '/w', sha256: 'ab', path: `/w/${id}`, duplicate: false, atMs: 1 });
  assert.deepEqual(lengths(), [0, 0, 0]);
});

test('pictures wait only while they are read by themselves, and only those that are small enough', (t) => {
  const journal = testJournal(t);
  const [id = 0] = recordCapture(journal, capture([textFragment(inlineContent('a picture'), 'image/png')])).fragmentIds;
  recordJudgement(journal, id, { ...judged({ kind: 'keep', because: 'too_short' }), pictureSize: { width: 20, height: 10 } });
  const pictures = (readPixels: number): number => queueLengths(journal, readPixels).pictures;
  assert.deepEqual([pictures(200), pictures(199), pictures(0)], [1, 0, 0]);
});
