import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fillJournal } from '../../../bench/measuring/filled-journal.ts';
import { openJournal } from '../../../src/journal/journal.ts';
import { faultAgainst, proveRecords } from '../../../src/journal/retention/prove-records.ts';
import { readRecorded } from '../../../src/journal/retention/recording.ts';
import { settleRecords } from '../../../src/journal/retention/run.ts';
import { locatePlaces } from '../../../src/platform/locations.ts';
import { readSurroundings } from '../../../src/platform/surroundings.ts';
import { seeded } from '../../harness/secret-examples.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';

const root = path.join(import.meta.dirname, '../../..');
const copies = 6_000;
const left = 500;

/** A home with copies and a policy that leaves some of them. */
function rig(t: TestContext) {
  const env = { ...process.env, HUB_HOME: temporaryHome(t) };
  const places = locatePlaces(readSurroundings(env));
  mkdirSync(places.blobs, { recursive: true });
  mkdirSync(path.join(places.home, 'config'));
  fillJournal({ file: places.journal, blobs: places.blobs }, copies);
  writeFileSync(places.document('config/retention-policy.json'), JSON.stringify({ rules: [{ id: 'few', max_count: left }] }));
  const hub = (...words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [path.join(root, 'bin/hub.ts'), 'retention', ...words], { env, stdio: 'ignore' });
  return { places, hub };
}

test('a run that is killed at random moments leaves records that are proven, deletes nothing without one, and the last run does the rest', async (t) => {
  const { places, hub } = rig(t);
  const random = seeded(60);
  let kills = 0;
  for (let attempt = 0; attempt < 12; attempt++) {
    const run = hub('run');
    const exit = once(run, 'exit');
    const begins = pause(350 + random() * 600, 'kill' as const);
    if ((await Promise.race([exit, begins])) === 'kill') run.kill('SIGKILL');
    const [, signal] = await exit;
    if (signal === 'SIGKILL') kills += 1;
    using journal = openJournal({ file: places.journal, blobs: places.blobs });
    assert.ok(settleRecords(journal, places.retention).ok);
    const proven = proveRecords(places.retention);
    assert.equal(faultAgainst(journal, places.retention, proven), null, `after attempt ${attempt}`);
    const there = Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);
    assert.equal(there, copies - proven.account.deletedCopies, 'exactly what is recorded is gone');
  }
  t.diagnostic(`${kills} of 12 runs were killed`);
  assert.ok(kills > 0);
  const [status] = await once(hub('run'), 'exit');
  assert.equal(status, 0);
  using journal = openJournal({ file: places.journal, blobs: places.blobs });
  const { account } = proveRecords(places.retention);
  assert.equal(account.deletedCopies, copies - left);
  assert.equal(readRecorded(journal)?.isOpen, false);
  const [verified] = await once(hub('verify'), 'exit');
  assert.equal(verified, 0);
});
