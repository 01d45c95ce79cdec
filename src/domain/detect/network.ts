/**
 * The model: a row of numbers of 4 bits for each feature that it knows, their weighted sum, a leaky rectifier, and a score for each type. Made for
 * fragments: what a fragment does not have costs nothing, and few features make an unsure answer. Pure; nothing of a text is kept.
 */
import { featureBits, featuresOf, mostFeatures } from './features.ts';

/** Finds the row of a feature: its first 16 bits tell a handful of rows, its last 8 which of them. Small, so that it stays in the processor's cache. */
export interface FeatureIndex {
  /** The first row of each handful, and the number of rows behind the last one. */
  readonly starts: Int32Array;
  /** The last 8 bits of each row's feature. */
  readonly lastBits: Uint8Array;
  readonly length: number;
}

const handfuls = 2 ** (featureBits - 8);

/** @param vocabulary features, ascending, each once. Its places are the rows. */
export function featureIndex(vocabulary: Int32Array): FeatureIndex {
  const starts = new Int32Array(handfuls + 1);
  for (const feature of vocabulary) (starts[(feature >> 8) + 1] as number) += 1;
  for (let handful = 0; handful < handfuls; handful += 1) (starts[handful + 1] as number) += starts[handful] as number;
  return { starts, lastBits: Uint8Array.from(vocabulary, (feature) => feature & 255), length: vocabulary.length };
}

/** The row of a feature; -1 for one that is not known. */
function rowOf({ starts, lastBits }: FeatureIndex, feature: number): number {
  const handful = feature >> 8;
  const end = starts[handful + 1] as number;
  for (let row = starts[handful] as number; row < end; row += 1) if (lastBits[row] === (feature & 255)) return row;
  return -1;
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
  const { rows, weights } = bag;
  const features = featuresOf(text);
  let count = 0;
  for (let each = 0; each < features.length; each += 1) {
    const row = rowOf(index, features[each] as number);
    if (row < 0) continue;
    const times = seen[row] as number;
    if (times === 0) {
      rows[count] = row;
      count += 1;
    }
    if (times < weightOfCount.length - 1) seen[row] = times + 1;
  }
  let squares = 0;
  for (let each = 0; each < count; each += 1) {
    const row = rows[each] as number;
    const weight = weightOfCount[seen[row] as number] as number;
    seen[row] = 0;
    weights[each] = weight;
    squares += weight * weight;
  }
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let each = 0; each < count; each += 1) (weights[each] as number) *= scale;
  bag.count = count;
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
    let total = 0;
    for (let each = 0; each < count; each += 1) {
      const row = known[each] as number;
      const scale = (counts[each] as number) * (rowScales[row] as number);
      total += scale;
      starts[each] = (row * hidden) / 2;
      scales[each] = scale;
    }
    const unit = total / wholeScale;
    for (let each = 0; each < count; each += 1) scales[each] = Math.floor((scales[each] as number) / unit);
    for (let column = 0; column < hidden; column += columnsAtOnce) sumColumns(weights.rows, starts, scales, count, column, sum);
    for (let at = 0; at < hidden; at += 1) {
      const value = (sum[at] as number) * unit + (weights.hiddenBias[at] as number) - total * zeroOfRow;
      sum[at] = value < 0 ? value * leak : value;
    }
    scoreTypes(weights, sum, likely);
    return { likely, known: count };
  };
}

/**
 * Two sums in one double: scales are whole numbers that add up to no more than this, so that a sum of numbers of 4 bits stays below 2^26, and
 * two of them below 2^52, where whole numbers are exact. Half the work of one sum a number.
 */
const wholeScale = 2 ** 22;
const upperSum = 2 ** 26;
/** The two numbers of a byte, so apart. */
const bothNumbers = Float64Array.from({ length: 256 }, (_, byte) => (byte & 15) + (byte >> 4) * upperSum);

/** Of so many the sums stay in the processor's registers: twice as fast as row by row. */
const columnsAtOnce = 8;

function sumColumns(rows: Uint8Array, starts: Int32Array, scales: Float64Array, count: number, column: number, sum: Float64Array): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let each = 0; each < count; each += 1) {
    const scale = scales[each] as number;
    const start = (starts[each] as number) + column / 2;
    a += scale * (bothNumbers[rows[start] as number] as number);
    b += scale * (bothNumbers[rows[start + 1] as number] as number);
    c += scale * (bothNumbers[rows[start + 2] as number] as number);
    d += scale * (bothNumbers[rows[start + 3] as number] as number);
  }
  for (const [place, both] of [a, b, c, d].entries()) {
    sum[column + 2 * place] = both % upperSum;
    sum[column + 2 * place + 1] = Math.floor(both / upperSum);
  }
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
