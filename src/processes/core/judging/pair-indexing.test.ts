import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { directWriter, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { openLog } from '../../../base/log.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { listFragments } from '../../../journal/fragments/listing.ts';
import { searchMatch } from '../../../journal/fragments/search.ts';
import type { Journal } from '../../../journal/journal.ts';
import { startPairIndexing } from './pair-indexing.ts';

function logOf(t: TestContext) {
  const folder = temporaryHome(t, () => log[Symbol.dispose]());
  const log = openLog({ component: 'python_core', files: [path.join(folder, 'log')], level: 'INFO' });
  return log;
}

function add(journal: Journal, text: string): void {
  const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
  const verdict = { kind: 'save' } as const;
  recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict, index: { body: text, names: '' } });
}

test('copies from before the index are found by short words after a while, even if a row is damaged', async (t) => {
  const journal = testJournal(t);
  for (let at = 0; at < 120; at += 1) add(journal, `剪贴 ${at}`);
  journal.statement('DELETE FROM pairs').run();
  journal.statement('DELETE FROM representations WHERE fragment_id = 60').run();
  journal.statement('UPDATE without_pairs SET below = 1000').run();
  using _pairing = startPairIndexing({ writer: directWriter(journal), log: logOf(t) });
  await until('all of them', () => listFragments(journal, { match: searchMatch('剪贴'), limit: 200 }).length === 119);
});
