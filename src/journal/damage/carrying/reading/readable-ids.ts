/**
 * Finds the ids of the readable rows of a damaged table. It walks from row to row, so that a damaged id far above the others costs only one step. Where
 * the walk meets a damaged page, it continues below it.
 */
import type { Span } from '../../../../domain/retention/lost-copies.ts';

/** Around a damaged page, every id is tried, at most this many: as many as there can be on a few pages. */
const numbersAround = 4_096;
/** In all, from the newest damaged page on. */
const mostNumbersAround = 1_000_000;

/**
 * Yields ids from `highest` down. For each damaged page that it skips, it yields the ids that may be on it, as a span, and then those of them that are around
 * it one by one: they may or may not have rows. Each step takes at most about sixty reads, so that the caller can check the time between them.
 *
 * @param nextBelow returns the highest id of a row below this one, or null if there is none. It throws if that can't be read.
 */
export function* readableIds(highest: number, nextBelow: (number: number) => number | null): Generator<number | Span> {
  const tryNextBelow = (number: number): number | null | 'damaged' => {
    try {
      const found = nextBelow(number);
      return found === null || found < number ? found : 'damaged';
    } catch {
      return 'damaged';
    }
  };
  let numbersLeft = mostNumbersAround;
  for (let below = highest + 1; below > 1; ) {
    const found = tryNextBelow(below);
    if (found === null) return;
    if (found === 'damaged') {
      const readable = highestReadable(below, (number) => tryNextBelow(number) !== 'damaged');
      const around = Math.min(below - readable, numbersAround, numbersLeft);
      numbersLeft -= around;
      yield [readable, below - 1];
      for (let number = readable + around - 1; number >= readable; number -= 1) yield number;
      below = readable;
    } else {
      yield found;
      below = found;
    }
  }
}

/** The highest id below this one from which the walk can continue, found by doubling the step and then by bisection; 1 if there is none. */
function highestReadable(damaged: number, isReadable: (number: number) => boolean): number {
  let step = 1;
  while (step < damaged - 1 && !isReadable(damaged - step)) step *= 2;
  let [readable, unreadable] = [Math.max(1, damaged - step), damaged - Math.floor(step / 2)];
  while (unreadable - readable > 1) {
    const middle = readable + Math.floor((unreadable - readable) / 2);
    if (isReadable(middle)) readable = middle;
    else unreadable = middle;
  }
  return readable;
}
