import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { openLog } from '../../base/log.ts';
import { recordCapture } from '../../journal/captures.ts';
import { listFragments } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { recordJudgement } from '../../journal/progress.ts';
import { searchMatch } from '../../journal/search.ts';
import { directWriter, testJournal, textCapture } from '../../journal/test-journal.ts';
import { startPairing } from './pairing.ts';

function logOf(t: TestContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-pairing-'));
  const log = openLog({ component: 'python_core', files: [path.join(folder, 'log')], level: 'INFO' });
  t.after(() => {
    log[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  return log;
}

function add(journal: Journal, text: string): void {
  const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
  const verdict = { kind: 'save' } as const;
  recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict, index: { body: text, names: '' } });
}

test('what was copied before the index is found by short words after a while, though a row is broken', async (t) => {
  const journal = testJournal(t);
  for (let at = 0; at < 120; at += 1) add(journal, `剪贴 ${at}`);
  journal.statement('DELETE FROM pairs').run();
  journal.statement('DELETE FROM representations WHERE fragment_id = 60').run();
  journal.statement('UPDATE without_pairs SET below = 1000').run();
  using _pairing = startPairing({ writer: directWriter(journal), log: logOf(t) });
  await until('all of them', () => listFragments(journal, { match: searchMatch('剪贴'), limit: 200 }).length === 119);
});
