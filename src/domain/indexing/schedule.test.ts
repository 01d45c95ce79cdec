import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/harness/effort.ts';
import { dueMs, isIdleEnough, type RefreshSchedule, type ScheduleFacts, scheduleStep } from './schedule.ts';

const daily: RefreshSchedule = { mode: 'daily', daily_time: '02:30', every_n_days: 1, weekly_days: ['sun'], idle_after: 10 };
const minuteMs = 60_000;
const dayMs = 86_400_000;

function facts(given: Partial<ScheduleFacts>): ScheduleFacts {
  return { schedule: daily, lastMs: null, nowMs: 0, startedMs: Number.NEGATIVE_INFINITY, timeZone: 'Europe/Berlin', ...given };
}

/** All refreshes between two times, for a clock that is looked at every ten minutes. */
function refreshes(schedule: RefreshSchedule, timeZone: string, from: string, to: string): readonly string[] {
  const found: string[] = [];
  let lastMs = Date.parse(from);
  for (let nowMs = lastMs; nowMs < Date.parse(to); nowMs += 10 * minuteMs) {
    if (scheduleStep(facts({ schedule: { ...schedule, idle_after: 0 }, lastMs, nowMs, timeZone })) !== 'refresh') continue;
    found.push(new Date(nowMs).toISOString().slice(0, 16));
    lastMs = nowMs;
  }
  return found;
}

test('a time of day that summer time skips or repeats has exactly one refresh', () => {
  assert.deepEqual(refreshes(daily, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-30T12:00Z'), ['2026-03-29T01:00', '2026-03-30T00:30']);
  assert.deepEqual(refreshes(daily, 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z'), ['2026-10-25T00:30', '2026-10-26T01:30']);
  const midnight = { ...daily, daily_time: '00:00' };
  assert.deepEqual(refreshes(midnight, 'Asia/Beirut', '2026-03-28T12:00Z', '2026-03-30T12:00Z'), ['2026-03-28T22:00', '2026-03-29T21:00']);
});

test('days are counted from the last refresh', () => {
  const threeDays = { ...daily, every_n_days: 3 };
  assert.deepEqual(refreshes(threeDays, 'UTC', '2026-05-01T02:30Z', '2026-05-09T00:00Z'), ['2026-05-04T02:30', '2026-05-07T02:30']);
  const late = facts({
    schedule: threeDays,
    timeZone: 'UTC',
    lastMs: Date.parse('2026-05-05T14:00Z'),
    nowMs: Date.parse('2026-05-06T00:00Z'),
  });
  assert.equal(dueMs(late), Date.parse('2026-05-08T02:30Z'));
});

test('weekly refreshes are on their days, and without days there are none', () => {
  const weekly: RefreshSchedule = { ...daily, mode: 'weekly', weekly_days: ['sun', 'wed'] };
  assert.deepEqual(refreshes(weekly, 'UTC', '2026-05-01T00:00Z', '2026-05-11T00:00Z'), [
    '2026-05-03T02:30',
    '2026-05-06T02:30',
    '2026-05-10T02:30',
  ]);
  assert.equal(dueMs(facts({ schedule: { ...weekly, weekly_days: [] } })), null);
});

test('however many were missed, one is made up for, and not during a start', () => {
  const nowMs = Date.parse('2026-05-20T12:00Z');
  const missed = facts({ lastMs: Date.parse('2026-05-01T02:30Z'), nowMs, startedMs: nowMs });
  assert.equal(scheduleStep(missed), 'wait');
  assert.equal(scheduleStep({ ...missed, nowMs: nowMs + 2 * minuteMs }), 'ask-idle');
  assert.equal(scheduleStep({ ...missed, lastMs: nowMs, nowMs: nowMs + 3 * minuteMs }), 'wait');
  assert.equal(scheduleStep(facts({ lastMs: null, nowMs, startedMs: nowMs - dayMs })), 'ask-idle');
});

test('a clock that is set back leads to one refresh on the next day, and not to none for years', () => {
  const nowMs = Date.parse('2026-05-20T12:00Z');
  const facts2040 = facts({ timeZone: 'UTC', lastMs: Date.parse('2040-01-01T00:00Z'), nowMs });
  assert.equal(dueMs(facts2040), Date.parse('2026-05-21T02:30Z'));
});

test('it waits until the computer is idle, for a day at most, and does not wait if nobody knows', () => {
  const nowMs = Date.parse('2026-05-20T12:00Z');
  assert.deepEqual([isIdleEnough(daily, 9 * minuteMs), isIdleEnough(daily, 10 * minuteMs), isIdleEnough(daily, null)], [false, true, true]);
  assert.equal(scheduleStep(facts({ lastMs: nowMs - 3 * dayMs, nowMs, startedMs: nowMs - 3 * dayMs })), 'refresh');
  assert.equal(scheduleStep(facts({ lastMs: nowMs - 3 * dayMs, nowMs, startedMs: nowMs - dayMs / 2 })), 'ask-idle');
});

test('in every time zone, at every time of day, a year of days has one refresh each', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const time = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  fc.assert(
    fc.property(zone, time, fc.nat(364), (timeZone, daily_time, day) => {
      const lastMs = Date.parse('2026-01-01T00:00Z') + day * dayMs;
      const schedule = { ...daily, daily_time };
      const first = dueMs(facts({ schedule, timeZone, lastMs, nowMs: lastMs })) ?? 0;
      const second = dueMs(facts({ schedule, timeZone, lastMs: first, nowMs: first })) ?? 0;
      assert.ok(first > lastMs && first - lastMs <= dayMs + 2 * 3_600_000);
      assert.ok(second - first >= dayMs - 2 * 3_600_000 && second - first <= dayMs + 2 * 3_600_000);
    }),
    { numRuns: runs(500) },
  );
});
