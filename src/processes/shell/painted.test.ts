import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Painted } from './painted.ts';

const patientMs = 20_000;

test('who waits for a revision hears of it once it or a later one is painted, and of none that comes before', async () => {
  const painted = new Painted();
  const [third, fourth] = [painted.reaches(3, patientMs), painted.reaches(4, patientMs)];
  painted.tell(2);
  assert.equal(await painted.reaches(3, 20), false);
  painted.tell(5);
  assert.deepEqual(await Promise.all([third, fourth, painted.reaches(5, 0)]), [true, true, true]);
});

test('a page that begins anew takes nothing back', async () => {
  const painted = new Painted();
  painted.tell(7);
  painted.tell(0);
  assert.equal(await painted.reaches(7, 0), true);
});
