/** What a call of the bridge gives: the answer, or why there is none. */
import { failed } from '../base/outcome.ts';
import { type Problem, problem } from '../contract/problem.ts';
import type { ExchangeFailure } from './http-exchange.ts';

/**
 * `not-understood`: the answer does not match the contract, or is too long. `refused`: the bridge refused the request, with a status, the problem's
 * reason as one word, and a sentence for people.
 */
export type BridgeFailure =
  | { readonly ok: false; readonly reason: ExchangeFailure | 'not-understood' }
  | { readonly ok: false; readonly reason: 'refused'; readonly status: number; readonly word: string; readonly detail: string };

/** The answer, or why there is none. */
export type BridgeAnswer<Value> = { readonly ok: true; readonly value: Value } | BridgeFailure;

export interface ContentAnswer {
  readonly bytes: Uint8Array;
  /** Without its parameters; '' if it was not sent. */
  readonly mediaType: string;
}

/** An error status with a body that is not JSON does not come from a bridge. */
export function refused(status: number, body: unknown): BridgeFailure {
  if (body === undefined) return failed('not-understood');
  const told: Pick<Problem, 'type' | 'detail'> = problem.safeParse(body).data ?? { type: 'failed', detail: `status ${status}` };
  return { ok: false, reason: 'refused', status, word: told.type.replace(/^.*:/, '').replaceAll('-', '_'), detail: told.detail };
}
