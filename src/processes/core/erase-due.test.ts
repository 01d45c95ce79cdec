import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeComponent } from '../../../test/doubles/fake-component.ts';
import { directWriter, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { hideSlice } from '../../journal/keeping/deletions.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { startErasingDue } from './erase-due.ts';

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
