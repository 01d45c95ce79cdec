import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { textCapture } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { damageMark } from '../../journal/damage/damage.ts';
import { openJournal } from '../../journal/journal.ts';
import { fileIdentity } from '../../journal/journal-identity.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { mostRecoveries, recoverJournal } from './journal-recovery.ts';

function rig(t: TestContext) {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  for (const folder of [places.blobs, path.join(places.home, 'config')]) mkdirSync(folder, { recursive: true });
  return { places, place: { file: places.journal, blobs: places.blobs } };
}

test('a journal that is marked is put aside while the components that use it are stopped, a limited number of times', async (t) => {
  const { places, place } = rig(t);
  const lines: string[] = [];
  const stopped: (readonly string[])[] = [];
  const mark = (): void => {
    openJournal(place)[Symbol.dispose]();
    writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
  };
  mark();
  using _recovery = recoverJournal({
    places,
    everyMs: 20,
    log: rememberingLog((line) => void lines.push(line)),
    supervisor: {
      whileStopped: async (ids, _because, work) => {
        stopped.push(ids);
        await work();
        mark(); // the next one is damaged too
      },
    },
  });
  await until('that it is given up', () => lines.some((line) => line.includes('left as it is')), 30_000);
  assert.deepEqual(stopped, Array(mostRecoveries).fill(['save_worker', 'python_core', 'clipboard', 'web_listener']));
  const aside = readdirSync(path.dirname(place.file)).filter((name) => /^hub\.db\.bad-.*Z$/.test(name));
  assert.equal(aside.length, mostRecoveries);
});

test('the new journal of a running Hub has the legal holds before any copy is recorded', async (t) => {
  const { places, place } = rig(t);
  writeFileSync(places.journal, 'no journal'.repeat(1_000));
  writeFileSync(places.document('config/legal-hold.json'), '{"holds": [{"id": "case-17", "copies": [1, 40]}]}');
  writeFileSync(damageMark(places.journal), fileIdentity(places.journal) ?? '');
  const lines: string[] = [];
  let first: readonly number[] = [];
  using _recovery = recoverJournal({
    places,
    everyMs: 20,
    log: rememberingLog((line) => void lines.push(line)),
    supervisor: {
      whileStopped: async (_ids, _because, work) => {
        await work();
        using journal = openJournal(place);
        first = recordCapture(journal, textCapture('another copy')).fragmentIds;
      },
    },
  });
  await until('that it is put aside', () => first.length > 0, 30_000);
  assert.deepEqual(first, [41]);
  assert.ok(lines.some((line) => line.includes('journal damaged, put aside')));
});
