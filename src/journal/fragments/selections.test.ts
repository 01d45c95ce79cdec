import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineContent, judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { parseSearch } from '../../domain/search/query.ts';
import { recordCapture } from '../captures/captures.ts';
import { importCopies } from '../captures/import-copy.ts';
import type { Journal } from '../journal.ts';
import { annotate } from '../keeping/annotations.ts';
import { eraseCleared } from '../keeping/cleared-passwords.ts';
import { type TrimPlace, type TrimStep, trimStart, trimStep } from '../keeping/trim.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';
import { searchPage } from '../search/search.ts';
import { recordJudgement } from './fragment-states.ts';
import { readFragment, readPresent } from './fragments.ts';
import { fragmentRange, listFragments, pageOfFragments } from './listing.ts';
import { countSelections, trimSelections } from './selections.ts';

let atMs = 1_000;

function made(journal: Journal, origin: 'clipboard' | 'selection', text: string): number {
  atMs += 20_000;
  const [id = 0] = recordCapture(journal, textCapture(text, { origin, copiedAtMs: atMs })).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: origin === 'selection' ? 'selected' : 'too_short' }));
  return id;
}

const listed = (journal: Journal): readonly number[] => listFragments(journal, { limit: 100 }).map(({ id }) => id);

function found(journal: Journal, search: string): readonly number[] {
  const parsed = parseSearch(search, atMs);
  assert.ok(parsed.ok);
  return searchPage(journal, { query: parsed.query, limit: 100 }).found.map(({ id }) => id);
}

test('lists, pages and the number of copies are without selections', (t) => {
  const journal = testJournal(t);
  const [before, one, between, other] = (['selection', 'clipboard', 'selection', 'clipboard'] as const).map((origin, at) =>
    made(journal, origin, `text ${at}`),
  );
  made(journal, 'selection', 'text 4');
  assert.deepEqual(listed(journal), [other, one]);
  assert.deepEqual(fragmentRange(journal), { total: 2, oldest: one, newest: other });
  const first = pageOfFragments(journal, { limit: 1 });
  assert.deepEqual([first.fragments.map(({ id }) => id), first.next], [[other], other]);
  assert.deepEqual(
    pageOfFragments(journal, { limit: 1, after: before }).fragments.map(({ id }) => id),
    [one],
  );
  assert.ok(between !== undefined && readFragment(journal, between)?.origin === 'selection');
});

test('a search finds them if it asks for them, before and after they are indexed', (t) => {
  const journal = testJournal(t);
  const [copied, selected] = [made(journal, 'clipboard', 'same word'), made(journal, 'selection', 'same word')];
  const other = made(journal, 'selection', 'another');
  for (const isIndexed of [false, true]) {
    if (isIndexed) {
      for (let at = 0; at < 70; at += 1) made(journal, 'clipboard', `filler ${at}`);
      while (indexBlocksStep(journal, 1_000) === 'more');
    }
    assert.deepEqual(found(journal, 'word'), [copied], `indexed: ${isIndexed}`);
    assert.deepEqual(found(journal, 'is:selected'), [other, selected]);
    assert.deepEqual(found(journal, 'word is:selected'), [selected]);
    assert.deepEqual(found(journal, 'word -is:selected'), [copied]);
    assert.deepEqual(found(journal, 'is:selected OR word'), [other, selected, copied]);
  }
});

test('a copy and a selection of one text stay two entries, and the copy keeps its place and its times', (t) => {
  const journal = testJournal(t);
  const [copied, later] = [made(journal, 'clipboard', 'same'), made(journal, 'clipboard', 'later')];
  const before = readFragment(journal, copied);
  const selected = made(journal, 'selection', 'same');
  assert.deepEqual([listed(journal), readFragment(journal, copied)], [[later, copied], before]);
  const [present] = readPresent(journal).fragments;
  assert.equal(present?.id, later);
  const again = made(journal, 'clipboard', 'same');
  assert.deepEqual(listed(journal), [again, later], 'the two copies are one entry');
  const selectedAgain = made(journal, 'selection', 'same');
  assert.deepEqual(found(journal, 'is:selected'), [selectedAgain], 'so are the two selections');
  assert.deepEqual([readFragment(journal, selected), readFragment(journal, selectedAgain)?.copies], [null, 2]);
});

test('what is imported never becomes part of a selection', (t) => {
  const journal = testJournal(t);
  made(journal, 'selection', 'same');
  const annotations = { pinned: false, tags: [], title: null, note: null };
  const capture = textCapture('same', { origin: 'import' });
  assert.deepEqual(importCopies(journal, [{ capture, timeIsKnown: true, copies: 1, firstCopiedAtMs: 1_000, earlier: [], annotations }]), [
    'added',
  ]);
});

test('the limit for copies counts no selection, and removes none', (t) => {
  const journal = testJournal(t);
  const copies = Array.from({ length: 3 }, (_, at) => {
    for (let each = 0; each < 5; each += 1) made(journal, 'selection', `selected ${at} ${each}`);
    return made(journal, 'clipboard', `copied ${at}`);
  });
  const limits = { maxCount: 3, maxBytes: null, keptSinceMs: { text: null, image: null, document: null, files: null } };
  const trim = (maxCount: number): void => {
    for (let after: TrimPlace | null = trimStart; after !== null; ) {
      const step: TrimStep = trimStep(journal, { ...limits, maxCount }, after);
      after = step.after;
    }
  };
  trim(3);
  assert.deepEqual([listed(journal), countSelections(journal, 'shown')], [copies.toReversed(), 15]);
  trim(2);
  assert.deepEqual([listed(journal), countSelections(journal, 'shown')], [copies.slice(1).toReversed(), 15]);
});

test('the oldest selections beyond their own limit go, except a pinned one and one that is not judged yet', (t) => {
  const journal = testJournal(t);
  const copied = made(journal, 'clipboard', 'copied');
  const ids = Array.from({ length: 6 }, (_, at) => made(journal, 'selection', `selected ${at}`));
  annotate(journal, ids[0] ?? 0, { pinned: true });
  journal.statement("UPDATE fragments SET state = 'captured' WHERE id = ?").run(ids[1] ?? 0);
  let removed = 0;
  for (let now = -1; now !== 0; removed += now) now = trimSelections(journal, 2);
  assert.equal(removed, 2);
  assert.deepEqual(found(journal, 'is:selected').toReversed(), [ids[0], ids[1], ids[4], ids[5]]);
  assert.deepEqual(listed(journal), [copied]);
});

test('with a password that its program clears, what was selected of it goes too', (t) => {
  const journal = testJournal(t);
  made(journal, 'selection', 'xK9-word');
  const other = made(journal, 'selection', 'other');
  made(journal, 'clipboard', 'xK9-word');
  eraseCleared(journal, { sha256: inlineContent('xK9-word').sha256, copiedAtMs: atMs });
  assert.deepEqual(found(journal, 'is:selected'), [other]);
});
