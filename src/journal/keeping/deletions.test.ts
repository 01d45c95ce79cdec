import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import {
  capture,
  inlineContent,
  journalPlace,
  judged,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { blobPath } from '../blobs.ts';
import { recordCapture, recordCaptures } from '../captures/captures.ts';
import { fragmentsByState } from '../fragments/counts.ts';
import { type Judgement, recordJudgement, recordSaved } from '../fragments/fragment-states.ts';
import { readFragment, readPresent } from '../fragments/fragments.ts';
import { unjudgedFragments } from '../fragments/judging-attempts.ts';
import { listFragments, pageOfFragments } from '../fragments/listing.ts';
import { nextToSaveIn } from '../fragments/waiting-saves.ts';
import type { Journal } from '../journal.ts';
import { annotate, readAnnotations } from './annotations.ts';
import { deleteFragment } from './delete-fragments.ts';
import { adoptLost, eraseDue, hideSlice, nextDue, undelete, undoWithinMs } from './deletions.ts';
import { trimStep } from './trim.ts';

const keep = judged({ kind: 'keep', because: 'too_short' });
const forever = Number.POSITIVE_INFINITY;

function copied(journal: Journal, text: string, atMs = 10_000, judgement: Judgement | null = keep): number {
  const id = recordCapture(journal, textCapture(text, { copiedAtMs: atMs })).fragmentIds[0] ?? 0;
  if (judgement !== null) recordJudgement(journal, id, judgement);
  return id;
}

const hide = (journal: Journal, ids: readonly number[], nowMs = 1_000) => hideSlice(journal, { ids, nowMs, budgetMs: forever });
const bring = (journal: Journal, ids: readonly number[] | 'last', nowMs = 2_000) => undelete(journal, { ids, nowMs, budgetMs: forever });
const listed = (journal: Journal): readonly number[] => listFragments(journal, { limit: 100 }).map(({ id }) => id);
const rows = (journal: Journal): number => Number(journal.statement('SELECT count(*) AS rows FROM fragments').get()?.rows);

describe('a deleted copy', () => {
  test('is shown nowhere, and comes back as it was', (t) => {
    const journal = testJournal(t);
    const [one, two] = [copied(journal, 'alpha', 10_000), copied(journal, 'beta', 20_000)];
    annotate(journal, two, { tags: ['work'], pinned: true });
    const before = readFragment(journal, two);
    assert.deepEqual(hide(journal, [two, 99]), { looked: 2, deleted: 1, onHold: [], deletion: 1 });
    assert.deepEqual([listed(journal), foundIds(journal, 'beta'), readFragment(journal, two)], [[one], [], null]);
    assert.equal(annotate(journal, two, { pinned: false }), 'unknown');
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'deleted']);
    assert.deepEqual(fragmentsByState(journal), { kept: 1 });
    assert.equal(journal.damaged, 0);
    const limits = { maxCount: 0, maxBytes: null, keptSinceMs: { text: null, image: null, document: null, files: null } };
    trimStep(journal, limits, { by: 'number', fragmentId: 0 });
    assert.equal(hide(journal, [two]).deletion, null, 'it is deleted already');
    assert.deepEqual(bring(journal, 'last'), { looked: 1, restored: [two], isOver: true, deletion: 1 });
    assert.deepEqual(readFragment(journal, two), before);
    assert.deepEqual(readAnnotations(journal, two).tags, ['work']);
    assert.deepEqual([foundIds(journal, 'beta'), readPresent(journal).fragments.length], [[two], 1]);
    assert.equal(nextDue(journal, 3_000), null);
    assert.deepEqual(bring(journal, 'last').restored, []);
  });

  test('is erased with its content once the time is over, and cannot come back then', (t) => {
    const place = journalPlace(t);
    const journal = testJournal(t, place);
    const secret = `hunter2 ${'x'.repeat(200_000)}`;
    const id = recordCapture(journal, capture([textFragment(spooledContent(place, secret))])).fragmentIds[0] ?? 0;
    recordJudgement(journal, id, keep);
    const blob = blobPath(journal, inlineContent(secret).sha256);
    hide(journal, [id], 1_000);
    assert.equal(nextDue(journal, 1_500), 1_000 + undoWithinMs);
    assert.equal(eraseDue(journal, 1_000 + undoWithinMs - 1), false);
    assert.ok(existsSync(blob));
    assert.deepEqual(bring(journal, [id], 1_000 + undoWithinMs).restored, []);
    const again = testJournal(t, place); // as after a crash
    while (eraseDue(again, 1_000 + undoWithinMs));
    assert.deepEqual([rows(again), existsSync(blob), nextDue(again, 1_000 + undoWithinMs)], [0, false, null]);
    assert.ok(Number(again.statement('SELECT in_index FROM erasure').get()?.in_index) > 0, 'its words are to be erased too');
  });

  test('is erased if the clock was set back, for nobody knows how much of the time is over', (t) => {
    const journal = testJournal(t);
    const id = copied(journal, 'a');
    hide(journal, [id], 5_000_000);
    assert.deepEqual(bring(journal, 'last', 4_000_000).restored, []);
    assert.equal(nextDue(journal, 4_000_000), 0);
    while (eraseDue(journal, 4_000_000));
    assert.equal(rows(journal), 0);
  });

  test('is neither judged nor saved meanwhile, and is once it is back', (t) => {
    const journal = testJournal(t);
    const unjudged = copied(journal, 'one', 10_000, null);
    const unsaved = copied(journal, 'two', 20_000, judged({ kind: 'save' }));
    hide(journal, [unjudged, unsaved]);
    recordJudgement(journal, unjudged, keep);
    assert.equal(recordSaved(journal, unsaved, { workspace: '/w', sha256: 'ab', path: '/w/a', duplicate: false, atMs: 5 }), false);
    const waiting = () => [unjudgedFragments(journal, 0, 10), nextToSaveIn(journal, null, { nowMs: 99_000 })];
    assert.deepEqual(waiting(), [[], null]);
    bring(journal, [unjudged, unsaved]);
    assert.deepEqual(waiting(), [[unjudged], unsaved]);
  });

  test('that is copied again is a new copy, and is part of it if it comes back', (t) => {
    const journal = testJournal(t);
    const id = copied(journal, 'a', 10_000);
    hide(journal, [id]);
    const again = copied(journal, 'a', 20_000);
    assert.notEqual(again, id);
    assert.equal(readFragment(journal, again)?.copies, 1);
    bring(journal, [id]);
    assert.deepEqual(listed(journal), [again]);
    assert.equal(readFragment(journal, again)?.copies, 2);
  });

  test('that a clipboard manager takes over does not come back by that', (t) => {
    const journal = testJournal(t);
    const id = copied(journal, 'a', 10_000);
    hide(journal, [id]);
    const source = {
      type: 'local',
      name: 'clipman',
      path: '',
      app: { name: 'clipman', executable: null, pid: 8, windowTitle: null },
    } as const;
    const [taken] = recordCaptures(journal, [textCapture('a', { copiedAtMs: 10_500, source })]);
    assert.equal(taken?.ok, false);
    assert.deepEqual([listed(journal), rows(journal)], [[], 1]);
  });
});

test('a deletion in slices has one end, and is undone as a whole', (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 600 }, (_, at) => copied(journal, `copy ${at}`, 10_000 * (at + 1)));
  let deletion: number | null = null;
  for (let at = 0; at < ids.length; ) {
    const slice = hideSlice(journal, { ids: ids.slice(at, at + 500), nowMs: 1_000 + at, budgetMs: 0, deletion });
    deletion ??= slice.deletion;
    assert.equal(slice.deletion, deletion);
    at += slice.looked;
  }
  assert.deepEqual(listed(journal), []);
  const page = pageOfFragments(journal, { limit: 10 }, 100);
  assert.deepEqual([page.fragments.length, page.next !== null], [0, true], 'it does not read on for long');
  assert.equal(nextDue(journal, 2_000), 1_000 + 599 + undoWithinMs);
  const restored: number[] = [];
  for (let isOver = false; !isOver; ) {
    const slice = undelete(journal, { ids: 'last', nowMs: 3_000, budgetMs: restored.length === 0 ? 0 : forever });
    restored.push(...slice.restored);
    isOver = slice.isOver;
  }
  assert.deepEqual(restored, ids);
  assert.equal(nextDue(journal, 3_000), null);
});

test('only the last deletion is undone without names', (t) => {
  const journal = testJournal(t);
  const [one, two, three] = [copied(journal, 'a', 10_000), copied(journal, 'b', 20_000), copied(journal, 'c', 30_000)];
  hide(journal, [one, two]);
  hide(journal, [three]);
  assert.deepEqual(bring(journal, 'last').restored, [three]);
  assert.deepEqual(bring(journal, [one]).restored, [one]);
  assert.deepEqual(bring(journal, 'last').restored, [two]);
});

test('a deletion of as many as are read at once is undone alone, and one of which nothing is left is none', (t) => {
  const journal = testJournal(t);
  const earlier = copied(journal, 'earlier');
  const ids = Array.from({ length: 500 }, (_, at) => copied(journal, `copy ${at}`, 20_000 + at * 2_000));
  hide(journal, [earlier]);
  hide(journal, ids);
  const { restored, isOver, deletion } = bring(journal, 'last');
  assert.deepEqual([restored, isOver], [ids, false]);
  const rest = undelete(journal, { ids: 'last', nowMs: 2_000, budgetMs: forever, deletion });
  assert.deepEqual([rest.restored, rest.isOver], [[], true]);
  hide(journal, [ids[0] ?? 0]);
  deleteFragment(journal, ids[0] ?? 0);
  assert.deepEqual(bring(journal, 'last').restored, [earlier]);
});

test('what came back while the core was about to erase it is not erased', (t) => {
  const place = journalPlace(t);
  const [core, command] = [testJournal(t, place), testJournal(t, place)];
  for (let before = 1; before <= 2; before += 1) {
    const id = copied(core, `copy ${before}`, before * 10_000);
    hide(core, [id]);
    let [left, restored] = [before, 0];
    const interrupted: Journal = {
      ...core,
      // The command looked at its clock just before the end, and then waited for the lock.
      transaction: (work) => {
        left -= 1;
        if (left === 0) restored = bring(command, 'last', 1_000 + undoWithinMs - 1).restored.length;
        return core.transaction(work);
      },
    };
    while (eraseDue(interrupted, 1_000 + undoWithinMs));
    assert.equal(readFragment(core, id) !== null, restored === 1, `before transaction ${before}`);
  }
});

test('a row whose fragment is gone does not keep a deletion due', (t) => {
  const journal = testJournal(t);
  hide(journal, [copied(journal, 'a')]);
  journal.statement('PRAGMA foreign_keys = OFF').run();
  journal.statement('DELETE FROM fragments').run();
  journal.statement('PRAGMA foreign_keys = ON').run();
  const nowMs = 1_000 + undoWithinMs;
  assert.ok(eraseDue(journal, nowMs));
  assert.deepEqual([eraseDue(journal, nowMs), nextDue(journal, nowMs)], [false, null]);
});

describe('a thing in a copy with another', () => {
  const both = [textFragment(inlineContent('x')), textFragment(inlineContent('y'))];

  test('that was deleted is neither a new copy at a start, nor is the other', (t) => {
    const journal = testJournal(t);
    const [one = 0, other = 0] = recordCapture(journal, capture(both, { copiedAtMs: 10_000 })).fragmentIds;
    for (const id of [one, other]) recordJudgement(journal, id, keep);
    hide(journal, [one]);
    const [found] = recordCaptures(journal, [capture(both, { copiedAtMs: 90_000, isInitial: true })]);
    assert.ok(found?.ok && found.value.repeated);
    assert.deepEqual(listed(journal), [other]);
  });

  test('is not shown by undoing its deletion if the other was a secret', (t) => {
    const journal = testJournal(t);
    const [secret = 0, other = 0] = recordCapture(journal, capture(both)).fragmentIds;
    hide(journal, [other]);
    recordJudgement(journal, secret, judged({ kind: 'filter', because: 'secret_password' }));
    assert.equal(readFragment(journal, other), null);
    bring(journal, [other]);
    assert.equal(readFragment(journal, other)?.state, 'filtered');
    assert.equal(journal.statement('SELECT 1 FROM representations WHERE length(inline) > 0').get(), undefined);
  });
});

test('a copy that came back after a clipboard manager took it over is what is on the clipboard', (t) => {
  const journal = testJournal(t);
  const id = copied(journal, 'a', 10_000);
  hide(journal, [id]);
  const app = { name: 'clipman', executable: null, pid: 8, windowTitle: null };
  recordCaptures(journal, [textCapture('a', { copiedAtMs: 10_500, source: { type: 'local', name: 'clipman', path: '', app } })]);
  bring(journal, [id]);
  recordCaptures(journal, [textCapture('a', { copiedAtMs: 90_000, isInitial: true })]);
  assert.deepEqual(
    readPresent(journal).fragments.map((fragment) => fragment.id),
    [id],
  );
});

test('bringing back named copies looks at as many as it handles, however many are named', (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 40 }, (_, at) => copied(journal, `text ${at}`, 10_000 * (at + 1)));
  hide(journal, ids);
  const statementsFor = (named: readonly number[]): number => {
    let count = 0;
    const statement: Journal['statement'] = (sql) => {
      count += 1;
      return journal.statement(sql);
    };
    assert.equal(undelete({ ...journal, statement }, { ids: named, nowMs: 2_000, budgetMs: 0 }).looked, 1);
    return count;
  };
  assert.equal(statementsFor(ids.slice(1, 40)), statementsFor(ids.slice(2, 21)));
  assert.equal(bring(journal, [99, ...ids]).looked, 41);
});

test('what is deleted, and has lost the rows of its deletion, is erased all the same', (t) => {
  const journal = testJournal(t);
  const ids = [
    copied(journal, 'one', 10_000),
    copied(journal, 'two', 20_000),
    copied(journal, 'three', 30_000),
    copied(journal, 'four', 40_000),
  ];
  const [one = 0, two = 0, three = 0] = ids;
  hide(journal, [one, two]);
  hide(journal, [three]);
  journal.statement('DELETE FROM deleted_fragments WHERE fragment_id = ?').run(one);
  journal.statement('PRAGMA foreign_keys = OFF').run();
  journal.statement('DELETE FROM deletions WHERE id = 1').run();
  journal.statement('PRAGMA foreign_keys = ON').run();
  assert.deepEqual(adoptLost(journal, 0), { adopted: 2, after: null });
  const reader: Journal = { ...journal, transaction: () => assert.fail('nothing is lost, so nothing is written') };
  assert.deepEqual(adoptLost(reader, 0), { adopted: 0, after: null });
  while (eraseDue(journal, 2_000));
  assert.deepEqual([rows(journal), nextDue(journal, 2_000)], [2, 1_000 + undoWithinMs], 'the other deletion can still be undone');
});
