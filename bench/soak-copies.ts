/** The copies of a soak: how they are told apart, also by a log that never names their content, and which of them nobody could have seen. */

export interface Copy {
  readonly text: string;
  /** When it was made, Unix time. */
  readonly atMs: number;
}

/** A time without a monitor, Unix time. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A copy that the monitor was asking for when it was killed is gone with it: reading takes a few milliseconds, on a busy machine more. */
const inFlightMs = 100;
/** A silent owner is given up after five seconds, and its line is written then. */
const latestMissMs = 10_000;
const shortestBytes = 1_000;
/** So many copies in a row have different sizes: no line of the log comes that late. */
const sizes = 1_000;

/** Another text for every number, from 1, with a size by which the log knows it among its neighbours. ASCII. */
export function textOf(number: number): string {
  const words = Array.from({ length: 300 }, (_, word) => `word${(number * 31 + word * 7) % 997}`).join(' ');
  return `Soak copy ${number}\n${words}`.slice(0, shortestBytes + (number % sizes));
}

export function inGap({ atMs }: Copy, gaps: readonly Gap[]): boolean {
  return gaps.some(({ fromMs, toMs }) => atMs >= fromMs - inFlightMs && atMs <= toMs);
}

/** Those of which a line of the log says that they are durable: the newest one of that size before the line. */
export function takenOf(copies: readonly Copy[], lines: readonly { readonly atMs: number; readonly bytes: number }[]): readonly Copy[] {
  const bySize = Map.groupBy(copies, ({ text }) => text.length);
  return lines.flatMap(({ atMs, bytes }) => bySize.get(bytes)?.findLast((copy) => copy.atMs <= atMs) ?? []);
}

/** Of copies that were not kept, those that a line of the log excuses: each line the newest one before it that has no line yet. */
export function missedOf(notKept: readonly Copy[], linesAtMs: readonly number[]): readonly Copy[] {
  const excused = new Set<Copy>();
  for (const lineAtMs of linesAtMs) {
    const copy = notKept.findLast((each) => each.atMs <= lineAtMs && each.atMs > lineAtMs - latestMissMs && !excused.has(each));
    if (copy !== undefined) excused.add(copy);
  }
  return [...excused];
}
