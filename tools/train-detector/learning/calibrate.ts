/**
 * Calibrates the model's confidence: maps the likelihood that it gave to its answers about texts that it was not trained on to how often those answers
 * were right. Isotonic regression by pooling adjacent violators (Ayer et al. 1955), separately by the number of known features in a text, and for plain
 * text and other types.
 */
import type { Calibration } from '../../../src/domain/detect/learned/weights.ts';

/** One answer of the model about a text whose type is known. */
export interface ModelAnswer {
  readonly type: string;
  readonly answer: string;
  /** The likelihood of the answer according to the network. */
  readonly likely: number;
  /** How many features of the text the model knows. */
  readonly known: number;
  /** How common such a text is, compared with others. */
  readonly weight: number;
}

const bounds = [20, 50, 120, 300, Number.MAX_SAFE_INTEGER];
const points = 40;
/** The highest confidence of all: an answer is always a guess. */
const surest = 0.99;
/** People rely on an answer above this confidence. So it needs hardly any wrong answers, and is never given to plain text, which has no features of its own. */
const relied = 0.95;
const hardlyWrong = 0.985;

export function calibrate(said: readonly ModelAnswer[]): Calibration[] {
  return [true, false].flatMap((ofPlain) =>
    bounds.map((below, place) => {
      const from = place === 0 ? 0 : (bounds[place - 1] as number);
      const those = said.filter(({ answer, known }) => (answer === 'txt') === ofPlain && known >= from && known < below);
      return { ofPlain, below, ...isotonic(those, ofPlain ? relied : surest) };
    }),
  );
}

interface Pool {
  likely: number;
  right: number;
  weight: number;
}

function isotonic(said: readonly ModelAnswer[], most: number): Pick<Calibration, 'said' | 'right'> {
  const ordered = said.toSorted((a, b) => a.likely - b.likely);
  const size = Math.max(1, Math.ceil(ordered.length / points));
  const pools: Pool[] = [];
  for (let at = 0; at < ordered.length; at += size) {
    pools.push(pooled(ordered.slice(at, at + size)));
    for (let last = pools.length - 1; last > 0; last -= 1) {
      const [before, now] = [pools[last - 1] as Pool, pools[last] as Pool];
      if (before.right / before.weight <= now.right / now.weight) break;
      pools.splice(last - 1, 2, {
        likely: before.likely + now.likely,
        right: before.right + now.right,
        weight: before.weight + now.weight,
      });
    }
  }
  const table = pools.map(({ likely, right, weight }) => ({
    said: round(likely / weight),
    right: round(Math.min(most, cautious((right + 0.5) / (weight + 1)))),
  }));
  return { said: table.map((row) => row.said), right: table.map((row) => row.right) };
}

function pooled(part: readonly ModelAnswer[]): Pool {
  const sum = (of: (answer: ModelAnswer) => number): number => part.reduce((all, each) => all + of(each) * each.weight, 0);
  return { likely: sum(({ likely }) => likely), right: sum(({ type, answer }) => (type === answer ? 1 : 0)), weight: sum(() => 1) };
}

/** The accuracy, limited to `relied` unless it is good enough to be relied on. */
function cautious(right: number): number {
  return right < hardlyWrong ? Math.min(right, relied) : Math.min(right, surest);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

const leastRight = 0.15;
const fewestAnswers = 12;
const usual = 0.12;
const most = 0.35;

/** For each type, the confidence below which the model should give no answer, because it would be wrong too often. */
export function abstentionOf(types: readonly string[], said: readonly (ModelAnswer & { readonly confidence: number })[]): number[] {
  const byAnswer = Map.groupBy(said, ({ answer }) => answer);
  return types.map((type) => {
    if (type === 'txt') return 0;
    const answers = (byAnswer.get(type) ?? []).toSorted((a, b) => a.confidence - b.confidence);
    let bound = usual;
    for (let step = usual; step < most; step += 0.05) {
      const near = answers.filter(({ confidence }) => confidence >= step - 0.05 && confidence < step + 0.05);
      const weight = near.reduce((sum, each) => sum + each.weight, 0);
      const right = near.reduce((sum, each) => sum + (each.type === type ? each.weight : 0), 0);
      if (near.length < fewestAnswers || right / weight >= leastRight) break;
      bound = step + 0.05;
    }
    return round(bound);
  });
}
