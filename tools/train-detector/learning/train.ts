/** Trains the model on the corpus, and writes its weights. */
import { writeFileSync } from 'node:fs';
import { weighedByCommonness } from '../../../src/domain/detect/learned/commonness.ts';
import { calibratedConfidence } from '../../../src/domain/detect/learned/model.ts';
import { featureIndex, networkOf, zeroOfRow } from '../../../src/domain/detect/learned/network.ts';
import type { Weights } from '../../../src/domain/detect/learned/weights.ts';
import type { CorpusFile } from '../corpus/corpus-file.ts';
import { abstentionOf, calibrate, type ModelAnswer } from './calibrate.ts';
import { cutFragments, type Random, seededRandom } from './fragments.ts';
import { frequencyOf } from './labels.ts';
import { type LearningSet, readLearningSets, textPicker, weightedPicker } from './learning-set.ts';
import { measuredFragments } from './measured-fragments.ts';
import { scrapMaker } from './scraps.ts';
import { type TrainedModel, Trainer } from './trainer.ts';
import { chooseVocabulary } from './vocabulary.ts';
import { formatWeights } from './weights-file.ts';

export interface TrainingOptions {
  /** The length of each feature's row, in each network. */
  readonly hidden: number;
  readonly vocabulary: number;
  /** The vocabulary only has features that at least this many projects have. */
  readonly fewestProjects: number;
  /** Training steps of each network. */
  readonly steps: number;
  /** One entry per network: the share of features that is hidden in each step, so that no answer depends on a single feature. */
  readonly forgotten: readonly number[];
}

export const usualTraining: TrainingOptions = {
  hidden: 40,
  vocabulary: 84_000,
  fewestProjects: 3,
  steps: 1_800_000,
  forgotten: [0.45, 0.35],
};

/** The shares of scraps and of prose among plain texts. */
const scraps = 0.4;
const proseShare = 0.3;
const firstRate = 0.4;
const lastRate = 0.005;

export function train(corpus: readonly CorpusFile[], options: TrainingOptions, say: (line: string) => void): Weights {
  const sets = readLearningSets(corpus);
  const types = [...sets.train.keys()].sort();
  const vocabulary = chooseVocabulary(sets.train, options.vocabulary, options.fewestProjects);
  say(`${types.length} types, ${vocabulary.length} features`);
  const networks = options.forgotten.map((forgotten, place) => {
    say(`network ${place + 1} of ${options.forgotten.length}`);
    return learn(
      sets.train,
      { types, vocabulary, hidden: options.hidden, steps: options.steps, forgotten, seed: `training ${place}` },
      say,
    );
  });
  return withCalibration(quantiseWeights(joinNetworks(networks)), sets.dev);
}

interface OneTraining {
  readonly types: readonly string[];
  readonly vocabulary: Int32Array;
  readonly hidden: number;
  readonly steps: number;
  readonly forgotten: number;
  readonly seed: string;
}

function learn(
  set: LearningSet,
  { types, vocabulary, hidden, steps, forgotten, seed }: OneTraining,
  say: (line: string) => void,
): TrainedModel {
  const random = seededRandom(seed);
  const trainer = new Trainer(types, hidden, vocabulary, featureIndex(vocabulary), random);
  const next = exampleMaker(set, types, random);
  let loss = 0;
  for (let step = 1; step <= steps; step += 1) {
    const { text, type } = next();
    trainer.rate = firstRate * (1 - step / steps) + lastRate;
    loss += trainer.step(text, type, forgotten);
    if (step % 100_000 === 0) {
      say(`${step} steps, loss ${(loss / 100_000).toFixed(3)}`);
      loss = 0;
    }
  }
  return trainer.learned;
}

/** Joins networks with the same features and types into one, in which each contributes equally to the scores. Their errors differ. */
export function joinNetworks(networks: readonly TrainedModel[]): TrainedModel {
  const [first] = networks;
  if (first === undefined) throw new RangeError('no network to join');
  const hidden = networks.reduce((sum, network) => sum + network.hidden, 0);
  const rows = (of: (network: TrainedModel) => Float32Array, count: number): Float32Array => {
    const all = new Float32Array(count * hidden);
    let column = 0;
    for (const network of networks) {
      for (let row = 0; row < count; row += 1)
        all.set(of(network).subarray(row * network.hidden, (row + 1) * network.hidden), row * hidden + column);
      column += network.hidden;
    }
    return all;
  };
  const share = 1 / networks.length;
  return {
    types: first.types,
    hidden,
    vocabulary: first.vocabulary,
    embedding: rows(({ embedding }) => embedding, first.vocabulary.length),
    hiddenBias: rows(({ hiddenBias }) => hiddenBias, 1),
    output: rows(({ output }) => output, first.types.length).map((value) => value * share),
    bias: first.bias.map((_, type) => networks.reduce((sum, { bias }) => sum + (bias[type] as number) * share, 0)),
  };
}

function scrapsOf(set: LearningSet, random: Random): () => string {
  return scrapMaker(plainTexts(set), random);
}

/** Prose of many languages, and other plain texts. */
export function plainTexts(set: LearningSet): { readonly prose: readonly Lines[]; readonly other: readonly Lines[] } {
  const all = [...(set.get('txt')?.values() ?? [])].flat();
  const isProse = ({ label }: { readonly label: string }): boolean => label === 'prose';
  return { prose: all.filter(isProse).map(({ lines }) => lines), other: all.filter((text) => !isProse(text)).map(({ lines }) => lines) };
}

type Lines = readonly string[];

function exampleMaker(set: LearningSet, types: readonly string[], random: Random): () => { readonly text: string; readonly type: number } {
  const sizeOf = (type: string): number => [...(set.get(type)?.values() ?? [])].reduce((sum, list) => sum + list.length, 0);
  const pickType = weightedPicker(
    types.map((type) => frequencyOf(type) * (Math.sqrt(Math.min(sizeOf(type), 900)) + 14)),
    random,
  );
  const pickers = types.map((type) => textPicker(set.get(type) ?? new Map(), random));
  const scrap = scrapsOf(set, random);
  const { prose } = plainTexts(set);
  return () => {
    const type = pickType();
    if (types[type] === 'txt') {
      const place = random();
      if (place < scraps) return { text: scrap(), type };
      if (place < scraps + proseShare) return { text: fragmentOf(prose[Math.floor(random() * prose.length)] ?? [], random), type };
    }
    return { text: fragmentOf((pickers[type] as () => { readonly lines: readonly string[] })().lines, random), type };
  };
}

const lengths = [1, 2, 3, 4, 4, 5, 6, 8, 10, 10, 12, 16, 20, 30, 40, 400];

/** Usually consecutive lines; sometimes a selection as people make it. */
function fragmentOf(lines: readonly string[], random: Random): string {
  if (random() < 0.2) return cutFragments(lines.slice(0, 400).join('\n'), String(random()), 1)[0] ?? '';
  const length = Math.min(lengths[Math.floor(random() * lengths.length)] as number, lines.length);
  const start = Math.floor(random() * (lines.length - length + 1));
  return lines.slice(start, start + length).join('\n');
}

/** Rounds each row of feature numbers to 4 bits per number, with a scale that restores them. */
export function quantiseWeights({ types, hidden, vocabulary, embedding, hiddenBias, output, bias }: TrainedModel): Weights {
  const rows = new Uint8Array(embedding.length / 2);
  const rowScales = new Float32Array(vocabulary.length);
  for (let row = 0; row < vocabulary.length; row += 1) {
    const values = embedding.subarray(row * hidden, (row + 1) * hidden);
    const scale = Math.f16round(nearestScale(values)); // as it is written
    rowScales[row] = scale;
    for (const [at, value] of values.entries())
      rows[(row * hidden + at) >> 1] = (rows[(row * hidden + at) >> 1] as number) | (inBits(value, scale) << (at % 2 === 0 ? 0 : 4));
  }
  const head = { types, hidden, features: vocabulary.length, calibration: [], abstainBelow: types.map(() => 0) };
  return { ...head, vocabulary, rowScales, rows, hiddenBias, output, outputBias: bias };
}

function inBits(value: number, scale: number): number {
  return Math.max(0, Math.min(15, Math.round(value / scale) + zeroOfRow));
}

const triedScales = [1, 0.9, 0.8, 0.7];

/** The one of several scales that loses least: it is better to cut off one large number than to lose all small ones. */
function nearestScale(values: Float32Array): number {
  const whole = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / (15 - zeroOfRow);
  const lost = (scale: number): number => values.reduce((sum, value) => sum + (value - (inBits(value, scale) - zeroOfRow) * scale) ** 2, 0);
  const tried = triedScales.map((share) => ({ scale: whole * share, lost: lost(whole * share) }));
  return tried.reduce((best, one) => (one.lost < best.lost ? one : best)).scale;
}

const calibratedLengths = [1, 2, 3, 4, 6, 10, 16, 30, 'whole'] as const;
const calibratedFragments = 40;
const calibratedScraps = 4_000;

/** Adds the calibration, from the model's answers about texts of the development projects, weighted by how common their types are. */
export function withCalibration(weights: Weights, dev: LearningSet): Weights {
  const scrap = scrapsOf(dev, seededRandom('scraps'));
  const score = networkOf(weights);
  const said = ({ text, type, weight }: { readonly text: string; readonly type: string; readonly weight: number }): ModelAnswer => {
    const { likely, known } = weighedByCommonness(weights.types, score(text));
    const first = likely.reduce((best, value, at) => (value > (likely[best] as number) ? at : best), 0);
    return { type, answer: weights.types[first] as string, likely: likely[first] as number, known, weight };
  };
  const texts = [
    ...measuredFragments(dev, calibratedLengths, calibratedFragments).map(({ text, type }) => ({
      text,
      type,
      weight: Math.sqrt(frequencyOf(type)),
    })),
    ...Array.from({ length: calibratedScraps }, () => ({ text: scrap(), type: 'txt', weight: 1 })),
  ];
  const all = texts.map(said);
  const calibration = calibrate(all);
  const sure = all.map((each) => ({
    ...each,
    confidence: calibratedConfidence(calibration, { known: each.known, said: each.likely, isPlain: each.answer === 'txt' }),
  }));
  return { ...weights, calibration, abstainBelow: abstentionOf(weights.types, sure) };
}

export function writeWeights(weights: Weights): void {
  writeFileSync(new URL('../../../src/domain/detect/learned/types.weights', import.meta.url), formatWeights(weights));
}
