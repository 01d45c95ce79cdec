/** What is known of the copies that were lost with a damaged journal, and which legal holds they may be on. Pure. */
import type { Hold } from './holds.ts';

/** Ids from the first one to the last one. */
export type Span = readonly [first: number, last: number];

/** No journal has this many copies: a span that ends here has no known end. */
export const highestId = 50_000_000;

/** Spans from the highest ids to the lowest. */
export interface Loss {
  /** The ids of copies that were in the damaged journal and are not in the new one. */
  readonly lost: readonly Span[];
  /** Ids of which nothing tells any more whether copies had them. */
  readonly unsure: readonly Span[];
  /** How many of the lost ones were pinned, as far as that is known. */
  readonly pinned: number;
}

export const nothingLost: Loss = { lost: [], unsure: [], pinned: 0 };

/** Nobody knows of any copy whether it was lost. */
export const allUnsure: Loss = { lost: [], unsure: [[1, highestId]], pinned: 0 };

export function isNothingLost({ lost, unsure }: Loss): boolean {
  return lost.length === 0 && unsure.length === 0;
}

export function countOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** How many copies may be lost at most; null: nobody knows. */
export function mostLost({ lost, unsure }: Loss): number | null {
  return unsure.some(([, last]) => last >= highestId) ? null : countOf(lost) + countOf(unsure);
}

/** A hold and what it may have lost. */
export interface HoldWithLoss {
  readonly id: string;
  /** Numbers in the hold of copies that are lost. */
  readonly copies: readonly number[];
  /** More lost copies may be on it: nothing tells whether its conditions were true of them, or whether a number in it is that of one. */
  readonly mayHaveMore: boolean;
}

/** What was not lost all the same. `beforeMs`: when the journal was put aside (Unix time): what was copied from then on was not in it. */
export interface Since {
  readonly beforeMs: number;
  /** Whether a copy has this number in the new journal, or had it. */
  readonly isInHistory: (number: number) => boolean;
}

/** Those of the holds that lost copies are on, or may be. */
export function holdsWithLoss(loss: Loss, holds: readonly Hold[], { beforeMs, isInHistory }: Since): readonly HoldWithLoss[] {
  if (isNothingLost(loss)) return [];
  return holds.flatMap(({ id, copies, conditions }) => {
    const isIn = (spans: readonly Span[], number: number): boolean => isWithin(spans, number) && !isInHistory(number);
    const lost = [...copies].filter((number) => isIn(loss.lost, number));
    const mayHaveMore = (conditions !== null && conditions.fromMs < beforeMs) || [...copies].some((number) => isIn(loss.unsure, number));
    return lost.length > 0 || mayHaveMore ? [{ id, copies: lost, mayHaveMore }] : [];
  });
}

/** By bisection: there may be many holds with many numbers each. */
function isWithin(spans: readonly Span[], number: number): boolean {
  let [from, to] = [0, spans.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((spans[middle]?.[0] ?? 0) <= number) to = middle;
    else from = middle + 1;
  }
  return (spans[from]?.[1] ?? 0) >= number;
}

/** From the highest to the lowest; each number once. */
export function spansOf(numbers: Iterable<number>): readonly Span[] {
  const spans: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => other - one)) {
    const last = spans.at(-1);
    if (last !== undefined && last[0] === number + 1) last[0] = number;
    else spans.push([number, number]);
  }
  return spans;
}

/** What both have. Each from the highest to the lowest, without overlaps. */
export function commonSpans(some: readonly Span[], others: readonly Span[]): readonly Span[] {
  const common: Span[] = [];
  for (let [at, other] = [0, 0]; at < some.length && other < others.length; ) {
    const [[first, last], [from, to]] = [some[at] ?? [0, 0], others[other] ?? [0, 0]];
    if (Math.max(first, from) <= Math.min(last, to)) common.push([Math.max(first, from), Math.min(last, to)]);
    if (first >= from) at += 1;
    else other += 1;
  }
  return common;
}

/** The spans without these others. Each from the highest to the lowest, without overlaps. */
export function withoutSpans(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  const gaps: Span[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (const [first, last] of others) {
    gaps.push([last + 1, below]);
    below = first - 1;
  }
  return commonSpans(
    spans,
    [...gaps, [0, below] as const].filter(([first, last]) => first <= last),
  );
}

/** From the highest to the lowest, without overlaps. */
function joinedSpans(spans: readonly Span[]): readonly Span[] {
  const joined: [number, number][] = [];
  for (const [first, last] of spans.toSorted(([, one], [, other]) => other - one)) {
    const before = joined.at(-1);
    if (before !== undefined && last >= before[0] - 1) before[0] = Math.min(before[0], first);
    else joined.push([first, last]);
  }
  return joined;
}

/** Of at most about this many spans: above that, the lowest ids are joined to one span of which nothing is sure. */
export function boundedLoss({ lost, unsure, pinned }: Loss, mostSpans: number): Loss {
  if (lost.length + unsure.length <= mostSpans) return { lost, unsure, pinned };
  const kept = Math.floor(mostSpans / 2);
  const rest = joinedSpans([...lost.slice(kept), ...unsure.slice(kept)]);
  const joined: Span = [rest.at(-1)?.[0] ?? 1, rest[0]?.[1] ?? highestId];
  const still = lost.slice(0, kept);
  return { lost: still, unsure: withoutSpans(joinedSpans([...unsure.slice(0, kept), joined]), still), pinned };
}

/** Of several journals. */
export function joinedLoss(losses: readonly Loss[]): Loss {
  return {
    lost: joinedSpans(losses.flatMap(({ lost }) => lost)),
    unsure: joinedSpans(losses.flatMap(({ unsure }) => unsure)),
    pinned: losses.reduce((sum, { pinned }) => sum + pinned, 0),
  };
}
