/**
 * One Hub for a home (§4.4): a launch either becomes it, or hands its verb to the one that is, and is done. The lock decides, and never the
 * pipe: a pipe that does not answer may be that of a Hub which is just starting or ending.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AskFailure } from '../../base/ask-line.ts';
import type { Outcome } from '../../base/outcome.ts';
import type { ActionVerb } from '../../contract/actions.ts';
import { singleInstanceResponse } from '../../contract/single-instance.ts';

export type Launch =
  | { readonly kind: 'primary'; readonly lock: Disposable }
  /** The Hub that runs has the verb; `detail` is what it said of it, if anything. */
  | { readonly kind: 'handed-over'; readonly detail: string | null }
  /** There is a Hub, and it did not answer in time. */
  | { readonly kind: 'no-answer' };

export interface LaunchParts {
  readonly takeLock: () => Outcome<Disposable, 'held'>;
  /** Asks the primary's pipe once. */
  readonly ask: (request: unknown, timeoutMs: number) => Promise<Outcome<unknown, AskFailure>>;
  readonly verb: ActionVerb;
  /** This launch is to have no window. */
  readonly headless: boolean;
  /** For one question. A Hub that is stopped (by a debugger, say) takes it and never answers. */
  readonly answerWithinMs: number;
  /** For all of it: a Hub that is stopping is waited for. */
  readonly withinMs: number;
}

const lookAgainMs = 50;

/** Resolves as soon as one of the three is sure. A verb that may have arrived is not sent again. */
export async function launch({ takeLock, ask, verb, headless, answerWithinMs, withinMs }: LaunchParts): Promise<Launch> {
  const endMs = performance.now() + withinMs;
  for (let mayHaveArrived = false; ; ) {
    const lock = takeLock();
    if (lock.ok) return { kind: 'primary', lock: lock.value };
    const leftMs = endMs - performance.now();
    if (mayHaveArrived || leftMs <= 0) return { kind: 'no-answer' };
    const asked = await ask({ message: verb, ...(headless ? { headless } : {}) }, Math.min(leftMs, answerWithinMs));
    const answer = asked.ok ? singleInstanceResponse.safeParse(asked.value).data : undefined;
    // One that is stopping will soon be gone, and then it is our turn.
    const stopping = answer?.ok === false && answer.error === 'stopping';
    if (answer !== undefined && !stopping) return { kind: 'handed-over', detail: answer.detail ?? null };
    mayHaveArrived = asked.ok ? !stopping : asked.reason !== 'absent' && asked.reason !== 'busy';
    if (!mayHaveArrived) await pause(lookAgainMs);
  }
}
