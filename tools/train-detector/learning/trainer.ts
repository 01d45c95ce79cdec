/**
 * Trains the model: a row of numbers for each known feature, their weighted sum, a leaky rectifier, and a score for each type. It minimises the
 * cross-entropy by stochastic gradient descent, with the step of each row scaled as in Adagrad (Duchi, Hazan, Singer 2011).
 */
import { type FeatureBag, type FeatureIndex, featureBagOf } from '../../../src/domain/detect/learned/network.ts';
import type { Random } from './fragments.ts';

/** The trained model, in full precision. */
export interface TrainedModel {
  readonly types: readonly string[];
  readonly hidden: number;
  readonly vocabulary: Int32Array;
  /** A row of `hidden` numbers for each feature of the vocabulary. */
  readonly embedding: Float32Array;
  readonly hiddenBias: Float32Array;
  /** A row of `hidden` numbers for each type. */
  readonly output: Float32Array;
  readonly bias: Float32Array;
}

const leak = 0.1;
const negligible = 1e-5;

export class Trainer {
  readonly learned: TrainedModel;
  /** The learning rate, which falls during training. */
  rate = 0.4;
  readonly #index: FeatureIndex;
  readonly #random: Random;
  readonly #embeddingSquares: Float32Array;
  readonly #outputSquares: Float32Array;
  readonly #sum: Float32Array;
  readonly #active: Float32Array;
  readonly #back: Float32Array;
  readonly #scores: Float32Array;

  constructor(types: readonly string[], hidden: number, vocabulary: Int32Array, index: FeatureIndex, random: Random) {
    const small = (scale: number) => () => (random() - 0.5) * scale;
    this.learned = {
      types,
      hidden,
      vocabulary,
      embedding: new Float32Array(vocabulary.length * hidden).map(small(0.2)),
      hiddenBias: new Float32Array(hidden),
      output: new Float32Array(types.length * hidden).map(small(2 / Math.sqrt(hidden))),
      bias: new Float32Array(types.length),
    };
    this.#index = index;
    this.#random = random;
    this.#embeddingSquares = new Float32Array(vocabulary.length).fill(0.01);
    this.#outputSquares = new Float32Array(types.length * hidden).fill(0.1);
    this.#sum = new Float32Array(hidden);
    this.#active = new Float32Array(hidden);
    this.#back = new Float32Array(hidden);
    this.#scores = new Float32Array(types.length);
  }

  /**
   * One training step towards the answer `type` for `text`.
   *
   * @param forgotten the share of features hidden in this step.
   * @returns the loss before the step.
   */
  step(text: string, type: number, forgotten: number): number {
    const bag = featureBagOf(text, this.#index);
    if (bag.count === 0) return 0;
    if (forgotten > 0) for (let each = 0; each < bag.count; each += 1) if (this.#random() < forgotten) bag.weights[each] = 0;
    const scores = this.#forward(bag);
    const loss = -Math.log(Math.max(1e-9, scores[type] as number));
    this.#learnOutput(type);
    this.#learnEmbedding(bag);
    return loss;
  }

  /** The probability of each type, in the order of the types; valid until the next call. */
  probabilities(text: string): Float32Array {
    return this.#forward(featureBagOf(text, this.#index));
  }

  #forward(bag: FeatureBag): Float32Array {
    const { hidden, embedding, hiddenBias, output, bias, types } = this.learned;
    const sum = this.#sum;
    const active = this.#active;
    const scores = this.#scores;
    sum.set(hiddenBias);
    for (let each = 0; each < bag.count; each += 1) {
      const base = (bag.rows[each] as number) * hidden;
      const weight = bag.weights[each] as number;
      for (let at = 0; at < hidden; at += 1) (sum[at] as number) += weight * (embedding[base + at] as number);
    }
    for (let at = 0; at < hidden; at += 1) active[at] = (sum[at] as number) > 0 ? (sum[at] as number) : leak * (sum[at] as number);
    let top = Number.NEGATIVE_INFINITY;
    for (let type = 0; type < types.length; type += 1) {
      let score = bias[type] as number;
      const base = type * hidden;
      for (let at = 0; at < hidden; at += 1) score += (output[base + at] as number) * (active[at] as number);
      scores[type] = score;
      if (score > top) top = score;
    }
    let total = 0;
    for (let type = 0; type < types.length; type += 1) {
      scores[type] = Math.exp((scores[type] as number) - top);
      total += scores[type] as number;
    }
    for (let type = 0; type < types.length; type += 1) (scores[type] as number) /= total;
    return scores;
  }

  #learnOutput(wanted: number): void {
    const { hidden, output, bias, types } = this.learned;
    const active = this.#active;
    const back = this.#back.fill(0);
    const squares = this.#outputSquares;
    for (let type = 0; type < types.length; type += 1) {
      const error = (this.#scores[type] as number) - (type === wanted ? 1 : 0);
      if (error < negligible && error > -negligible) continue;
      const base = type * hidden;
      for (let at = 0; at < hidden; at += 1) {
        const each = base + at;
        (back[at] as number) += error * (output[each] as number);
        const slope = error * (active[at] as number);
        (squares[each] as number) += slope * slope;
        (output[each] as number) -= (this.rate * slope) / Math.sqrt(squares[each] as number);
      }
      (bias[type] as number) -= this.rate * 0.1 * error;
    }
  }

  #learnEmbedding(bag: FeatureBag): void {
    const { hidden, embedding, hiddenBias } = this.learned;
    const back = this.#back;
    let squares = 0;
    for (let at = 0; at < hidden; at += 1) {
      if ((this.#sum[at] as number) <= 0) (back[at] as number) *= leak;
      squares += (back[at] as number) ** 2;
      (hiddenBias[at] as number) -= this.rate * 0.05 * (back[at] as number);
    }
    squares /= hidden;
    for (let each = 0; each < bag.count; each += 1) {
      const weight = bag.weights[each] as number;
      if (weight === 0) continue;
      const row = bag.rows[each] as number;
      const sum = (this.#embeddingSquares[row] as number) + weight * weight * squares;
      this.#embeddingSquares[row] = sum;
      const scale = (this.rate * weight) / Math.sqrt(sum);
      const base = row * hidden;
      for (let at = 0; at < hidden; at += 1) (embedding[base + at] as number) -= scale * (back[at] as number);
    }
  }
}
