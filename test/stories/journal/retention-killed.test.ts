import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { fillJournal } from '../../../bench/measuring/filled-journal.ts';
import { segmentName } from '../../../src/base/evidence/record-chain.ts';
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
const attempts = 8;
/** Each on a hold of its own, so that a run says several things at once. */
const heldCopies = [7, 14, 21];

/** A home with copies, holds, and a policy that leaves some of them. */
function rig(t: TestContext) {
  const env = { ...process.env, HUB_HOME: temporaryHome(t) };
  const places = locatePlaces(readSurroundings(env));
  mkdirSync(places.blobs, { recursive: true });
  mkdirSync(path.join(places.home, 'config'));
  fillJournal({ file: places.journal, blobs: places.blobs }, copies);
  const holds = heldCopies.map((number) => ({ id: `hold-${number}`, copies: [number] }));
  writeFileSync(places.document('config/legal-hold.json'), JSON.stringify({ holds }));
  writeFileSync(places.document('config/retention-policy.json'), JSON.stringify({ rules: [{ id: 'few', max_count: left }] }));
  const hub = (...words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [path.join(root, 'bin/hub.ts'), 'retention', ...words], { env, stdio: 'ignore' });
  return { places, hub };
}

/** Resolves at a random moment after the run has written some records: before that there is nothing that a kill could break. */
async function untilItWrites(run: ChildProcess, file: string, random: () => number): Promise<'kill'> {
  const size = (): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let [last, growths] = [size(), 1 + Math.floor(random() * 6)];
  const endMs = performance.now() + 60_000;
  while (growths > 0 && run.exitCode === null && performance.now() < endMs) {
    await nextTurn();
    const now = size();
    if (now !== last) growths -= 1;
    last = now;
  }
  await pause(random() < 0.5 ? 0 : random() * 5);
  return 'kill';
}

test('a run that is killed at random moments leaves records that are proven, deletes nothing without one, and the last run does the rest', async (t) => {
  const { places, hub } = rig(t);
  const random = seeded(60);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const run = hub('run');
    const exit = once(run, 'exit');
    if ((await Promise.race([exit, untilItWrites(run, path.join(places.retention, segmentName(1)), random)])) === 'kill')
      run.kill('SIGKILL');
    await exit;
    using journal = openJournal({ file: places.journal, blobs: places.blobs });
    assert.ok(settleRecords(journal, places.retention).ok);
    const proven = proveRecords(places.retention);
    assert.equal(faultAgainst(journal, places.retention, proven), null, `after attempt ${attempt}`);
    const there = Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);
    assert.equal(there, copies - proven.account.deletedCopies, 'exactly what is recorded is gone');
  }
  const { account: before } = proveRecords(places.retention);
  t.diagnostic(`${before.interrupted + Number(before.isOpen)} of ${attempts} runs were killed in their middle`);
  assert.ok(before.interrupted > attempts / 2);
  const [status] = await once(hub('run'), 'exit');
  assert.equal(status, 0);
  using journal = openJournal({ file: places.journal, blobs: places.blobs });
  const { account } = proveRecords(places.retention);
  assert.equal(account.deletedCopies, copies - left - heldCopies.length);
  assert.equal(readRecorded(journal)?.isOpen, false);
  const [verified] = await once(hub('verify'), 'exit');
  assert.equal(verified, 0);
});
