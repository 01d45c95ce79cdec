import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { judgedFacts, judgingRig, recordText } from '../../../../test/doubles/judging-rig.ts';
import { journalPlace, testJournal } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';

test('a fragment during which the process is killed twice is given up by the next process', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const bad = recordText(journal, 'HANGS');
  const next = recordText(journal, 'the next one', 2_000);
  const from = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));
  const body = `
    import { openJournal } from ${from('../../../journal/journal.ts')};
    import { directWriter } from ${from('../../../../test/doubles/temporary-journal.ts')};
    import { rememberingLog } from ${from('../../../../test/doubles/fake-component.ts')};
    import { JudgeThread } from ${from('judge-thread.ts')};
    import { Judging } from ${from('judge-waiting.ts')};
    import { endingJudge } from ${from('../../../../test/doubles/scripted-judges.ts')};
    import { contentFilterDocument } from ${from('../../../contract/documents/content-filter.ts')};
    import { hubDocument } from ${from('../../../contract/documents/hub.ts')};
    import { cacheDocument } from ${from('../../../contract/documents/cache.ts')};
    const log = rememberingLog(() => {});
    const thread = new JudgeThread({ log, cacheLimits: () => cacheDocument.parse({}), program: endingJudge(), deadlineMs: 60_000 });
    const rules = { filter: contentFilterDocument.parse({}), saveRules: hubDocument.parse({}).save };
    const journal = openJournal(${JSON.stringify(place)});
    new Judging({ journal, writer: directWriter(journal), log, thread, rules: () => rules, judged: () => {} }).begin();`;
  for (const attempt of [1, 2]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', body], { stdio: 'inherit' });
    await until('attempt', () => {
      assert.equal(child.exitCode, null);
      return readFragment(journal, bad)?.judgeAttempts === attempt;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(readFragment(journal, bad)?.state, 'captured');
  }
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(2);
  assert.deepEqual(judgedFacts(journal, bad), ['kept', 'unjudgeable', 2, 'txt']);
  assert.deepEqual(judgedFacts(journal, next), ['kept', null, 1, undefined]);
});
