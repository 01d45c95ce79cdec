/** What a command asks of the bridge of the Hub that runs, and how it says that nothing was done. */
import type { PipeFailure } from '../client/ask-pipes.ts';
import { Bridge } from '../client/bridge.ts';
import type { BridgeAnswer } from '../client/bridge-answer.ts';
import { findBridge } from '../client/find-bridge.ts';
import { heardProblem } from '../domain/conditions/problem-words.ts';
import { say, withinSentence } from '../domain/language/say.ts';
import type { Places } from '../platform/locations.ts';
import { reportPipeFailure } from './pipe-failure.ts';
import { type ExitStatus, failedBecause, type Surface } from './surface.ts';

export type AskedBridge<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'refused'; readonly status: number; readonly word: string; readonly detail: string }
  | { readonly kind: 'no-hub'; readonly reason: PipeFailure }
  /** `mayBeDone`: the core may have been asked, and do it all the same. */
  | { readonly kind: 'no-bridge'; readonly detail: string; readonly mayBeDone: boolean };

type NotDone = Exclude<AskedBridge<never>, { readonly kind: 'answer' }>;

const findWithinMs = 2_000;
/** A save is answered once the file is durable, or the core gives up waiting for that. */
const answerWithinMs = 20_000;

const because = {
  absent: () => say('the core is not listening at the moment; see: hub status'),
  'no-answer': () => say('the core did not answer in time, or ended before it did; see: hub status'),
  'not-understood': () => say('another program answers on the port of the core'),
} as const;

/** Asks the bridge of the Hub with these places. Never rejects. */
export async function withBridge<Value>(
  places: Places,
  ask: (bridge: Bridge) => Promise<BridgeAnswer<Value>>,
  timeoutMs = answerWithinMs,
): Promise<AskedBridge<Value>> {
  const found = await findBridge(places, { timeoutMs: findWithinMs });
  if (!found.ok) {
    const { reason, detail = '' } = found;
    return reason === 'no-bridge' ? { kind: 'no-bridge', detail, mayBeDone: false } : { kind: 'no-hub', reason };
  }
  const answer = await ask(new Bridge(() => found.value, { timeoutMs }));
  if (answer.ok) return { kind: 'answer', value: answer.value };
  if (answer.reason !== 'refused') return { kind: 'no-bridge', detail: because[answer.reason](), mayBeDone: answer.reason === 'no-answer' };
  return { kind: 'refused', status: answer.status, word: answer.word, detail: answer.detail };
}

/** Says why nothing was done, and `after` where it may be done all the same. */
export function notDone(surface: Surface, asked: NotDone, after = ''): ExitStatus {
  if (asked.kind === 'no-hub') return reportPipeFailure(surface, asked.reason);
  if (asked.kind === 'refused') return failedBecause(surface, withinSentence(heardProblem(asked.word, asked.detail)), asked.word);
  return failedBecause(surface, `${asked.detail}${asked.mayBeDone ? after : ''}`, 'no_bridge');
}
