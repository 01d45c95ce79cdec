/**
 * The model: a row of 4-bit numbers for each known feature, their weighted sum, a leaky rectifier, and a score for each type. Made for fragments:
 * missing features cost nothing, and few features give an uncertain answer. Pure; nothing of a text is kept.
 */
import { featureBits, featuresOf, mostFeatures } from './features.ts';

/**
 * Finds the row of a feature: its first 16 bits give a small group of rows, its last 8 bits the row in it. Small enough for the processor's cache.
 */
export interface FeatureIndex {
  /** One bit for each possible prefix of a feature, set if a known feature has it. Rejects most unknown features without a search. */
  readonly beginnings: Uint8Array;
  /** The first row of each group, and the number of rows after the last one. */
  readonly starts: Int32Array;
  /** The last 8 bits of each row's feature. */
  readonly lastBits: Uint8Array;
  readonly length: number;
}

const handfuls = 2 ** (featureBits - 8);
/** With 84,000 features, one prefix in twelve is in use. */
const beginningBits = 20;
const restBits = featureBits - beginningBits;

/** @param vocabulary the known features, ascending, each once. The index of a feature is its row. */
export function featureIndex(vocabulary: Int32Array): FeatureIndex {
  const beginnings = new Uint8Array(2 ** beginningBits / 8);
  const starts = new Int32Array(handfuls + 1);
  const lastBits = new Uint8Array(vocabulary.length);
  // The thread that judges does this each time it starts, and has not compiled it yet: a loop over indices is several times faster then.
  for (let row = 0; row < vocabulary.length; row += 1) {
    const feature = vocabulary[row] as number;
    lastBits[row] = feature & 255;
    (beginnings[feature >> (restBits + 3)] as number) |= 1 << ((feature >> restBits) & 7);
    (starts[(feature >> 8) + 1] as number) += 1;
  }
  for (let handful = 0; handful < handfuls; handful += 1) (starts[handful + 1] as number) += starts[handful] as number;
  return { beginnings, starts, lastBits, length: vocabulary.length };
}

const candidates = new Int32Array(mostFeatures);

/**
 * Moves the features that may be known to the front of `candidates`; returns their number. Without a branch: whether a feature is known is
 * unpredictable, and each wrong guess of the processor costs more than all of this.
 */
function possible(features: Int32Array, { beginnings }: FeatureIndex): number {
  let count = 0;
  for (let each = 0; each < features.length; each += 1) {
    const feature = features[each] as number;
    candidates[count] = feature;
    count += ((beginnings[feature >> (restBits + 3)] as number) >> ((feature >> restBits) & 7)) & 1;
  }
  return count;
}

/** The row of a feature; -1 if it is unknown. */
function rowOf({ starts, lastBits }: FeatureIndex, feature: number): number {
  const handful = feature >> 8;
  const end = starts[handful + 1] as number;
  for (let row = starts[handful] as number; row < end; row += 1) if (lastBits[row] === (feature & 255)) return row;
  return -1;
}

/** The known features of one text. Valid until the next text. */
export interface FeatureBag {
  /** The first `count` are the rows, each once. */
  readonly rows: Int32Array;
  /** The weight of each; the sum of their squares is 1. */
  readonly weights: Float32Array;
  count: number;
}

const bag: FeatureBag = { rows: new Int32Array(mostFeatures), weights: new Float32Array(mostFeatures), count: 0 };
let seen = new Uint16Array(0);

/** A word that occurs ten times says more than one that occurs once, but not ten times as much. */
const weightOfCount = Float32Array.from({ length: 4_096 }, (_, count) => Math.sqrt(1 + Math.log(Math.max(1, count))));

export function featureBagOf(text: string, index: FeatureIndex): FeatureBag {
  if (seen.length < index.length) seen = new Uint16Array(index.length);
  const { rows, weights } = bag;
  const found = possible(featuresOf(text), index);
  let count = 0;
  for (let each = 0; each < found; each += 1) {
    const row = rowOf(index, candidates[each] as number);
    if (row < 0) continue;
    const times = seen[row] as number;
    rows[count] = row;
    count += times === 0 ? 1 : 0;
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

/** The weights as the network reads them; `weights.ts` describes each. */
export interface NetworkWeights {
  readonly types: readonly string[];
  readonly hidden: number;
  readonly vocabulary: Int32Array;
  readonly rowScales: Float32Array;
  /** Two numbers per byte. */
  readonly rows: Uint8Array;
  readonly hiddenBias: Float32Array;
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
}

export interface TypeScores {
  /** How likely each type is, in the order of the types; the sum is 1. Valid until the next text. */
  readonly likely: Float32Array;
  /** How many of the text's features are known: the more, the more reliable the likelihoods. */
  readonly known: number;
}

const leak = 0.1;

/** The 4-bit number that stands for 0. */
export const zeroOfRow = 8;

/** Number of characters that are read first. */
const glance = 1_200;
/** If the most likely type is this likely after them, the rest of the text would hardly change it. */
const sureAtAGlance = 0.995;

/**
 * The likelihoods of a text. The beginning of a long text is read first, and the rest only if that leaves a doubt: most long texts are clear at once.
 */
export function networkOf(weights: NetworkWeights): (text: string) => TypeScores {
  const score = scorerOf(weights);
  return (text) => {
    if (text.length < 2 * glance) return score(text);
    const first = score(text.slice(0, glance));
    return first.likely.some((likely) => likely >= sureAtAGlance) ? first : score(text);
  };
}

function scorerOf(weights: NetworkWeights): (text: string) => TypeScores {
  const index = featureIndex(weights.vocabulary);
  const { hidden, rowScales, types } = weights;
  const starts = new Int32Array(mostFeatures);
  const scales = new Float64Array(mostFeatures);
  const sum = new Float64Array(hidden);
  const likely = new Float32Array(types.length);
  return (text) => {
    const { rows: known, weights: counts, count } = featureBagOf(text, index);
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
    sum.fill(0);
    for (let column = 0; column < hidden; column += columnsAtOnce) addColumns(weights.rows, starts, scales, count, column, sum);
    for (let at = 0; at < hidden; at += 1) {
      const value = (sum[at] as number) * unit + (weights.hiddenBias[at] as number) - total * zeroOfRow;
      sum[at] = value < 0 ? value * leak : value;
    }
    scoreTypes(weights, sum, likely);
    return { likely, known: count };
  };
}

/**
 * Two sums in one double: the scales are whole numbers with a limited total, so a sum of 4-bit numbers stays below 2^26, and two of them below 2^52,
 * where whole numbers are exact. This halves the work.
 */
const wholeScale = 2 ** 22;
const upperSum = 2 ** 26;
/** The two numbers of a byte, in the two halves of a double. */
const bothNumbers = Float64Array.from({ length: 256 }, (_, byte) => (byte & 15) + (byte >> 4) * upperSum);

/** So few that the sums stay in the processor's registers. */
const columnsAtOnce = 8;

/** Adds to `sum`, which is all 0. Starting the sums with an element of it makes them doubles: with a literal 0, V8 takes three times as long. */
function addColumns(rows: Uint8Array, starts: Int32Array, scales: Float64Array, count: number, column: number, sum: Float64Array): void {
  let a = sum[column] as number;
  let b = sum[column + 2] as number;
  let c = sum[column + 4] as number;
  let d = sum[column + 6] as number;
  for (let each = 0; each < count; each += 1) {
    const scale = scales[each] as number;
    const start = (starts[each] as number) + column / 2;
    a += scale * (bothNumbers[rows[start] as number] as number);
    b += scale * (bothNumbers[rows[start + 1] as number] as number);
    c += scale * (bothNumbers[rows[start + 2] as number] as number);
    d += scale * (bothNumbers[rows[start + 3] as number] as number);
  }
  setBoth(sum, column, a);
  setBoth(sum, column + 2, b);
  setBoth(sum, column + 4, c);
  setBoth(sum, column + 6, d);
}

function setBoth(sum: Float64Array, column: number, both: number): void {
  sum[column] = both % upperSum;
  sum[column + 1] = Math.floor(both / upperSum);
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
