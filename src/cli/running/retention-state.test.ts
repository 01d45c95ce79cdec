import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { testJournal } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { segmentName } from '../../base/evidence/record-chain.ts';
import { noteAskedRun } from '../../journal/retention/asked-run.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { retentionInWords, retentionState } from './retention-state.ts';

const hourMs = 3_600_000;
const startMs = new Date(2026, 10, 26, 9).getTime();

test('the status says whether retention is on, when it ran and runs next, and how many holds there are', (t) => {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  for (const folder of [places.blobs, path.join(home, 'config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const document = (name: string, text: string): void => writeFileSync(path.join(home, 'config', name), text);
  const said = (nowMs: number): string => retentionInWords(retentionState(places, journal, nowMs), nowMs);
  assert.equal(said(startMs), 'no rules');
  const policy = { enabled: false, rules: [{ id: 'few', max_count: 4 }] };
  document('retention-policy.json', JSON.stringify(policy));
  assert.equal(said(startMs), 'off');
  document('retention-policy.json', JSON.stringify({ ...policy, enabled: true }));
  document('legal-hold.json', '{"holds": [{"id": "case-17", "query": "acme"}]}');
  wholeRun(journal, runOrder(places.retention, startMs, { policy }));
  assert.equal(said(startMs + hourMs), 'on, last run 09:00, next run 27 Nov 09:00, 1 legal hold');
  noteAskedRun(places.run, startMs + hourMs + 120_000);
  assert.match(said(startMs + hourMs), /next run 10:02/, 'the run after a start or a change of the rules comes first');
  noteAskedRun(places.run, startMs - hourMs);
  assert.match(said(startMs + hourMs), /next run 27 Nov 09:00/, 'not what a core that was killed had planned');
  noteAskedRun(places.run, null);
  assert.deepEqual(retentionState(places, null, startMs), {
    enabled: true,
    rules: 1,
    holds: 1,
    lastRun: null,
    nextRun: new Date(startMs).toISOString(),
    isBlocked: null,
  });
  assert.equal(retentionState(places, journal, startMs).isBlocked, false);
  const records = path.join(places.retention, segmentName(1));
  const sound = readFileSync(records);
  appendFileSync(records, 'x');
  assert.match(
    said(startMs + hourMs),
    /^Nothing is deleted: the records are damaged \(hub retention verify\)\. Last run 09:00; 1 legal hold$/,
  );
  writeFileSync(records, sound);
  document('legal-hold.json', '{"holds": [');
  assert.match(said(startMs + hourMs), /^the legal holds can't be read, so nothing is deleted, last run 09:00$/);
  const { enabled, rules, holds, nextRun } = retentionState(places, journal, startMs + hourMs);
  assert.deepEqual({ enabled, rules, holds, nextRun }, { enabled: true, rules: 1, holds: null, nextRun: null }, 'the rules are known');
});
