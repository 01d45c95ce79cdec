import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { recordJudgement } from './fragment-states.ts';
import { idBeforeRecent, savesAfter } from './recent-saves.ts';

test('recent saves are limited by time and by number of fragments, and exclude saves requested over the bridge', (t) => {
  const journal = testJournal(t);
  const verdicts = { save: { kind: 'save' }, keep: { kind: 'keep', because: 'too_short' } } as const;
  const copy = (copiedAtMs: number, verdict: keyof typeof verdicts, origin: 'clipboard' | 'bridge' = 'clipboard'): number => {
    const [id = 0] = recordCapture(journal, textCapture(`at ${copiedAtMs}`, { copiedAtMs, origin })).fragmentIds;
    const nothing = { detection: null, embeddedFilename: null, pictureSize: null };
    recordJudgement(journal, id, { ...nothing, verdict: verdicts[verdict] });
    return id;
  };
  assert.equal(idBeforeRecent(journal, { count: 10, withinMs: 1_000 }), 0);
  const [old, one] = [copy(1_000, 'save'), copy(5_000, 'save')];
  copy(5_100, 'keep');
  copy(5_200, 'save', 'bridge');
  const other = copy(6_000, 'save');
  assert.equal(idBeforeRecent(journal, { count: 10, withinMs: 1_000 }), old);
  assert.equal(idBeforeRecent(journal, { count: 10, withinMs: 100_000 }), 0);
  assert.equal(idBeforeRecent(journal, { count: 1, withinMs: 100_000 }), other - 1);
  assert.deepEqual(
    savesAfter(journal, old, 10).map(({ fragmentId, copiedAtMs }) => [fragmentId, copiedAtMs]),
    [
      [one, 5_000],
      [other, 6_000],
    ],
  );
  assert.equal(savesAfter(journal, 0, 1)[0]?.fragmentId, old);
});
