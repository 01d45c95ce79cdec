/**
 * Whatever an owner answers affects only its own copy: the same monitor captures the ordinary copy that follows. `HUB_FUZZ_RUNS` is the number of owners
 * (120 by default), `HUB_FUZZ_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ContentPlace, contentPlaces, readPresent } from '../../src/journal/fragments/fragments.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';
import { MonitorProcess } from '../harness/monitor-process.ts';
import { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';
import { HostileOwner, script } from '../harness/owners/hostile-owner.ts';
import { until } from '../harness/until.ts';

const numRuns = Number(process.env.HUB_FUZZ_RUNS ?? 120);
const seed = Number(process.env.HUB_FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31));
/** Room for large answers in progress and garbage that was not collected yet. If each copy leaked its content, a few hundred of them would exceed it. */
const mebibytesMore = 200;
const descriptorsMore = 4;

test('an ordinary copy after any hostile owner is captured by the same monitor, whose memory does not grow', {
  skip: withoutXvfb(),
  timeout: 600_000 + numRuns * 2_000,
}, async (t) => {
  t.diagnostic(`HUB_FUZZ_SEED=${seed} HUB_FUZZ_RUNS=${numRuns}`);
  await using display = await startXDisplay();
  await using monitor = await MonitorProcess.start(display.name);
  await using innocent = await ClipboardOwner.start(display.name);
  using journal = openJournal({ file: path.join(monitor.home, 'data', 'hub.db'), blobs: path.join(monitor.home, 'data', 'blobs') });
  let copies = 0;
  let asked = 0;
  const innocentCopyIsCaptured = async (): Promise<void> => {
    copies += 1;
    const text = `innocent ${copies}`;
    await innocent.own({ UTF8_STRING: { content: { text } } });
    const isText = (place: ContentPlace): boolean => 'inline' in place && Buffer.from(place.inline).toString() === text;
    const isCaptured = (): boolean => readPresent(journal).fragments.some(({ id }) => contentPlaces(journal, id).some(isText));
    await until(`capture of "${text}"`, () => isCaptured() || !monitor.isAlive);
    assert.ok(monitor.isAlive, 'the monitor ended');
  };
  await innocentCopyIsCaptured();
  const before = monitor.holds();
  await fc.assert(
    fc.asyncProperty(script, async (acts) => {
      await using owner = await HostileOwner.start(display.name, acts);
      await owner.copy();
      await until('request', () => owner.asked > 0 || !monitor.isAlive);
      await owner.standBack();
      await innocentCopyIsCaptured();
      asked += owner.asked;
    }),
    { seed, numRuns, endOnFailure: true },
  );
  assert.ok(asked > numRuns, 'the owners were not asked for more than their targets');
  // Copies whose owner has exited are given up within a second; those of a silent owner had a successor by then.
  await until('descriptors that are closed', () => monitor.holds().descriptors <= before.descriptors + descriptorsMore);
  assert.ok(monitor.holds().mebibytes < before.mebibytes + mebibytesMore, `${monitor.holds().mebibytes} MiB after ${before.mebibytes}`);
});
