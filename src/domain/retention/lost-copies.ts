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
  /** The copies with ids below this one are still to be carried over: nothing is said of them yet. Absent once there are none. */
  readonly waitsBelow?: number;
}

export const nothingLost: Loss = { lost: [], unsure: [], pinned: 0 };

/** Nothing was carried over yet. */
export const allWaiting: Loss = { ...nothingLost, waitsBelow: highestId + 1 };

/** Nobody knows of any copy whether it was lost. */
export const allUnsure: Loss = { lost: [], unsure: [[1, highestId]], pinned: 0 };

/** Whether no copy is known to be lost, and none may be, of those that do not wait to be carried over. */
export function isNothingLost({ lost, unsure }: Loss): boolean {
  return lost.length === 0 && unsure.length === 0;
}

export function countOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Whether copies are still to be carried over. */
export function isWaiting({ waitsBelow }: Loss): boolean {
  return waitsBelow !== undefined;
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
  /** Copies that are still to be carried over may be on it. */
  readonly waits: boolean;
}

/** What was not lost all the same. `beforeMs`: when the journal was put aside (Unix time): what was copied from then on was not in it. */
export interface Since {
  readonly beforeMs: number;
  /**
   * Which of these numbers of a hold a copy in the new journal has, or had, and whether that surely is the copy that the hold is about: by its content. One that surely is
   * another copy's is left out.
   */
  readonly inHistory: (hold: Pick<Hold, 'contents'>, numbers: readonly number[]) => ReadonlyMap<number, 'its own' | 'maybe another'>;
}

/** Those of the holds that lost copies are on, or may be, or copies that are still to be carried over. */
export function holdsWithLoss(loss: Loss, holds: readonly Hold[], since: Since): readonly HoldWithLoss[] {
  return holds.flatMap((hold) => {
    const found = holdWithLoss(loss, hold, since);
    return found.copies.length > 0 || found.mayHaveMore || found.waits ? [found] : [];
  });
}

/** Whether lost copies are on one of the holds, or may be. */
export function mayBeOnHold(loss: Loss, holds: readonly Hold[], since: Since): boolean {
  return holds.some((hold) => {
    const { copies, mayHaveMore } = holdWithLoss(loss, hold, since);
    return mayHaveMore || copies.length > 0;
  });
}

function holdWithLoss(loss: Loss, hold: Hold, { beforeMs, inHistory }: Since): HoldWithLoss {
  const { id, copies, conditions } = hold;
  const [mayMatch, waitsBelow, highest] = [conditions !== null && conditions.fromMs < beforeMs, loss.waitsBelow ?? 0, highestLost(loss)];
  const waits = (number: number): boolean => number < waitsBelow;
  // A lower one than a lost one may be that of a copy that had become part of it, which nothing else tells.
  const asked = [...copies].filter((number) => number <= highest || waits(number));
  const found = inHistory(hold, asked);
  // Another copy may have the number of a lost one by now: only the content tells.
  const lost = asked.filter((number) => isWithin(loss.lost, number) && found.get(number) !== 'its own');
  const gone = asked.filter((number) => !isWithin(loss.lost, number) && !found.has(number));
  const others = gone.some((number) => number <= highest && !waits(number));
  return {
    id,
    copies: lost,
    mayHaveMore: others || (mayMatch && highest > 0),
    waits: [...lost, ...gone].some(waits) || (mayMatch && waitsBelow > 0),
  };
}

/** The highest id of those that are lost, or may be; 0 without one. */
function highestLost({ lost, unsure }: Loss): number {
  return Math.max(lost[0]?.[1] ?? 0, unsure[0]?.[1] ?? 0);
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

/** In the order of the spans. */
export function numbersIn(spans: readonly Span[]): readonly number[] {
  return spans.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
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
export function joinedSpans(spans: readonly Span[]): readonly Span[] {
  const joined: [number, number][] = [];
  for (const [first, last] of spans.toSorted(([, one], [, other]) => other - one)) {
    const before = joined.at(-1);
    if (before !== undefined && last >= before[0] - 1) before[0] = Math.min(before[0], first);
    else joined.push([first, last]);
  }
  return joined;
}

/** Of at most about this many spans: above that, the lowest ids are joined to one span of which nothing is sure. */
export function boundedLoss(loss: Loss, mostSpans: number): Loss {
  const { lost, unsure } = loss;
  if (lost.length + unsure.length <= mostSpans) return loss;
  const kept = Math.floor(mostSpans / 2);
  const rest = joinedSpans([...lost.slice(kept), ...unsure.slice(kept)]);
  const joined: Span = [rest.at(-1)?.[0] ?? 1, rest[0]?.[1] ?? highestId];
  const still = lost.slice(0, kept);
  return { ...loss, lost: still, unsure: withoutSpans(joinedSpans([...unsure.slice(0, kept), joined]), still) };
}

/** Of several journals, or parts of one. */
export function joinedLoss(losses: readonly Loss[]): Loss {
  const waiting = losses.flatMap(({ waitsBelow }) => waitsBelow ?? []);
  return {
    lost: joinedSpans(losses.flatMap(({ lost }) => lost)),
    unsure: joinedSpans(losses.flatMap(({ unsure }) => unsure)),
    pinned: losses.reduce((sum, { pinned }) => sum + pinned, 0),
    ...(waiting.length > 0 && { waitsBelow: Math.max(...waiting) }),
  };
}
