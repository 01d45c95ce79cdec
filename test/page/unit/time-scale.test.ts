/** The scale of the time line of the logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TimeScale } from '../../../src/logs/viewer/time-scale.ts';
import { runs } from '../../harness/effort.ts';

const parts = 240;
const startMs = Date.UTC(2026, 2, 1, 9);
const [in1970, in2099] = [86_400_000, Date.UTC(2099, 0, 1)];
const scaleOf = (times: readonly number[]): TimeScale => new TimeScale(Float64Array.from(times), parts);
const usual = Array.from({ length: 100 }, (_, n) => startMs + n * 60_000);
const usedParts = (scale: TimeScale, times: readonly number[]): number => new Set(times.map((atMs) => scale.partOf(atMs))).size;

test('a line of 1970 and one of 2099 leave the others their room, and are at the edges', () => {
  const scale = scaleOf([in1970, ...usual, in2099]);
  assert.deepEqual([scale.before?.count, scale.after?.count], [1, 1]);
  assert.equal(usedParts(scale, usual), usual.length);
  assert.deepEqual([scale.partOf(in1970), scale.partOf(in2099)], [0, parts - 1]);
  const places = usual.map((atMs) => scale.partOf(atMs));
  assert.ok(Math.min(...places) > 1 && Math.max(...places) < parts - 2, 'there is a gap beside the edges');
});

test('one wrong clock after another is gathered too, and so are two lines beside a single other one', () => {
  assert.equal(scaleOf([in1970, Date.UTC(2001, 0), ...usual]).before?.count, 2);
  const { before, after, firstMs } = scaleOf([in1970, startMs, in2099]);
  assert.deepEqual([before?.count, after?.count, firstMs], [1, 1, startMs]);
});

test('a log with quiet days, two times, one or none is on one scale', () => {
  const days = [0, 1, 2, 9, 10, 11].map((day) => startMs + day * 86_400_000);
  for (const times of [days, [startMs, in2099], [startMs], [], usual, [...usual, startMs + 20 * 3_600_000]]) {
    const { before, after } = scaleOf(times);
    assert.deepEqual([before, after], [null, null]);
  }
});

test('half of the lines are never gathered: then both times are shown as they are', () => {
  const { before, after } = scaleOf([...usual, ...usual.map((atMs) => atMs + 3e12)]);
  assert.deepEqual([before, after], [null, null]);
});

test('what is chosen at a place is counted there, and an edge is chosen as a whole', () => {
  const scale = scaleOf([in1970, ...usual, in2099]);
  assert.deepEqual([scale.fromMs(0), scale.untilMs(2)], [Number.NEGATIVE_INFINITY, in1970]);
  assert.deepEqual([scale.fromMs(parts - 2), scale.untilMs(parts)], [in2099, Number.POSITIVE_INFINITY]);
  assert.deepEqual(scale.stretchOf(in2099, Number.POSITIVE_INFINITY), [scale.endPart, parts]);
  assert.deepEqual(scale.stretchOf(Number.NEGATIVE_INFINITY, in1970), [0, scale.startPart]);
  for (const atMs of usual) {
    const place = scale.placeOf(atMs);
    assert.ok(Math.abs(scale.fromMs(place) - atMs) < 1 && Math.abs(scale.untilMs(place) - atMs) < 1);
  }
});

test('whatever the times are, each is in one of the parts, in their order, and at most a tenth is at each edge', () => {
  const times = fc
    .array(fc.oneof(fc.nat(1_000_000), fc.nat(8e15)), { maxLength: 300 })
    .map((all) => all.toSorted((one, other) => one - other));
  fc.assert(
    fc.property(times, (all) => {
      const scale = scaleOf(all);
      const places = all.map((atMs) => scale.partOf(atMs));
      assert.ok(places.every((place, n) => Number.isInteger(place) && place >= (places[n - 1] ?? 0) && place < parts));
      for (const edge of [scale.before, scale.after]) assert.ok((edge?.count ?? 0) <= Math.max(1, all.length / 10));
    }),
    { numRuns: runs(1_000) },
  );
});
