import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import type { PauseClocks } from '../../../domain/capture/pause-time.ts';
import { ignoresNextForMs } from '../../../domain/capture/pause-time.ts';
import { readMark, readPause } from '../../pause-marks.ts';
import { type OpenedPause, openCapturePause } from './capture-pause.ts';

const hour = 3_600_000;

function rig(t: TestContext) {
  const folder = temporaryHome(t);
  const places = {
    capturePaused: path.join(folder, 'capture-paused'),
    ignoreNext: path.join(folder, 'ignore-next-copy'),
    capturePassedOver: path.join(folder, 'capture-passed-over'),
  };
  let clocks: PauseClocks = { nowMs: Date.UTC(2026, 4, 1, 12), uptimeMs: 10 * hour, boot: 'first' };
  let changes = 0;
  const opened: OpenedPause[] = [];
  t.after(() => {
    for (const each of opened) each[Symbol.dispose]();
  });
  return {
    places,
    /** As a supervisor that starts. */
    start: async () => {
      opened.at(-1)?.[Symbol.dispose]();
      const changed = (): void => {
        changes += 1;
      };
      const pause = await openCapturePause({ places, clocks: () => clocks, changed, everyMs: 5 });
      opened.push(pause);
      return pause;
    },
    pass: (ms: number, set: Partial<PauseClocks> & { readonly setMs?: number } = {}) => {
      const { setMs = 0, ...rest } = set;
      clocks = { ...clocks, nowMs: clocks.nowMs + ms + setMs, uptimeMs: clocks.uptimeMs + ms, ...rest };
    },
    changes: () => changes,
    marks: () => Object.values(places).map((file) => existsSync(file)),
    shownEnd: () => (readMark(places.capturePaused)?.end?.endsAtMs ?? 0) - clocks.nowMs,
  };
}

test('the mark of a pause exists from its beginning to its end, however often either is requested', async (t) => {
  const { places, start, marks } = rig(t);
  const pause = await start();
  for (let time = 0; time < 2; time += 1) {
    assert.ok((await pause.pause(null)).ok);
    assert.equal(statSync(places.capturePaused).mode & 0o777, 0o600);
    assert.ok(pause.isPaused());
  }
  for (let time = 0; time < 2; time += 1) {
    assert.ok((await pause.resume()).ok);
    assert.deepEqual([...marks(), pause.isPaused()], [false, false, true, false]);
  }
  rmSync(places.capturePassedOver);
  assert.ok((await pause.resume()).ok);
  assert.deepEqual(marks(), [false, false, false], 'there was no pause');
});

test('a pause with an end ends by itself and leaves the mark of what was copied meanwhile, also if the clock was set', async (t) => {
  for (const setMs of [0, 1_000 * hour, -1_000 * hour]) {
    const { start, pass, marks, changes } = rig(t);
    const pause = await start();
    await pause.pause(hour);
    pass(hour - 60_000, { setMs });
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(marks(), [true, false, false]);
    const before = changes();
    pass(60_000);
    // A clock that was set is a change as well.
    await until('end', () => changes() > before && !pause.isPaused());
    assert.deepEqual([...marks(), pause.isPaused()], [false, false, true, false]);
  }
});

test('a supervisor that starts ends what has ended meanwhile, before anything can be captured, and continues the rest', async (t) => {
  const { start, pass, marks, changes, shownEnd } = rig(t);
  await (await start()).pause(hour);
  pass(20 * 60_000);
  assert.ok((await start()).isPaused());
  assert.equal(shownEnd(), 40 * 60_000);
  pass(10 * 60_000, { boot: 'second', uptimeMs: 60_000, setMs: -900 * hour });
  assert.ok((await start()).isPaused(), 'a restarted machine with a clock that was set back');
  assert.equal(shownEnd(), hour, 'no longer than it was to last');
  pass(hour);
  const before = changes();
  assert.equal((await start()).isPaused(), false);
  assert.deepEqual([marks(), changes()], [[false, false, true], before + 1]);
});

test('the time that is shown for the end follows a clock that was set', async (t) => {
  const { start, pass, changes, shownEnd } = rig(t);
  await (await start()).pause(hour);
  const before = changes();
  pass(0, { setMs: 5 * hour });
  await until('changed', () => changes() > before);
  assert.equal(shownEnd(), hour);
});

test('of several pauses the last one counts', async (t) => {
  const { start, pass, marks, shownEnd } = rig(t);
  const pause = await start();
  await pause.pause(hour);
  await pause.pause(2 * hour);
  assert.equal(shownEnd(), 2 * hour);
  await pause.pause(null);
  pass(50 * hour);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(marks(), [true, false, false]);
});

test('a mark without a readable end is a pause without one', async (t) => {
  const { places, start, pass, marks } = rig(t);
  writeFileSync(places.capturePaused, '{"endsAtMs":1,');
  assert.ok((await start()).isPaused());
  pass(50 * hour);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(marks(), [true, false, false]);
});

test('ignoring the next copy ends after its time, is taken back by a resume, and is not set again once the monitor has ended it', async (t) => {
  const { places, start, pass, marks } = rig(t);
  const pause = await start();
  await pause.ignoreNext();
  assert.deepEqual([...marks(), pause.isPaused()], [false, true, false, false]);
  pass(ignoresNextForMs - 1_000);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(marks(), [false, true, false]);
  pass(1_000);
  await until('end', () => marks()[1] === false);
  await pause.ignoreNext();
  await pause.resume();
  assert.equal(marks()[1], false);
  await pause.ignoreNext();
  rmSync(places.ignoreNext);
  pass(60_000, { setMs: 50 * hour });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(marks()[1], false);
});

test('a pause that can not be stored is reported', async () => {
  const [capturePaused, ignoreNext, capturePassedOver] = ['/nowhere/at/all/a', '/nowhere/at/all/b', '/nowhere/at/all/c'];
  using pause = await openCapturePause({ places: { capturePaused, ignoreNext, capturePassedOver }, changed: () => {} });
  const paused = await pause.pause(null);
  assert.equal(!paused.ok && paused.reason, 'missing-directory');
  assert.deepEqual([(await pause.ignoreNext()).ok, (await pause.resume()).ok, pause.isPaused()], [false, false, false]);
});

test('when it is opened, it knows the pause that is there, and when that ends', async (t) => {
  const { start } = rig(t);
  const before = await start();
  await before.pause(hour);
  const endsAtMs = before.endsAtMs();
  const opened = await start();
  assert.deepEqual([opened.isPaused(), opened.endsAtMs(), endsAtMs !== null], [true, endsAtMs, true]);
  await opened.pause(null);
  assert.deepEqual([opened.isPaused(), opened.endsAtMs()], [true, null]);
});

test('private mode is a pause without an end, also for the next start, until it is turned off', async (t) => {
  const { places, start, pass } = rig(t);
  const pause = await start();
  assert.ok((await pause.beginPrivate()).ok);
  const on = { what: 'everything', untilMs: null, isPrivate: true };
  assert.deepEqual([readPause(places), pause.isPaused(), pause.isPrivate(), pause.endsAtMs()], [on, true, true, null]);
  pass(100 * hour, { boot: 'second', uptimeMs: 0 });
  const again = await start();
  assert.deepEqual([readPause(places), again.isPrivate()], [on, true]);
  assert.ok((await again.resume()).ok);
  assert.deepEqual([readPause(places), again.isPrivate()], [null, false]);
  await again.pause(null);
  assert.deepEqual([readPause(places), again.isPrivate()], [{ what: 'everything', untilMs: null }, false]);
});
