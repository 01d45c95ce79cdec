/**
 * Questions to a running Hub over its pipes (§4.3): to the supervisor, to the router of action verbs, to the settings host. Each says what was
 * answered, or why nothing was; none rejects for a peer that is absent, slow, wrong or hostile (§7), and each ends within its time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type AskFailure, askLine } from '../base/ask-line.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import { catalogAnswer } from '../contract/settings.ts';
import { type SingleInstanceError, singleInstanceResponse } from '../contract/single-instance.ts';
import { accepted, type HubStatus, hubStatus, type OpenAs, refusal, restarted, type SupervisorError } from '../contract/supervisor.ts';
import type { WorkspaceSnapshot } from '../contract/window.ts';
import type { PipeName, Places } from '../platform/locations.ts';
import { pipeSecurity } from '../platform/pipe-security/index.ts';
import { type CallTime, waitMsOf } from './call-time.ts';

/** `not-understood`: there was an answer, and it is none of the contract's. */
export type PipeFailure = AskFailure | 'not-understood';

/** The longest that the supervisor may be asked to take for a restart. */
const longestRestartMs = 60_000;
/** For a pipe to close after its last client. */
const momentMs = 100;
/** What is left of the caller's time for the supervisor's own "it took too long" to arrive. */
const answerTravelsMs = 250;

/** The state of everything. A Hub that ends while it is asked hangs up, and is absent a moment later: it is asked a second time. */
export async function askStatus(places: Places, { timeoutMs, signal }: CallTime): Promise<Outcome<HubStatus, PipeFailure>> {
  const endMs = performance.now() + waitMsOf(timeoutMs);
  let asked = await ask(places, 'supervisor', { op: 'status' }, { timeoutMs, signal });
  if (!asked.ok && asked.reason === 'no-answer' && endMs - performance.now() > momentMs && !signal?.aborted) {
    await pause(momentMs);
    asked = await ask(places, 'supervisor', { op: 'status' }, { timeoutMs: endMs - performance.now(), signal });
  }
  if (!asked.ok) return asked;
  const status = hubStatus.safeParse(asked.value);
  return status.success ? done(status.data) : failed('not-understood');
}

/** Restarts a component, or starts it, and waits until it is ready. `pid` is that of its new process. */
export async function askRestart(
  places: Places,
  componentId: string,
  time: CallTime,
): Promise<Outcome<{ readonly pid: number | null }, PipeFailure | SupervisorError>> {
  const waitMs = waitMsOf(time.timeoutMs);
  const timeoutMs = Math.ceil(Math.min(Math.max(waitMs - answerTravelsMs, waitMs / 2), longestRestartMs));
  const asked = await ask(places, 'supervisor', { op: 'restart', componentId, timeoutMs }, time);
  if (!asked.ok) return asked;
  const answer = restarted.safeParse(asked.value);
  if (answer.success && answer.data.componentId === componentId) return done({ pid: answer.data.pid });
  return refused(asked.value);
}

/** Begins a graceful shutdown. It goes on after the answer, and takes as long as it takes. */
export async function askShutdown(places: Places, time: CallTime): Promise<Outcome<null, PipeFailure | SupervisorError>> {
  const asked = await ask(places, 'supervisor', { op: 'shutdown' }, time);
  if (!asked.ok) return asked;
  return accepted.safeParse(asked.value).success ? done(null) : refused(asked.value);
}

/** Has something opened for the user, in the program that the desktop has for it. A failure's detail is a sentence for them. */
export async function askOpen(
  places: Places,
  { as, target }: { readonly as: OpenAs; readonly target: string },
  time: CallTime,
): Promise<Outcome<null, PipeFailure | SupervisorError>> {
  const asked = await ask(places, 'supervisor', { op: 'open', as, target }, time);
  if (!asked.ok) return asked;
  return accepted.safeParse(asked.value).success ? done(null) : refused(asked.value);
}

/** Hands an action verb to the router. The value is what Hub has to say of it, a sentence, or null. */
export async function askAction(
  places: Places,
  verb: string,
  time: CallTime,
): Promise<Outcome<string | null, PipeFailure | SingleInstanceError>> {
  const asked = await ask(places, 'single-instance', { message: verb }, time);
  if (!asked.ok) return asked;
  const answer = singleInstanceResponse.safeParse(asked.value);
  if (!answer.success) return failed('not-understood');
  return answer.data.ok ? done(answer.data.detail ?? null) : failed(answer.data.error, answer.data.detail);
}

/** The WorkSpace catalog and its active selection. */
export async function askCatalog(places: Places, time: CallTime): Promise<Outcome<WorkspaceSnapshot, PipeFailure>> {
  const asked = await ask(places, 'settings-host', { op: 'catalog' }, time);
  if (!asked.ok) return asked;
  const answer = catalogAnswer.safeParse(asked.value);
  return answer.success ? done({ connection: answer.data.connection, payload: answer.data.payload }) : failed('not-understood');
}

async function ask(places: Places, pipe: PipeName, request: unknown, time: CallTime): Promise<Outcome<unknown, AskFailure>> {
  const timeoutMs = waitMsOf(time.timeoutMs);
  if (timeoutMs === 0) return failed('no-answer');
  return askLine(places.pipe(pipe), request, { timeoutMs, signal: time.signal, isOurs: pipeSecurity?.isOurs });
}

function refused(answer: unknown): Outcome<never, SupervisorError | 'not-understood'> {
  const told = refusal.safeParse(answer);
  return told.success ? failed(told.data.error, told.data.detail) : failed('not-understood');
}
