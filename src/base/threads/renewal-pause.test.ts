import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RenewalPause } from './renewal-pause.ts';

test('a pause doubles with each end in a row up to half a minute, and begins anew after work', () => {
  const pause = new RenewalPause(250);
  const pauses = Array.from({ length: 9 }, () => {
    pause.ended();
    return pause.ms;
  });
  assert.deepEqual(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  pause.worked();
  pause.ended();
  assert.equal(pause.ms, 250);
});

test('several ends in a row are told once, and so is work after them; a single end is not', () => {
  const told: boolean[] = [];
  const pause = new RenewalPause(250, (fails) => told.push(fails));
  pause.ended();
  pause.worked();
  assert.deepEqual(told, []);
  for (let end = 0; end < 5; end += 1) pause.ended();
  assert.deepEqual(told, [true]);
  pause.worked();
  pause.worked();
  assert.deepEqual(told, [true, false]);
});
