/**
 * Doubling what somebody else wrote at most doubles the work. Measured as the processor's time of this thread, the least of several runs: a square
 * takes four times as long, and what is far below a moment at the largest size can't be one that anybody feels.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type ContentFunction, contentFunctions } from './harness/owners/content-functions.ts';
import { hostileUnits, repeatedUnit } from './harness/owners/hostile-texts.ts';

const kibibyte = 1_024;
const middle = 64 * kibibyte;
const large = 256 * kibibyte;
/** A square that takes no longer than this at the largest size is none. */
const momentCpuMs = 10;
const mostTimes = 2.5;
const tries = 4;

/** The processor's time of this thread, in milliseconds. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function cpuMsOf({ call }: ContentFunction, content: string, runs: number, nowMs: () => number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = nowMs();
    try {
      await call(content);
    } catch {
      // What a function refuses it refuses; how long that takes is asked here.
    }
    least = Math.min(least, nowMs() - before);
    if (least < momentCpuMs) break;
  }
  return least;
}

/** How many times as long twice as much takes; 1 where either is over in a moment. */
async function timesAsLong(
  one: ContentFunction,
  lengths: readonly number[],
  make: (length: number) => string,
  nowMs: () => number = threadCpuMs,
): Promise<number> {
  const costOf = (length: number, runs: number): Promise<number> => cpuMsOf(one, make(length), runs, nowMs);
  // What is slow already at the smaller size is not asked at the larger one: a cube would never end.
  for (const length of lengths) {
    if ((await costOf(length, 3)) < momentCpuMs) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= tries && least > mostTimes; attempt += 1)
      least = Math.min(least, (await costOf(2 * length, 2 * attempt)) / (await costOf(length, 2 * attempt)));
    if (least > mostTimes) return least;
  }
  return 1;
}

const functions = await contentFunctions();

test('the list has what takes content', () => {
  assert.ok(functions.length > 80);
  for (const name of ['identify-content.ts identifyContent', 'saving/file-name.ts fileStem', 'picture/picture-size.ts pictureSize'])
    assert.ok(
      functions.some((one) => one.name === name),
      name,
    );
});

test('no function takes more than twice as long for twice as much of anything that is repeated', async () => {
  for (const one of functions)
    for (const unit of hostileUnits) {
      const times = await timesAsLong(one, [kibibyte, middle], (length) => repeatedUnit(unit, length, 'a'));
      assert.ok(times <= mostTimes, `${one.name} takes ${times.toFixed(1)} times as long for twice as many of ${JSON.stringify(unit)}`);
    }
});

test('nor of anything that a few of these make together', async () => {
  const few = fc.array(fc.constantFrom(...hostileUnits), { minLength: 2, maxLength: 4 }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...functions),
      few,
      fc.constantFrom(...hostileUnits),
      fc.constantFrom(...hostileUnits),
      async (one, unit, head, end) => {
        const times = await timesAsLong(one, [kibibyte, large], (length) => head + repeatedUnit(unit, length, end));
        assert.ok(times <= mostTimes, `${times.toFixed(1)} times as long`);
      },
    ),
    { numRuns: 300 },
  );
});

test('a function that takes a square is found out', async () => {
  const spaces = (length: number): string => repeatedUnit(' ', length, 'a');
  // By its steps, which are the same however busy the machine is.
  let steps = 0;
  const counted = (power: number): ContentFunction => ({
    name: 'counted',
    call: (text) => {
      steps += text.length ** power;
    },
  });
  assert.ok((await timesAsLong(counted(1), [kibibyte], spaces, () => steps)) < mostTimes);
  assert.ok((await timesAsLong(counted(2), [kibibyte], spaces, () => steps)) > mostTimes);
  // By the processor's time: a neighbour on the same core may hide it once, and not each time.
  const square: ContentFunction = { name: 'a square', call: (text) => Array.from({ length: 24 }, () => /\s+$/u.test(text)) };
  let isFound = false;
  for (let attempt = 1; attempt <= 5 && !isFound; attempt += 1) isFound = (await timesAsLong(square, [2 * kibibyte], spaces)) > mostTimes;
  assert.ok(isFound);
});
