/**
 * How often people copy texts of a type. Where a text shows a lot of itself that is of no consequence; a line or two could be of many languages,
 * and is then of the one that people use: `JSON.parse(x)` is JavaScript sooner than CoffeeScript. Pure.
 */
import type { Scored } from './network.ts';

const often = new Set('javascript typescript python java c cpp cs php shell html css json sql yaml xml markdown txt'.split(' '));
const atTimes = new Set(
  'go rust ruby kotlin swift powershell batch dockerfile toml ini csv log diff jsx tsx scss vue r lua perl scala makefile latex stacktrace shellsession'.split(
    ' ',
  ),
);
const timesOften = 6;
const timesAtTimes = 2;

/** Up to so many known features a text is a line or two, ... */
const fewFeatures = 30;
/** ... and from so many on it speaks for itself. */
const enoughFeatures = 90;

/** The likelihoods of a text of few features, weighed by how common the types are; those of any other text as they are. Changes `likely`. */
export function weighedByCommonness(types: readonly string[], { likely, known }: Scored): Scored {
  if (known >= enoughFeatures) return { likely, known };
  const share = Math.min(1, (enoughFeatures - known) / (enoughFeatures - fewFeatures));
  let total = 0;
  for (const [type, value] of likely.entries()) {
    const weighed = value * commonness(types[type] as string) ** share;
    likely[type] = weighed;
    total += weighed;
  }
  for (const [type, value] of likely.entries()) likely[type] = value / total;
  return { likely, known };
}

function commonness(type: string): number {
  if (often.has(type)) return timesOften;
  return atTimes.has(type) ? timesAtTimes : 1;
}
