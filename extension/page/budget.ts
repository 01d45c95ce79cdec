/** The time that a task may take. The page's tab stands still meanwhile, and nobody else can stop a script in it. */

/** Thrown where the time is over; it ends the task. */
export class OutOfTime extends Error {}

/** Throws `OutOfTime` once the time is over. Whatever goes through something of the page asks it at each step. */
export type Budget = () => void;

export function openBudget(withinMs: number): Budget {
  const endMs = performance.now() + withinMs;
  return () => {
    if (performance.now() > endMs) throw new OutOfTime('the time of the task is over');
  };
}
