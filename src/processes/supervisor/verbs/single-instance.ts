/**
 * One Hub per home (§4.4): a launch either becomes it, or passes its verb to the running one and exits. The lock decides, and never the pipe: a pipe
 * that does not answer may belong to a Hub that is just starting or stopping.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../../../base/outcome.ts';
import type { AskFailure } from '../../../base/pipes/ask-line.ts';
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { DesktopEnvironment } from '../../../contract/desktop/desktop-environment.ts';
import { singleInstanceResponse } from '../../../contract/single-instance.ts';

export type LaunchResult =
  | { readonly kind: 'primary'; readonly lock: Disposable }
  /** The running Hub has the verb; `detail` is its answer, if any. */
  | { readonly kind: 'handed-over'; readonly detail: string | null }
  /** There is a Hub, and it did not answer in time. */
  | { readonly kind: 'no-answer' };

export interface LaunchParts {
  readonly takeLock: () => Outcome<Disposable, 'held'>;
  /** Sends one request to the primary's pipe. */
  readonly ask: (request: unknown, timeoutMs: number) => Promise<Outcome<unknown, AskFailure>>;
  readonly verb: ActionVerb;
  /** This launch wants no window. */
  readonly headless: boolean;
  /** Where this launch comes from; null without a desktop. */
  readonly desktop: DesktopEnvironment | null;
  /** For one request. A halted Hub (in a debugger, for example) accepts it and never answers. */
  readonly answerWithinMs: number;
  /** For the whole launch: a Hub that is stopping is waited for. */
  readonly withinMs: number;
}

const lookAgainMs = 50;

/** Resolves as soon as one of the three is certain. A verb that may have arrived is not sent again. */
export async function startOrForward({
  takeLock,
  ask,
  verb,
  headless,
  desktop,
  answerWithinMs,
  withinMs,
}: LaunchParts): Promise<LaunchResult> {
  const endMs = performance.now() + withinMs;
  for (let mayHaveArrived = false; ; ) {
    const lock = takeLock();
    if (lock.ok) return { kind: 'primary', lock: lock.value };
    const leftMs = endMs - performance.now();
    if (mayHaveArrived || leftMs <= 0) return { kind: 'no-answer' };
    const asked = await ask(
      { message: verb, ...(headless ? { headless } : {}), ...(desktop && { desktop }) },
      Math.min(leftMs, answerWithinMs),
    );
    const answer = asked.ok ? singleInstanceResponse.safeParse(asked.value).data : undefined;
    // A stopping Hub will soon be gone, and then this launch takes over.
    const stopping = answer?.ok === false && answer.error === 'stopping';
    if (answer !== undefined && !stopping) return { kind: 'handed-over', detail: answer.detail ?? null };
    mayHaveArrived = asked.ok ? !stopping : asked.reason !== 'absent' && asked.reason !== 'busy';
    if (!mayHaveArrived) await pause(lookAgainMs);
  }
}
