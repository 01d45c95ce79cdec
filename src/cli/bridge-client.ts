/** The command's side of the HTTP bridge. It goes to the port that the supervisor tells, so that it meets this Hub and no other. */
import { askStatus, type PipeFailure } from '../client/ask-pipes.ts';
import { type BridgeRequest, type BridgeResponse, requestBridge } from '../client/bridge-request.ts';
import { problem } from '../contract/problem.ts';
import type { ComponentStatus } from '../contract/supervisor.ts';
import type { Places } from '../platform/locations.ts';

/** `error`: the problem's reason as one word. */
export type BridgeAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string; readonly error: string }
  | { readonly kind: 'unanswered'; readonly reason: PipeFailure }
  /** `mayBeDone`: the core may have been asked, and do it all the same. */
  | { readonly kind: 'no-bridge'; readonly detail: string; readonly mayBeDone: boolean };

const findWithinMs = 2_000;
/** A save is answered once the file is durable, or the core gives up waiting for that. */
const answerWithinMs = 20_000;

/** Sends one request and reads its JSON answer. Never rejects. */
export async function askBridge(places: Places, request: BridgeRequest, timeoutMs = answerWithinMs): Promise<BridgeAnswer> {
  const asked = await askStatus(places, { timeoutMs: findWithinMs });
  if (!asked.ok) return { kind: 'unanswered', reason: asked.reason };
  const { ports, components } = asked.value;
  const core = components.find((component) => component.id === 'python_core');
  if (ports.bridge === null) return { kind: 'no-bridge', detail: whyNoBridge(core), mayBeDone: false };
  const response = await requestBridge(ports.bridge, request, { timeoutMs });
  if (response.ok) return read(response.value);
  return { kind: 'no-bridge', detail: because[response.reason], mayBeDone: response.reason === 'no-answer' };
}

/** One that is about to be there is told as that. */
function whyNoBridge(core: ComponentStatus | undefined): string {
  const isComing = core?.state === 'starting' || core?.state === 'backoff';
  const why = core?.reason ?? `the core is ${core?.state ?? 'missing'}`;
  return isComing ? `${why}; try again in a moment` : why;
}

const because = {
  absent: 'the core is not listening at the moment; see: hub status',
  'no-answer': 'the core did not answer in time, or has ended; see: hub status',
  'not-understood': 'another program answers on the port of the core',
} as const;

function read({ status, body }: BridgeResponse): BridgeAnswer {
  if (status >= 200 && status < 300) return { kind: 'answer', status, body };
  const told = problem.safeParse(body);
  if (!told.success) return { kind: 'refused', status, detail: `status ${status}`, error: 'failed' };
  const { detail, type } = told.data;
  return { kind: 'refused', status, detail, error: type.replace(/^.*:/, '').replaceAll('-', '_') };
}
