/** The steps of a trial. A step that fails stops the others: they stand on it. */
import type { Ran } from './clean-system.ts';

export interface Step {
  readonly name: string;
  /** What was seen instead; null if it is as it should be. */
  readonly fault: string | null;
  readonly figure?: string;
}

class Failed extends Error {}

/** Yields each step as it is done. What a step returns is its figure. */
export function* stepByStep(steps: readonly (readonly [name: string, run: () => string | undefined])[]): Generator<Step> {
  for (const [name, run] of steps) {
    try {
      const figure = run();
      yield { name, fault: null, ...(figure === undefined ? {} : { figure }) };
    } catch (error) {
      yield { name, fault: String(error) };
      return;
    }
  }
}

export function must(ran: Ran): Ran {
  if (ran.status !== 0) throw new Failed(`status ${ran.status}: ${ran.text}`);
  return ran;
}

export function expect(isTrue: boolean, what: string, seen: string): void {
  if (!isTrue) throw new Failed(`not so: ${what}; seen: ${seen}`);
}
