/** Figures about answers to fragments whose type is known. Pure. */

export interface GradedAnswer {
  readonly type: string;
  readonly length: string;
  /** Null if there was no answer. */
  readonly answer: string | null;
  /** 0..1; 0 if there was no answer. */
  readonly confidence: number;
}

/** The share of answers that are right, 0..1. */
export function accuracy(answers: readonly GradedAnswer[]): number {
  return answers.filter(isRight).length / Math.max(1, answers.length);
}

function isRight({ type, answer }: GradedAnswer): boolean {
  return type === answer;
}

export interface Step {
  readonly from: number;
  readonly said: number;
  readonly right: number;
  readonly count: number;
}

const steps = 20;

/** Stated confidence against accuracy, in steps of equal width. */
export function reliability(answers: readonly GradedAnswer[]): Step[] {
  const groups = Map.groupBy(answers, ({ confidence }) => Math.min(steps - 1, Math.floor(confidence * steps)));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([step, all]) => ({
      from: step / steps,
      said: all.reduce((sum, { confidence }) => sum + confidence, 0) / all.length,
      right: accuracy(all),
      count: all.length,
    }));
}

/** The average difference between stated confidence and accuracy (Naeini et al. 2015), 0..1. */
export function calibrationError(answers: readonly GradedAnswer[]): number {
  return (
    reliability(answers).reduce((sum, { said, right, count }) => sum + Math.abs(said - right) * count, 0) / Math.max(1, answers.length)
  );
}

/** The share of wrong answers among those with a higher confidence than this. */
export function errorRateAbove(answers: readonly GradedAnswer[], confidence: number): number {
  const sure = answers.filter((answer) => answer.confidence > confidence);
  return 1 - accuracy(sure);
}

export interface Confusion {
  readonly type: string;
  readonly answer: string;
  readonly count: number;
}

/** Pairs of type and answer, most frequent first. */
export function answersByType(answers: readonly GradedAnswer[]): Confusion[] {
  const pairs = Map.groupBy(answers, ({ type, answer }) => `${type}\t${answer ?? 'nothing'}`);
  return [...pairs]
    .map(([pair, all]) => {
      const [type = '', answer = ''] = pair.split('\t');
      return { type, answer, count: all.length };
    })
    .sort((a, b) => b.count - a.count);
}

/** Wrong pairs of type and answer, most frequent first. */
export function confusions(answers: readonly GradedAnswer[]): Confusion[] {
  return answersByType(answers).filter(({ type, answer }) => type !== answer);
}
