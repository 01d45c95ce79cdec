import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endAfter, endByNow, leftOf, type PauseClocks } from './pause-time.ts';

const [minute, hour, year] = [60_000, 3_600_000, 365 * 86_400_000];
const began: PauseClocks = { nowMs: Date.UTC(2026, 4, 1, 12), uptimeMs: 5 * hour, boot: 'first' };
const end = endAfter(hour, began);

/** The clocks after this much time, with the clock set by `setMs`. */
function after(ms: number, setMs = 0): PauseClocks {
  return { ...began, nowMs: began.nowMs + ms + setMs, uptimeMs: began.uptimeMs + ms };
}

/** The same after a restart of the machine that took a minute. */
function restarted(ms: number, setMs = 0): PauseClocks {
  return { boot: 'second', nowMs: began.nowMs + ms + setMs, uptimeMs: minute };
}

test('a pause ends when its time has passed, and setting the clock changes nothing', () => {
  for (const setMs of [0, year, -year, 73 * year])
    assert.deepEqual(
      [leftOf(end, after(0, setMs)), leftOf(end, after(20 * minute, setMs)), leftOf(end, after(hour, setMs))],
      [hour, 40 * minute, 0],
    );
  assert.equal(leftOf(end, after(9 * hour)), 0, 'a machine that slept over the end');
});

test('after a restart of the machine the clock counts, and never for longer than was left', () => {
  assert.deepEqual([leftOf(end, restarted(20 * minute)), leftOf(end, restarted(2 * hour))], [40 * minute, 0]);
  assert.equal(leftOf(end, restarted(20 * minute, -year)), hour);
  const written = endByNow(end, restarted(20 * minute, -year));
  const later = { ...restarted(50 * minute, -year), uptimeMs: minute + 30 * minute };
  assert.equal(leftOf(written, later), 30 * minute, 'it passes from then on');
});

test('a system that does not tell its boot is known to have restarted by a shorter time of running', () => {
  const unknown = endAfter(hour, { ...began, boot: null });
  assert.equal(leftOf(unknown, { ...after(20 * minute, year), boot: null }), 40 * minute);
  assert.equal(leftOf(unknown, { ...restarted(20 * minute), boot: null }), 40 * minute);
});

test('the end that is shown follows a clock that was set, and nothing is written anew otherwise', () => {
  assert.equal(endByNow(end, after(10 * minute, 1_500)), end);
  assert.equal(endByNow(end, after(10 * minute, 2 * hour)).endsAtMs, end.endsAtMs + 2 * hour);
  assert.equal(endByNow(end, restarted(20 * minute)).boot, 'second');
});
