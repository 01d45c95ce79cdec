import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localTimestamp } from '../../base/timestamp.ts';
import { durationMs } from './durations.ts';
import { momentOf, timeSpan } from './query-times.ts';

const nowMs = new Date(2026, 10, 29, 12, 30, 5, 500).getTime();
const minute = 60_000;

test('a length of time is written as people write it, in one unit or several', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['30s', minute / 2],
    ['5m', 5 * minute],
    ['10min', 10 * minute],
    ['1h30m', 90 * minute],
    ['1h 30 minutes', 90 * minute],
    ['2Hours', 120 * minute],
    ['1week', 7 * 1_440 * minute],
    ['1w', 7 * 1_440 * minute],
    ['6mo', 180 * 1_440 * minute],
    ['1y', 365 * 1_440 * minute],
  ];
  for (const [text, ms] of cases) assert.equal(durationMs(text), ms, text);
  for (const wrong of ['', 'h', '2', '-2h', '1.5h', '30m1h', '1m1m', '1x', '1h,30m', ' 1h', '１h', '1h  30m'])
    assert.equal(durationMs(wrong), null, wrong);
});

test('a time is a length of time ago, a day, a time of today, or a day with a time', () => {
  const shown = (word: string, edge: 'from' | 'before' = 'from'): string | null => {
    const atMs = momentOf(word, nowMs, edge);
    return atMs === null ? null : localTimestamp(atMs).slice(0, 23).replace('T', ' ');
  };
  const cases: readonly (readonly [string, string])[] = [
    ['5m', '2026-11-29 12:25:05.500'],
    ['1h30m', '2026-11-29 11:00:05.500'],
    ['1week', '2026-11-22 12:30:05.500'],
    ['17:30', '2026-11-29 17:30:00.000'],
    ['9:05:07', '2026-11-29 09:05:07.000'],
    ['09:05:07.25', '2026-11-29 09:05:07.250'],
    ['Yesterday', '2026-11-28 00:00:00.000'],
    ['2026-11-20', '2026-11-20 00:00:00.000'],
    ['2026-11-20 09:30', '2026-11-20 09:30:00.000'],
    ['2026-11-20T09:30:07', '2026-11-20 09:30:07.000'],
    ['2026-11-20 9:30', '2026-11-20 09:30:00.000'],
    ['2026-11-20 09:31:25.673', '2026-11-20 09:31:25.673'],
  ];
  for (const [word, expected] of cases) assert.equal(shown(word), expected, word);
  assert.equal(momentOf('2026-11-20 09:30Z', nowMs, 'from'), Date.UTC(2026, 10, 20, 9, 30));
  assert.equal(momentOf('2026-11-20T09:30:00+02:00', nowMs, 'from'), Date.UTC(2026, 10, 20, 7, 30));
  assert.deepEqual([shown('yesterday', 'before'), shown('17:30', 'before')], ['2026-11-29 00:00:00.000', '2026-11-29 17:30:00.000']);
  for (const wrong of ['banana', '', '25:00', '2026-02-30 10:00', '17:30Z', '09:05 PM', '17:30.5', '2026-11-2009:30', '2026-11-20 9'])
    assert.equal(momentOf(wrong, nowMs, 'from'), null, wrong);
});

test('a length of time that reaches back before the year 0 is no time, also one that no date can hold', () => {
  for (const word of ['2000y', '2026-11-20', '0000', '9999', '9999-12-31 23:59:59.999'])
    for (const edge of ['from', 'before'] as const) assert.notEqual(momentOf(word, nowMs, edge), null, word);
  for (const wrong of ['2029y', '30000y', '999999y', '999999y999999mo999999w', '0000-01-01 00:00+23:59', '2000-01-01 00:00+99:99'])
    for (const edge of ['from', 'before'] as const) assert.equal(momentOf(wrong, nowMs, edge), null, wrong);
});

test('the time of a line, as hub logs prints it, is that line’s, and as an end it includes the line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2099, 0, 1) }), (atMs) => {
      const printed = localTimestamp(atMs).slice(0, 23).replace('T', ' ');
      const from = momentOf(printed, nowMs, 'from') ?? Number.NaN;
      // An hour that a clock shows twice a year is the first or the second one.
      assert.equal((from - atMs) % (30 * minute), 0);
      assert.equal(momentOf(printed, nowMs, 'before'), from + 1);
    }),
  );
});

test('searches take the same lengths of time', () => {
  assert.deepEqual(timeSpan('1h30m', nowMs), { from: nowMs - 90 * minute, before: nowMs - 90 * minute });
  assert.equal(timeSpan('1h30', nowMs), null);
});
