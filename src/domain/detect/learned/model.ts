/** The learned model's answer for a text, with calibrated confidences. The weights are read for the first text that needs them. */

import type { Claim } from '../text-sample.ts';
import { weighedByCommonness } from './commonness.ts';
import { networkOf, type TypeScores } from './network.ts';
import { type Calibration, readWeights, type Weights } from './weights.ts';

/** The model, with its weights loaded. */
export interface Model {
  /**
   * The most likely types, most likely first, each with how often such an answer is right, 0..1. Empty for a text without known features. If the
   * model is too uncertain, plain text (`txt`) comes first.
   */
  rank(text: string): Claim[];
}

const ranked = 5;

export function modelOf(weights: Weights): Model {
  const score = networkOf(weights);
  return { rank: (text) => rankScored(weights, weighedByCommonness(weights.types, score(text))) };
}

let shipped: Model | undefined;

/** The model that is part of Hub. */
export function shippedModel(): Model {
  shipped ??= modelOf(readWeights());
  return shipped;
}

function rankScored({ types, calibration, abstainBelow }: Weights, { likely, known }: TypeScores): Claim[] {
  if (known === 0) return [];
  const order = topOf(likely);
  const [first = 0] = order;
  const said = likely[first] as number;
  const right = calibratedConfidence(calibration, { known, said, isPlain: types[first] === 'txt' });
  // Claims that only the first call computes are shared by the others unchanged.
  const claims = order.map((type, place) => ({
    typeId: types[type] as string,
    confidence: place === 0 ? right : Math.min(right, ((1 - right) * (likely[type] as number)) / Math.max(1e-6, 1 - said)),
  }));
  const needed = known < featuresOfFewWords ? Math.max(evenOdds, abstainBelow[first] as number) : (abstainBelow[first] as number);
  return right < needed
    ? [{ typeId: 'txt', confidence: Math.min(right, unsure) }, ...claims.filter(({ typeId }) => typeId !== 'txt')]
    : claims;
}

/** A few words could be of any language: a guess has to be more likely than not. */
const featuresOfFewWords = 24;
const evenOdds = 0.5;

/** Plain text for lack of a better answer never has more confidence than this. */
const unsure = 0.3;

function topOf(likely: Float32Array): number[] {
  const top: number[] = [];
  for (let type = 0; type < likely.length; type += 1) {
    const place = top.findIndex((other) => (likely[other] as number) < (likely[type] as number));
    if (place >= 0) top.splice(place, 0, type);
    else if (top.length < ranked) top.push(type);
    if (top.length > ranked) top.pop();
  }
  return top;
}

/** What the network computes for a text: the likelihoods, the number of features, and whether the text is plain. */
export interface UncalibratedAnswer {
  readonly known: number;
  readonly said: number;
  readonly isPlain: boolean;
}

/** Linear interpolation between two points of the table. */
export function calibratedConfidence(calibration: readonly Calibration[], { known, said, isPlain }: UncalibratedAnswer): number {
  const tables = calibration.filter(({ ofPlain }) => ofPlain === isPlain);
  const table = tables.find(({ below }) => known < below) ?? tables.at(-1);
  if (table === undefined) return said;
  const { said: points, right } = table;
  const next = points.findIndex((point) => point >= said);
  if (next < 0) return right.at(-1) as number;
  if (next === 0) return right[0] as number;
  const low = points[next - 1] as number;
  const share = (said - low) / Math.max(1e-9, (points[next] as number) - low);
  return (right[next - 1] as number) + share * ((right[next] as number) - (right[next - 1] as number));
}
