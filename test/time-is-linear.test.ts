/**
 * Twice as much content takes at most twice as long. Measured in processor time of this thread, as the minimum of several runs: quadratic time would be
 * four times as long. A function that is very fast even at the largest size is not examined further, because nobody would notice.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type ContentFunction, contentFunctions } from './harness/owners/content-functions.ts';
import { hostileUnits, repeatedUnit } from './harness/owners/hostile-texts.ts';

const kibibyte = 1_024;
const middle = 64 * kibibyte;
const large = 256 * kibibyte;
/** A function that takes no longer than this at the largest size is fast enough, even if its time is quadratic. */
const momentCpuMs = 10;
const mostTimes = 2.5;
const tries = 4;

/** The processor time of this thread, in milliseconds. */
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
      // A function may refuse the content; this measures only how long that takes.
    }
    least = Math.min(least, nowMs() - before);
    if (least < momentCpuMs) break;
  }
  return least;
}

/** How many times as long twice as much content takes; 1 if either is very fast. */
async function timesAsLong(
  one: ContentFunction,
  lengths: readonly number[],
  make: (length: number) => string,
  nowMs: () => number = threadCpuMs,
): Promise<number> {
  const costOf = (length: number, runs: number): Promise<number> => cpuMsOf(one, make(length), runs, nowMs);
  // A function that is slow already at the smaller size is not tried at the larger one: cubic time would never end.
  for (const length of lengths) {
    if ((await costOf(length, 3)) < momentCpuMs) continue;
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= tries && least > mostTimes; attempt += 1)
      // A time below the moment is a fast one, and says nothing about the next size: a quotient with it would be noise.
      least = Math.min(least, (await costOf(2 * length, 2 * attempt)) / Math.max(momentCpuMs, await costOf(length, 2 * attempt)));
    if (least <= mostTimes) continue;
    // The collector of garbage may begin its work between these two sizes. Three doublings tell quadratic time (64 times as long) from that.
    const perDoubling = Math.cbrt((await costOf(8 * length, 2)) / Math.max(momentCpuMs, await costOf(length, 2 * tries)));
    if (perDoubling > mostTimes) return perDoubling;
  }
  return 1;
}

const functions = await contentFunctions();

test('the list contains the functions that take content', () => {
  assert.ok(functions.length > 80);
  for (const name of ['identify-content.ts identifyContent', 'saving/text-stem.ts textStem', 'picture/picture-size.ts pictureSize'])
    assert.ok(
      functions.some((one) => one.name === name),
      name,
    );
});

test('no function takes more than twice as long for twice as many repetitions of any text', async () => {
  for (const one of functions)
    for (const unit of hostileUnits) {
      const times = await timesAsLong(one, [kibibyte, middle], (length) => repeatedUnit(unit, length, 'a'));
      assert.ok(times <= mostTimes, `${one.name} takes ${times.toFixed(1)} times as long for twice as many of ${JSON.stringify(unit)}`);
    }
});

test('nor for twice as many repetitions of any combination of these texts', async () => {
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

test('a function that takes quadratic time is detected', async () => {
  const spaces = (length: number): string => repeatedUnit(' ', length, 'a');
  // By the number of its steps, which does not depend on the load of the machine.
  let steps = 0;
  const counted = (power: number): ContentFunction => ({
    name: 'counted',
    call: (text) => {
      steps += text.length ** power;
    },
  });
  assert.ok((await timesAsLong(counted(1), [kibibyte], spaces, () => steps)) < mostTimes);
  assert.ok((await timesAsLong(counted(2), [kibibyte], spaces, () => steps)) > mostTimes);
  // By processor time: other programs on the same core may hide it once, but not every time.
  const square: ContentFunction = { name: 'a square', call: (text) => Array.from({ length: 24 }, () => /\s+$/u.test(text)) };
  let isFound = false;
  for (let attempt = 1; attempt <= 5 && !isFound; attempt += 1) isFound = (await timesAsLong(square, [2 * kibibyte], spaces)) > mostTimes;
  assert.ok(isFound);
});
