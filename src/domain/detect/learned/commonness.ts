/**
 * How often people copy texts of a type. It does not matter if a text shows much of itself. A line or two could be of many languages, and is then
 * more likely one that people use: `JSON.parse(x)` is JavaScript rather than CoffeeScript. Pure.
 */
import type { TypeScores } from './network.ts';

const often = new Set('javascript typescript python java c cpp cs php shell html css json sql yaml xml markdown txt'.split(' '));
const atTimes = new Set(
  'go rust ruby kotlin swift powershell batch dockerfile toml ini csv log diff jsx tsx scss vue r lua perl scala makefile latex stacktrace shellsession'.split(
    ' ',
  ),
);
const timesOften = 6;
const timesAtTimes = 2;

/** Up to this many known features, a text counts as a line or two … */
const fewFeatures = 30;
/** … and from this many on, commonness has no influence. */
const enoughFeatures = 90;

/** Weights the likelihoods of a text with few features by how common the types are; leaves those of any other text alone. Changes `likely`. */
export function weighedByCommonness(types: readonly string[], { likely, known }: TypeScores): TypeScores {
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
