import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeComponent } from '../../../test/doubles/fake-component.ts';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import { directWriter, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { openLog } from '../../base/log.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import type { Journal } from '../../journal/journal.ts';
import { hideSlice } from '../../journal/keeping/deletions.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { startBlockIndexing } from './background-work.ts';
import { startErasingDue } from './keeping/erase-due.ts';

function logOf(t: TestContext) {
  const folder = temporaryHome(t, () => log[Symbol.dispose]());
  const log = openLog({ component: 'python_core', files: [path.join(folder, 'log')], level: 'INFO' });
  return log;
}

function add(journal: Journal, text: string): void {
  const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
  const verdict = { kind: 'save' } as const;
  recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict });
}

const unindexed = (journal: Journal): number => journal.statement('SELECT block FROM unindexed_blocks').all().length;

test('copies are indexed after a while, all but the newest ones, even if a row is damaged', async (t) => {
  const journal = testJournal(t);
  for (let at = 0; at < 120; at += 1) add(journal, `剪贴 ${at}`);
  journal.statement('DELETE FROM representations WHERE fragment_id = 60').run();
  using indexing = startBlockIndexing({ writer: directWriter(journal), log: logOf(t) });
  await until('all of them', () => unindexed(journal) === 1);
  assert.equal(foundIds(journal, '剪贴').length, 119);
  for (let at = 0; at < 20; at += 1) add(journal, `剪贴 again ${at}`);
  assert.equal(unindexed(journal), 2);
  indexing.look();
  await until('the next block', () => unindexed(journal) === 1);
  assert.equal(foundIds(journal, '剪贴').length, 139);
});

test('a start erases what is deleted and belongs to no deletion any more', async (t) => {
  const journal = testJournal(t);
  const { fragmentIds: ids } = recordCapture(journal, textCapture('one'));
  hideSlice(journal, { ids, nowMs: 1_000, budgetMs: 0 });
  journal.statement('DELETE FROM deleted_fragments').run();
  const { log } = fakeComponent('python_core', locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  const erasing = startErasingDue({ journal, writer: directWriter(journal), log, erased: () => {}, nowMs: () => 2_000 });
  t.after(() => erasing[Symbol.dispose]());
  await until('it is erased', () => journal.statement('SELECT count(*) AS rows FROM fragments').get()?.rows === 0);
});
