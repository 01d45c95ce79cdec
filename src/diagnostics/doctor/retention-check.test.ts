import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { segmentName } from '../../base/evidence/record-chain.ts';
import { failed } from '../../base/outcome.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { dismissGone } from '../../journal/retention/gone-records.ts';
import { proveRecords } from '../../journal/retention/prove-records.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { foundRecords, judgeRecords, judgeRuns, retentionCheck } from './retention-check.ts';

const hourMs = 3_600_000;

test('records that are not sound and holds that are not valid are failures, each with its mend', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  for (const folder of [places.blobs, path.join(places.home, 'config')]) mkdirSync(folder, { recursive: true });
  const words = async () =>
    (await retentionCheck.run({ places, env: {}, status: failed('absent'), nowMs: Date.now() })).map(({ word, mend }) => [word, mend]);
  assert.deepEqual(await words(), [['off', undefined]]);
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let at = 0; at < 4; at++) recordCapture(journal, textCapture(`copy ${at}`, { copiedAtMs: 1_000 + at }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  wholeRun(journal, runOrder(places.retention, Date.now(), { policy: { rules: [{ id: 'few', max_count: 1 }] } }));
  assert.deepEqual(await words(), [['off', undefined]]);
  writeFileSync(places.document('config/legal-hold.json'), '{');
  assert.deepEqual(await words(), [['holds-not-valid', 'hub config edit legal-hold']]);
  writeFileSync(places.document('config/legal-hold.json'), '{}');
  assert.deepEqual(await words(), [['holds-not-valid', 'hub config edit legal-hold']]);
  writeFileSync(places.document('config/legal-hold.json'), '{"holds": []}');
  appendFileSync(path.join(places.retention, segmentName(1)), 'x');
  assert.deepEqual(await words(), [['not-sound', 'hub retention verify']]);
});

test('records that are gone stay known: before the next run as a failure, after it as a note, which counts those of a second loss too', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const oneRun = () => wholeRun(journal, runOrder(places.retention, Date.now(), { policy: { rules: [{ id: 'few', max_count: 1 }] } }));
  const found = async () =>
    (await retentionCheck.run({ places, env: {}, status: failed('absent'), nowMs: Date.now() })).map(({ word, says }) => [word, says]);
  oneRun();
  const [first, second] = [2, 3];
  rmSync(places.retention, { recursive: true });
  assert.match(String(await found()), /^gone,all 2 of its records are gone/);
  oneRun();
  assert.match(String(await found()), new RegExp(`^records-gone,${first} earlier records are gone.+,off,`), 'and how the runs are');
  rmSync(places.retention, { recursive: true });
  dismissGone(journal, first);
  assert.doesNotMatch(String(await found()), /records-gone/, 'dismissed');
  oneRun();
  assert.match(String(await found()), new RegExp(`^records-gone,${first + second} earlier records are gone`));
  assert.equal(proveRecords(places.retention).account.gone, first + second, 'the records themselves say it, also to others');
});

test('of a journal that is damaged nothing is told but where to look', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  writeFileSync(places.journal, Buffer.alloc(20_000, 'no journal'));
  const [found] = await retentionCheck.run({ places, env: {}, status: failed('absent'), nowMs: Date.now() });
  assert.deepEqual([found?.verdict, found?.says], ['note', 'unknown: see Journal']);
});

test('a record that is being written is no failure', () => {
  const fault = { kind: 'end', expected: 4, found: 3 } as const;
  assert.equal(judgeRecords({ pending: null, isOpen: false }, fault)?.verdict, 'failure');
  assert.equal(judgeRecords({ pending: 'x', isOpen: true }, fault)?.verdict, 'note');
});

test('a whole run that comes and goes while the records are read is no failure either', (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const oneRun = (): unknown =>
    wholeRun(journal, runOrder(places.retention, Date.now(), { policy: { rules: [{ id: 'few', max_count: 1 }] } }));
  oneRun();
  const found = (runs: number) => {
    let left = runs;
    return foundRecords(places, (folder) => {
      const proven = proveRecords(folder);
      if (left-- > 0) oneRun();
      return proven;
    });
  };
  assert.deepEqual([found(0)?.fault, found(1)?.fault, found(2)?.fault], [null, null, null]);
  const busy = found(9);
  assert.deepEqual([busy?.fault?.kind, busy?.isMoving], ['end', true]);
  assert.equal(judgeRecords(busy?.recorded ?? null, busy?.fault ?? null, true)?.verdict, 'note');
});

test('runs that do not come are noted', () => {
  const nowMs = Date.UTC(2026, 10, 26);
  const word = (last: number | null, nextMs: number | null, isRunning = true) =>
    judgeRuns({ last: last === null ? null : { beganAtMs: last, isOpen: false }, nextMs, nowMs, isRunning }).word;
  assert.equal(word(null, null), 'off');
  assert.equal(word(null, nowMs), 'ok');
  assert.equal(word(nowMs - 23 * hourMs, nowMs + hourMs), 'ok');
  assert.equal(word(nowMs - 26 * hourMs, nowMs), 'overdue');
  assert.equal(word(null, nowMs, false), 'hub-stopped');
});
