import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordCaptures } from '../../src/journal/captures/captures.ts';
import { fragmentsByState } from '../../src/journal/fragments/counts.ts';
import { recordJudgement } from '../../src/journal/fragments/fragment-states.ts';
import { countAttempt } from '../../src/journal/fragments/judging-attempts.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { indexBlocksStep } from '../../src/journal/search/index-blocks.ts';
import { foundIds } from '../../test/doubles/found-fragments.ts';
import { capture, inlineContent, journalPlace, testJournal, textFragment } from '../../test/doubles/temporary-journal.ts';
import { filledCopy, fillJournal } from './filled-journal.ts';

const app = { name: 'Editor', executable: '/usr/bin/editor', pid: 7, windowTitle: 'notes' };
const source = { type: 'local', name: 'Editor', path: '/usr/bin/editor', app } as const;

/** Like the monitor and the core. */
function copyOneByOne(journal: Journal, count: number): void {
  for (let id = 1; id <= count; id += 1) {
    const { text, copiedAtMs, detection } = filledCopy(id);
    recordCaptures(journal, [capture([textFragment(inlineContent(text))], { copiedAtMs, source })]);
    countAttempt(journal, id);
    const judged = { detection: { ...detection, confidence: 0.9 }, embeddedFilename: null };
    const verdict = { kind: 'keep', because: 'policy_off' } as const;
    recordJudgement(journal, id, { ...judged, pictureSize: null, verdict });
  }
}

const tables = [
  'captures',
  'fragments',
  'representations',
  'present',
  'counters',
  'held_up_saves',
  'blob_bytes',
  'deleted_copies',
  'index_facts',
  'index_days',
  'sqlite_sequence',
];

test('a journal that is filled is the one that copies would have made', (t) => {
  const count = 50;
  const [filled, copied] = [journalPlace(t), journalPlace(t)];
  fillJournal(filled, count);
  const [is, was] = [testJournal(t, filled), testJournal(t, copied)];
  copyOneByOne(was, count);
  while (indexBlocksStep(was, 1_000) === 'more');
  for (const table of tables) {
    const rows = (journal: Journal): unknown => journal.statement(`SELECT * FROM ${table} ORDER BY 1`).all();
    assert.deepEqual(rows(is), rows(was), table);
  }
  const unindexed = (journal: Journal): unknown => journal.statement('SELECT block FROM unindexed_blocks ORDER BY block').all();
  assert.deepEqual(unindexed(is), unindexed(was));
  assert.deepEqual(fragmentsByState(is), fragmentsByState(was));
  for (const query of ['harbour', 'copy 17', 'in', 'rain station', 'Editor python', 'absent']) {
    assert.deepEqual(foundIds(is, query), foundIds(was, query), query);
  }
});
