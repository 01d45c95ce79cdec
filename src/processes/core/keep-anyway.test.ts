import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture, directWriter, inlineContent, judged, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { annotate } from '../../journal/keeping/annotations.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { keepClipboard, keepFragment } from './keep-anyway.ts';

test('keeping a thing that was not kept removes its row, and not what else was in its copy', async (t) => {
  const journal = testJournal(t);
  const both = [textFragment(inlineContent('a')), textFragment(inlineContent('b'))];
  const record = (): readonly number[] => recordCapture(journal, capture(both)).fragmentIds;
  const [filtered = 0, other = 0] = record();
  recordJudgement(journal, filtered, judged({ kind: 'filter', because: 'excluded_extension' }));
  recordJudgement(journal, other, judged({ kind: 'keep', because: 'too_short' }));
  annotate(journal, other, { pinned: true, note: 'mine' });
  const writer = { write: async (_: 'deleteFragment', id: number) => ({ ok: true, value: deleteFragment(journal, id) }) };
  const core = {
    keep: async () => {
      record();
      return 'kept' as const;
    },
    refresh: () => {},
  };
  const answer = await keepFragment({ core, journal, writer: writer as unknown as JournalWriter }, filtered);
  assert.equal(answer.kind, 'json');
  assert.equal(readFragment(journal, filtered), null);
  assert.notEqual(readFragment(journal, other), null);
});

test('what the browser saved is not looked for on the clipboard', async (t) => {
  const journal = testJournal(t);
  const [saved = 0] = recordCapture(journal, { ...capture([textFragment(inlineContent('a'))]), origin: 'web' }).fragmentIds;
  recordJudgement(journal, saved, judged({ kind: 'filter', because: 'secret_github_token' }));
  const core = { keep: () => assert.fail('the clipboard was asked'), refresh: () => {} };
  const answer = await keepFragment({ core, journal, writer: directWriter(journal) }, saved);
  assert.equal(answer.kind === 'problem' && answer.reason, 'gone');
  assert.match((answer.kind === 'problem' && answer.detail) || '', /it looks like a GitHub token .* save it there again/);
});

test('a copy that is kept while another one takes its place is not answered with a number that it has not', async (t) => {
  const journal = testJournal(t);
  const core = { keep: async () => 'kept' as const, refresh: () => {} };
  const answer = await keepClipboard({ core, journal, writer: directWriter(journal) });
  assert.deepEqual([answer.kind, answer.kind === 'problem' && answer.reason], ['problem', 'unavailable']);
});
