import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeComponent } from '../../../../test/doubles/fake-component.ts';
import { directWriter, judged, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { segmentName } from '../../../base/evidence/record-chain.ts';
import { effectiveDocument } from '../../../configuration/effective-document.ts';
import { documents } from '../../../contract/documents.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { nextRunMs } from '../../../journal/retention/asked-run.ts';
import { onHold } from '../../../journal/retention/holds-in-force.ts';
import { proveRecords } from '../../../journal/retention/prove-records.ts';
import { readRecorded } from '../../../journal/retention/recording.ts';
import { takeRunTurn } from '../../../journal/retention/run-turn.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { openLegalHolds } from './legal-holds.ts';
import { type RetentionParts, startRetention } from './retention-runs.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 26);

function rig(t: TestContext, copies = 6) {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  for (const folder of [places.blobs, path.join(places.home, 'config'), places.logs]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let n = 0; n < copies; n++) {
    const [id = 0] = recordCapture(journal, textCapture(`copy ${n}`, { copiedAtMs: startMs - (copies - n) * 24 * hourMs })).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  }
  const component = fakeComponent('python_core', places);
  const conditions: (string | null)[] = [];
  let nowMs = startMs;
  let believedMs: number | null | undefined;
  const start = (more: Partial<RetentionParts> = {}) => {
    const retention = startRetention({
      ...{ journal, writer: directWriter(journal), places, log: component.log, everyMs: 10, firstAfterMs: 1 },
      time: { now: async () => (believedMs === undefined ? nowMs : believedMs) },
      degraded: (reason) => void conditions.push(reason),
      nowMs: () => nowMs,
      ...more,
    });
    t.after(() => retention[Symbol.dispose]());
    return retention;
  };
  return {
    ...{ places, journal, component, conditions, start },
    document: (name: keyof typeof documents, value: object | string) =>
      writeFileSync(places.document(documents[name].file), typeof value === 'string' ? value : JSON.stringify(value)),
    clock: (to: number, believed?: number | null) => {
      nowMs = to;
      believedMs = believed;
    },
    left: () => Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n),
    runs: () => readRecorded(journal)?.run ?? 0,
    looks: async () => {
      const before = conditions.length;
      await until('two more looks', () => conditions.length >= before + 2);
    },
  };
}

const few = { enabled: true, rules: [{ id: 'few', max_count: 2 }] };

test('a policy that is off deletes nothing; one that is on, once a day', async (t) => {
  const { document, start, looks, left, runs, clock, places } = rig(t);
  document('retention-policy', { ...few, enabled: false });
  start();
  await looks();
  assert.deepEqual([left(), existsSync(places.retention)], [6, false]);
  document('retention-policy', few);
  await until('a run', () => runs() === 1);
  await looks();
  assert.deepEqual([left(), runs()], [2, 1]);
  clock(startMs + 23 * hourMs);
  await looks();
  assert.equal(runs(), 1);
  clock(startMs + 24 * hourMs);
  await until('the next run', () => runs() === 2);
  assert.equal(proveRecords(places.retention).fault, null);
});

test('a start and a change of the rules are followed by a run, also if one was made on that day', async (t) => {
  const { document, start, looks, left, runs } = rig(t);
  document('retention-policy', { enabled: true, rules: [{ id: 'few', max_count: 4 }] });
  const retention = start();
  await until('a run', () => runs() === 1);
  await looks();
  document('retention-policy', few);
  retention.look();
  await until('a run by the new rules', () => runs() === 2 && left() === 2);
  await looks();
  assert.equal(runs(), 2, 'one only');
  retention[Symbol.dispose]();
  start();
  await until('a run after the start', () => runs() === 3);
});

test('the next run is told as it will be: after a start or a change of the rules by that, then by schedule', async (t) => {
  const { document, start, places, journal, runs, looks } = rig(t);
  document('retention-policy', few);
  const next = () => nextRunMs(places.run, effectiveDocument(places, 'retention-policy').value, readRecorded(journal), startMs);
  const retention = start({ firstAfterMs: 60_000 });
  assert.equal(next(), startMs + 60_000);
  retention[Symbol.dispose]();
  const running = start();
  await until('a run', () => runs() === 1);
  await looks();
  assert.equal(next(), startMs + 24 * hourMs);
  running[Symbol.dispose]();
  const changed = start({ firstAfterMs: 90_000 });
  changed.look();
  assert.equal(next(), startMs + 90_000);
  document('retention-policy', { ...few, enabled: false });
  assert.equal(next(), null);
});

test('while the holds can not be read nothing is deleted, and one line says so', async (t) => {
  const { document, start, looks, left, component, places, journal } = rig(t);
  document('retention-policy', few);
  document('legal-hold', '{"holds": [');
  using _holds = openLegalHolds({ places, log: component.log }, directWriter(journal));
  start();
  await looks();
  assert.equal(left(), 6);
  assert.ok(component.logged.some((line) => line.includes('legal holds can not be read')));
  document('legal-hold', { holds: [{ id: 'a', query: 'copy' }] });
  await until('a run', () => component.logged.some((line) => line.includes('retention has run')));
  assert.equal(left(), 6, 'all are on hold');
});

test('ages wait while the clock is not believed', async (t) => {
  const { document, start, looks, left, runs, clock } = rig(t);
  document('retention-policy', { enabled: true, rules: [{ id: 'old', max_age: '1d' }] });
  clock(startMs + 4_000 * 24 * hourMs, null);
  start();
  await until('a run', () => runs() === 1);
  await looks();
  assert.equal(left(), 6);
});

test('records that are not sound stop it, and the condition says where to look', async (t) => {
  const { document, start, looks, runs, clock, conditions, places, left, component } = rig(t);
  document('retention-policy', few);
  start();
  await until('a run', () => runs() === 1);
  await looks();
  appendFileSync(path.join(places.retention, segmentName(1)), 'x');
  document('retention-policy', { enabled: true, rules: [{ id: 'none', max_count: 0 }] });
  clock(startMs + 25 * hourMs);
  await until('the condition', () => conditions.at(-1) !== null);
  assert.match(String(conditions.at(-1)), /hub retention verify/);
  assert.equal(left(), 2);
  assert.ok(component.logged.some((line) => line.startsWith('error') || line.includes('not sound')));
});

test('once a run by hand has begun after the records are as they were again, nothing is said to be wrong any more', async (t) => {
  const { document, start, runs, conditions, places, journal } = rig(t);
  document('retention-policy', few);
  const first = start();
  await until('a run', () => runs() === 1);
  first[Symbol.dispose]();
  const file = path.join(places.retention, segmentName(1));
  const good = readFileSync(file);
  appendFileSync(file, 'x');
  const retention = start({ everyMs: 600_000 });
  await until('the condition', () => /hub retention verify/.test(conditions.at(-1) ?? ''));
  writeFileSync(file, good);
  retention.journalChanged();
  assert.match(conditions.at(-1) ?? '', /hub retention verify/, 'nobody has proven them yet');
  wholeRun(journal, runOrder(places.retention, startMs, { policy: { rules: few.rules } }));
  retention.journalChanged();
  assert.equal(conditions.at(-1), null);
});

test('a run that begins new records, because the earlier ones are gone, is logged as a warning', async (t) => {
  const { document, start, runs, places, component } = rig(t);
  document('retention-policy', few);
  const retention = start();
  const warned = () => component.logged.some((line) => line.includes('earlier records of retention are gone'));
  await until('a run', () => component.logged.some((line) => line.includes('retention has run')));
  assert.equal(warned(), false);
  rmSync(places.retention, { recursive: true });
  retention.look();
  await until('the next run', () => runs() === 2);
  await until('the warning', warned);
});

test('what the document of the holds says is in force with the next write, and unreadable holds keep everything', async (t) => {
  const { document, places, component, journal } = rig(t);
  using holds = openLegalHolds({ places, log: component.log }, directWriter(journal));
  assert.equal(onHold(journal, 1), null);
  document('legal-hold', { holds: [{ id: 'a', copies: [1] }] });
  holds.look();
  await until('the hold', () => onHold(journal, 1)?.hold === 'a');
  await until('its line', () => component.logged.some((line) => line.includes('legal holds are in force') && !line.includes('"a"')));
  holds.refused(2);
  assert.ok(component.logged.some((line) => line.includes('copies on hold are not deleted')));
  document('legal-hold', '{');
  holds.look();
  assert.equal(holds.isKnown, false);
  assert.equal(onHold(journal, 1)?.hold, 'a', 'the last valid one');
});

test('a run by hand is waited for, and is no fault', async (t) => {
  const { document, start, looks, left, component, conditions, runs, places } = rig(t);
  document('retention-policy', few);
  const turn = takeRunTurn(places.run, 'command', startMs);
  assert.ok(turn.ok);
  start();
  await looks();
  assert.deepEqual([left(), runs(), conditions.filter((reason) => reason !== null)], [6, 0, []]);
  assert.ok(component.logged.some((line) => line.includes('waits for another run')));
  turn.value[Symbol.dispose]();
  await until('its run', () => runs() === 1 && left() === 2);
});
