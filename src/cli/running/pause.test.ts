import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, timeUntil } from './pause.ts';

const minute = 60_000;

test('the length of a pause is written as people write it', () => {
  assert.deepEqual(['1h', '30m', '1h30m', '90s', '2d', '1d2h3m4s'].map(lengthOf), [
    60 * minute,
    30 * minute,
    90 * minute,
    90_000,
    2_880 * minute,
    1_563 * minute + 4_000,
  ]);
  for (const wrong of ['', 'h', '1', '1.5h', '-1h', '1 h', '1w', '1h ', '9999999h', '１h']) assert.equal(lengthOf(wrong), null, wrong);
});

test('the end of a pause is a time of today, or of tomorrow if it has passed', () => {
  const now = new Date(2026, 4, 1, 17, 30);
  assert.deepEqual(
    ['18:00', '17:31', '17:30', '9:05', '00:00'].map((word) => timeUntil(word, now)),
    [30, 1, 1_440, 935, 390].map((minutes) => minutes * minute),
  );
  for (const wrong of ['', '24:00', '18', '18:60', '6pm', ' 18:00']) assert.equal(timeUntil(wrong, now), null, wrong);
});
