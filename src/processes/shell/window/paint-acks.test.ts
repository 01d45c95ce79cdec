import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PaintAcks } from './paint-acks.ts';

const patientMs = 20_000;

test('a wait for a revision ends once it or a later one is painted, and not with an earlier one', async () => {
  const painted = new PaintAcks();
  const [third, fourth] = [painted.reaches(3, patientMs), painted.reaches(4, patientMs)];
  painted.tell(2);
  assert.equal(await painted.reaches(3, 20), false);
  painted.tell(5);
  assert.deepEqual(await Promise.all([third, fourth, painted.reaches(5, 0)]), [true, true, true]);
});

test('a reloaded page takes nothing back', async () => {
  const painted = new PaintAcks();
  painted.tell(7);
  painted.tell(0);
  assert.equal(await painted.reaches(7, 0), true);
});
