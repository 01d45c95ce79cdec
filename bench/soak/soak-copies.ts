/** The copies of a soak: how to identify them, even in a log without their content, and which of them no monitor could have seen. */

export interface Copy {
  readonly text: string;
  /** When it was made, Unix time. */
  readonly atMs: number;
}

/** A time without a monitor, Unix time. */
export interface TimeWithoutMonitor {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A copy that the monitor was reading when it was killed is lost: reading takes a few milliseconds, and more on a busy machine. */
const inFlightMs = 100;
/** The monitor gives up a silent owner after five seconds, and logs it then. */
const latestMissMs = 10_000;
const shortestBytes = 1_000;
/** This many consecutive copies have different sizes; no log line is delayed by more copies than that. */
const sizes = 1_000;

/** A different ASCII text for every number from 1, with a size that identifies it in the log among its neighbours. */
export function textOf(number: number): string {
  const words = Array.from({ length: 300 }, (_, word) => `word${(number * 31 + word * 7) % 997}`).join(' ');
  return `Soak copy ${number}\n${words}`.slice(0, shortestBytes + (number % sizes));
}

export function inGap({ atMs }: Copy, gaps: readonly TimeWithoutMonitor[]): boolean {
  return gaps.some(({ fromMs, toMs }) => atMs >= fromMs - inFlightMs && atMs <= toMs);
}

/** The copies that the log reports as durable: for each line, the newest copy of that size before it. */
export function takenOf(copies: readonly Copy[], lines: readonly { readonly atMs: number; readonly bytes: number }[]): readonly Copy[] {
  const bySize = Map.groupBy(copies, ({ text }) => text.length);
  return lines.flatMap(({ atMs, bytes }) => bySize.get(bytes)?.findLast((copy) => copy.atMs <= atMs) ?? []);
}

/** The missed copies that the log accounts for: each line stands for the newest copy before it that has no line yet. */
export function missedOf(notKept: readonly Copy[], linesAtMs: readonly number[]): readonly Copy[] {
  const excused = new Set<Copy>();
  for (const lineAtMs of linesAtMs) {
    const copy = notKept.findLast((each) => each.atMs <= lineAtMs && each.atMs > lineAtMs - latestMissMs && !excused.has(each));
    if (copy !== undefined) excused.add(copy);
  }
  return [...excused];
}
