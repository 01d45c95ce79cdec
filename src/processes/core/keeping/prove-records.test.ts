import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fakeComponent } from '../../../../test/doubles/fake-component.ts';
import { directWriter, judged, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { documents } from '../../../contract/documents.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import type { ProveOrder } from '../../../journal/retention/prove-thread.ts';
import { readRecorded } from '../../../journal/retention/recording.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { type ProvingThread, provenEnd } from './prove-records.ts';
import { startRetention } from './retention-runs.ts';

/** Threads that do not prove anything, and what each does instead. */
const threads: Readonly<Record<string, { readonly source: string } & Partial<ProvingThread>>> = {
  'ends without an answer': { source: 'process.exit(0);' },
  throws: { source: "throw new Error('a bug');" },
  'has no memory left': { source: 'const all = []; for (;;) all.push(new Array(100_000).fill(all.length));', limitMb: 16 },
  'never answers': { source: 'setInterval(() => {}, 1_000);', withinMs: 50 },
  'loops for ever': { source: 'for (;;);', withinMs: 50 },
  'can not read the records': { source: "require('node:worker_threads').parentPort.postMessage({ code: 'EIO' });" },
};

function rig(t: TestContext) {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  for (const folder of [places.blobs, path.join(home, 'config'), places.logs]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let n = 0; n < 4; n++) {
    const [id = 0] = recordCapture(journal, textCapture(`copy ${n}`)).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  }
  writeFileSync(
    places.document(documents['retention-policy'].file),
    JSON.stringify({ enabled: true, rules: [{ id: 'few', max_count: 1 }] }),
  );
  const left = (): number => Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);
  return { home, places, journal, left };
}

for (const [name, { source, ...thread }] of Object.entries(threads)) {
  test(`if the thread that proves the records ${name}, nothing is deleted, that is said, and the run follows once they are proven`, async (t) => {
    const { home, places, journal, left } = rig(t);
    const program = path.join(home, 'thread.cjs');
    writeFileSync(program, source);
    const component = fakeComponent('python_core', places);
    const conditions: (string | null)[] = [];
    let [failures, isWell] = [0, false];
    const prove = async (order: ProveOrder) => {
      if (isWell) return provenEnd(order);
      try {
        return await provenEnd(order, { program: pathToFileURL(program), withinMs: 60_000, ...thread });
      } catch (error) {
        failures += 1;
        throw error;
      }
    };
    const retention = startRetention({
      ...{ journal, writer: directWriter(journal), places, log: component.log, everyMs: 10, firstAfterMs: 1, prove },
      time: { now: async () => Date.now() },
      degraded: (reason) => void conditions.push(reason),
    });
    t.after(() => retention[Symbol.dispose]());
    await until('two attempts', () => failures >= 2 && conditions.length >= 2);
    assert.deepEqual([left(), readRecorded(journal)], [4, null]);
    assert.match(String(conditions.at(-1)), /^retention deletes nothing for now/);
    assert.ok(component.logged.some((line) => line.includes('retention held up')));
    isWell = true;
    await until('a run', () => left() === 1);
    await until('the end of the condition', () => conditions.at(-1) === null);
  });
}
