import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { fileStamp, localTimestamp, systemTimeZone } from './timestamp.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("a time is written in the machine's time zone, with its offset", () => {
  const atMs = Date.UTC(2026, 6, 1, 3, 5, 7, 42);
  const expected = {
    UTC: '2026-07-01T03:05:07.042+00:00',
    'Europe/Berlin': '2026-07-01T05:05:07.042+02:00',
    'America/St_Johns': '2026-07-01T00:35:07.042-02:30',
    'Asia/Kathmandu': '2026-07-01T08:50:07.042+05:45',
    'Pacific/Marquesas': '2026-06-30T17:35:07.042-09:30',
  };
  for (const [name, text] of Object.entries(expected)) {
    process.env.TZ = name;
    assert.equal(localTimestamp(atMs), text);
  }
});

test('names of files have the local time, as everything else does', () => {
  process.env.TZ = 'Asia/Kathmandu';
  const atMs = Date.UTC(2026, 10, 29, 22, 51, 50, 7);
  assert.deepEqual([fileStamp(atMs), fileStamp(atMs, 'milliseconds')], ['2026-11-30-043650', '2026-11-30-043650007']);
});

test('a timestamp identifies the exact millisecond, in the repeated hour too', () => {
  process.env.TZ = 'Europe/Berlin';
  const doubled = Date.UTC(2026, 9, 25, 0, 30);
  assert.equal(localTimestamp(doubled), '2026-10-25T02:30:00.000+02:00');
  assert.equal(localTimestamp(doubled + 3_600_000), '2026-10-25T02:30:00.000+01:00');
  fc.assert(fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (atMs) => Date.parse(localTimestamp(atMs)) === atMs));
});

test('the time zone of the machine is one that Intl takes, and agrees with the times that Date tells', () => {
  const atMs = Date.UTC(2026, 6, 1, 3, 5);
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    ':/etc/localtime',
    '/usr/share/zoneinfo/Europe/Berlin',
    'UTC0',
    'JST-9',
    'GMT+3',
    'none',
    '',
  ];
  for (const name of zones) {
    process.env.TZ = name;
    const local = new Date(atMs);
    const format = new Intl.DateTimeFormat('en', { timeZone: systemTimeZone(atMs), hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    assert.deepEqual([parts.get('hour'), parts.get('minute')], [local.getHours(), local.getMinutes()], name);
  }
  process.env.TZ = 'Europe/Berlin';
  assert.equal(systemTimeZone(atMs), 'Europe/Berlin', 'by its name, which knows the other half of the year');
});
