/**
 * The model: a row of numbers of 4 bits for each feature that it knows, their weighted sum, a leaky rectifier, and a score for each type. Made for
 * fragments: what a fragment does not have costs nothing, and few features make an unsure answer. Pure; nothing of a text is kept.
 */
import { featuresOf, mostFeatures } from './features.ts';

/** Finds the row of a feature: open addressing, so that looking one up takes no allocation and hardly ever a second look. */
export interface FeatureIndex {
  /** A feature plus one, or 0 where nothing is, and its row behind it. */
  readonly slots: Int32Array;
  /** A bit for the last bits of each feature: most features of a text are not known, and this says so from the processor's cache. */
  readonly mayBeKnown: Uint8Array;
  readonly mask: number;
  readonly length: number;
}

const bitMask = 2 ** 20 - 1;

/** @param vocabulary features, each once. Its places are the rows. */
export function featureIndex(vocabulary: Int32Array): FeatureIndex {
  const size = 2 ** Math.ceil(Math.log2(vocabulary.length * 2 + 2));
  const mask = size - 1;
  const slots = new Int32Array(size * 2);
  const mayBeKnown = new Uint8Array((bitMask + 1) / 8);
  for (let row = 0; row < vocabulary.length; row += 1) {
    const feature = vocabulary[row] as number;
    const bit = feature & bitMask;
    mayBeKnown[bit >> 3] = (mayBeKnown[bit >> 3] as number) | (1 << (bit & 7));
    let slot = feature & mask;
    while (slots[2 * slot] !== 0) slot = (slot + 1) & mask;
    slots[2 * slot] = feature + 1;
    slots[2 * slot + 1] = row;
  }
  return { slots, mayBeKnown, mask, length: vocabulary.length };
}

/** The row of a feature; -1 for one that is not known. */
function rowOf({ slots, mayBeKnown, mask }: FeatureIndex, feature: number): number {
  const bit = feature & bitMask;
  if (((mayBeKnown[bit >> 3] as number) & (1 << (bit & 7))) === 0) return -1;
  let slot = feature & mask;
  for (let key = slots[2 * slot]; key !== feature + 1; key = slots[2 * slot]) {
    if (key === 0) return -1;
    slot = (slot + 1) & mask;
  }
  return slots[2 * slot + 1] as number;
}

/** The known features of one text. Valid until the next text is looked at. */
export interface Bag {
  /** The first `count` are the rows, each once. */
  readonly rows: Int32Array;
  /** What each counts for; the sum of their squares is 1. */
  readonly weights: Float32Array;
  count: number;
}

const bag: Bag = { rows: new Int32Array(mostFeatures), weights: new Float32Array(mostFeatures), count: 0 };
let seen = new Uint16Array(0);

/** A word that comes ten times says more than one that comes once, but not ten times as much. */
const weightOfCount = Float32Array.from({ length: 4_096 }, (_, count) => Math.sqrt(1 + Math.log(Math.max(1, count))));

export function bagOf(text: string, index: FeatureIndex): Bag {
  if (seen.length < index.length) seen = new Uint16Array(index.length);
  bag.count = 0;
  for (const feature of featuresOf(text)) {
    const row = rowOf(index, feature);
    if (row < 0) continue;
    const times = seen[row] as number;
    if (times === 0) {
      bag.rows[bag.count] = row;
      bag.count += 1;
    }
    if (times < weightOfCount.length - 1) seen[row] = times + 1;
  }
  let squares = 0;
  for (let each = 0; each < bag.count; each += 1) {
    const row = bag.rows[each] as number;
    const weight = weightOfCount[seen[row] as number] as number;
    seen[row] = 0;
    bag.weights[each] = weight;
    squares += weight * weight;
  }
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let each = 0; each < bag.count; each += 1) (bag.weights[each] as number) *= scale;
  return bag;
}

/** Weights as the network reads them; `weights.ts` says what each is. */
export interface NetworkWeights {
  readonly types: readonly string[];
  readonly hidden: number;
  readonly vocabulary: Int32Array;
  readonly rowScales: Float32Array;
  readonly rows: Uint8Array;
  readonly hiddenBias: Float32Array;
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
}

export interface Scored {
  /** How likely each type is, in the order of the types: the sum is 1. Valid until the next text. */
  readonly likely: Float32Array;
  /** How many of the text's features are known: the more, the more the likelihoods can be trusted. */
  readonly known: number;
}

const leak = 0.1;

/** The number of 4 bits that stands for nothing. */
export const zeroOfRow = 8;

/** What the weights say of a text. */
export function networkOf(weights: NetworkWeights): (text: string) => Scored {
  const index = featureIndex(weights.vocabulary);
  const { hidden, rowScales, types } = weights;
  const starts = new Int32Array(mostFeatures);
  const scales = new Float64Array(mostFeatures);
  const sum = new Float64Array(hidden);
  const likely = new Float32Array(types.length);
  return (text) => {
    const { rows: known, weights: counts, count } = bagOf(text, index);
    let zero = 0;
    for (let each = 0; each < count; each += 1) {
      const row = known[each] as number;
      const scale = (counts[each] as number) * (rowScales[row] as number);
      zero += scale * zeroOfRow;
      starts[each] = (row * hidden) / 2;
      scales[each] = scale;
    }
    for (let column = 0; column < hidden; column += columnsAtOnce) sumColumns(weights.rows, starts, scales, count, column, sum);
    for (let at = 0; at < hidden; at += 1) {
      const value = (sum[at] as number) + (weights.hiddenBias[at] as number) - zero;
      sum[at] = value < 0 ? value * leak : value;
    }
    scoreTypes(weights, sum, likely);
    return { likely, known: count };
  };
}

/** Of so many the sums stay in the processor's registers: twice as fast as row by row. */
const columnsAtOnce = 8;

function sumColumns(rows: Uint8Array, starts: Int32Array, scales: Float64Array, count: number, column: number, sum: Float64Array): void {
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let each = 0; each < count; each += 1) {
    const scale = scales[each] as number;
    const start = (starts[each] as number) + column / 2;
    const one = rows[start] as number;
    const two = rows[start + 1] as number;
    const three = rows[start + 2] as number;
    const four = rows[start + 3] as number;
    a += scale * (one & 15);
    b += scale * (one >> 4);
    c += scale * (two & 15);
    d += scale * (two >> 4);
    e += scale * (three & 15);
    f += scale * (three >> 4);
    g += scale * (four & 15);
    h += scale * (four >> 4);
  }
  sum.set([a, b, c, d, e, f, g, h], column);
}

function scoreTypes({ types, hidden, output, outputBias }: NetworkWeights, sum: Float64Array, likely: Float32Array): void {
  let top = Number.NEGATIVE_INFINITY;
  for (let type = 0; type < types.length; type += 1) {
    let score = outputBias[type] as number;
    const base = type * hidden;
    for (let at = 0; at < hidden; at += 1) score += (output[base + at] as number) * (sum[at] as number);
    likely[type] = score;
    top = Math.max(top, score);
  }
  let total = 0;
  for (let type = 0; type < types.length; type += 1) {
    likely[type] = Math.exp((likely[type] as number) - top);
    total += likely[type] as number;
  }
  for (let type = 0; type < types.length; type += 1) (likely[type] as number) /= total;
}
