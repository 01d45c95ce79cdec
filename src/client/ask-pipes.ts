/**
 * Questions to a running Hub over its pipes (§4.3): to the supervisor, to the router of action verbs, to the settings host, to the web listener. Each returns the answer,
 * or why there is none; none rejects for a peer that is absent, slow, wrong or hostile (§7), and each ends in time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { done, failed, type Outcome } from '../base/outcome.ts';
import { type AskFailure, askLine } from '../base/pipes/ask-line.ts';
import type { DesktopEnvironment } from '../contract/desktop/desktop-environment.ts';
import type { DocumentName } from '../contract/documents.ts';
import {
  catalogAnswer,
  documentAnswer,
  type SettingsAccepted,
  type SettingsError,
  type SettingsRequest,
  settingsAccepted,
  settingsRefusal,
} from '../contract/settings.ts';
import {
  type SingleInstanceError,
  type SingleInstanceRequest,
  type SingleInstanceResponse,
  singleInstanceResponse,
} from '../contract/single-instance.ts';
import {
  acceptedResponse,
  type CommandResponse,
  commandResponse,
  type DesktopAnswer,
  desktopResponse,
  type HubStatus,
  hubStatus,
  type OpenAs,
  refusalResponse,
  restartedResponse,
  type SupervisorError,
} from '../contract/supervisor.ts';
import {
  type CodeAnswer,
  codeAnswer,
  type PairingError,
  type PairingRequest,
  type PairingsAnswer,
  pairingRefusal,
  pairingsAnswer,
  type RevokedAnswer,
  revokedAnswer,
} from '../contract/web-listener/pairings.ts';
import type { WorkspaceSnapshot } from '../contract/window-snapshot.ts';
import type { PipeName, Places } from '../platform/locations.ts';
import { pipeSecurity } from '../platform/pipe-security/index.ts';
import { reachedPipe } from '../platform/reached-pipe.ts';
import { type CallTime, waitMsOf } from './call-time.ts';

/** `not-understood`: there was an answer that the contract does not allow. */
export type PipeFailure = AskFailure | 'not-understood';

/** The longest timeout that the supervisor accepts for a restart. */
const longestRestartMs = 60_000;
/** For a pipe to close after its last client. */
const momentMs = 100;
/** After its time; the supervisor waits for half a minute. */
const commandEndsWithinMs = 40_000;
/** The part of the caller's time reserved for the supervisor's own timeout answer to arrive. */
const answerTravelsMs = 250;

/** The state of everything. A Hub that exits during the request hangs up, and is absent a moment later: the request is sent a second time. */
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

/** When the caller stops waiting (Unix time in ms). */
function endOf({ timeoutMs }: CallTime): number {
  return Date.now() + Math.ceil(waitMsOf(timeoutMs));
}

/** Restarts a component, or starts it, and waits until it is ready. `pid` is that of its new process. */
export async function askRestart(
  places: Places,
  componentId: string,
  time: CallTime,
): Promise<Outcome<{ readonly pid: number | null }, PipeFailure | SupervisorError>> {
  const waitMs = waitMsOf(time.timeoutMs);
  const timeoutMs = Math.ceil(Math.min(Math.max(waitMs - answerTravelsMs, waitMs / 2), longestRestartMs));
  const asked = await ask(places, 'supervisor', { op: 'restart', componentId, timeoutMs, untilMs: endOf(time) }, time);
  if (!asked.ok) return asked;
  const answer = restartedResponse.safeParse(asked.value);
  if (answer.success && answer.data.componentId === componentId) return done({ pid: answer.data.pid });
  return refused(asked.value);
}

/** Begins a graceful shutdown, which continues after the answer. */
export async function askShutdown(places: Places, time: CallTime): Promise<Outcome<null, PipeFailure | SupervisorError>> {
  const asked = await ask(places, 'supervisor', { op: 'shutdown', untilMs: endOf(time) }, time);
  if (!asked.ok) return asked;
  return acceptedResponse.safeParse(asked.value).success ? done(null) : refused(asked.value);
}

/** Tells Hub which desktop its user is on. `isAsked`: it moves there even if it is well where it is. The components come up after the answer. */
export async function askDesktop(
  places: Places,
  { environment, isAsked }: { readonly environment: DesktopEnvironment; readonly isAsked: boolean },
  time: CallTime,
): Promise<Outcome<Extract<DesktopAnswer, { ok: true }>, PipeFailure | SupervisorError>> {
  const asked = await ask(places, 'supervisor', { op: 'desktop', environment, isAsked, untilMs: endOf(time) }, time);
  if (!asked.ok) return asked;
  const answer = desktopResponse.safeParse(asked.value);
  return answer.success ? done(answer.data) : refused(asked.value);
}

/** Opens something for the user, in the desktop's program for it. The detail of a failure is a sentence for the user. */
export async function askOpen(
  places: Places,
  { as, target }: { readonly as: OpenAs; readonly target: string },
  time: CallTime,
): Promise<Outcome<null, PipeFailure | SupervisorError>> {
  const asked = await ask(places, 'supervisor', { op: 'open', as, target, untilMs: endOf(time) }, time);
  if (!asked.ok) return asked;
  return acceptedResponse.safeParse(asked.value).success ? done(null) : refused(asked.value);
}

/** Gives a copy to a saved command of the user, and waits until it has ended; `limitMs` is the command's own time, and up to an hour. */
export async function askRunCommand(
  places: Places,
  { command, fragmentId, limitMs }: { readonly command: string; readonly fragmentId: string; readonly limitMs: number },
): Promise<Outcome<CommandResponse, PipeFailure>> {
  const timeoutMs = limitMs + commandEndsWithinMs;
  const request = { op: 'run-command', command, fragmentId, timeoutMs: limitMs, untilMs: Date.now() + timeoutMs };
  const asked = await askLine(reachedPipe(places, 'supervisor'), request, {
    timeoutMs,
    isOurs: pipeSecurity?.isOurs,
  });
  if (!asked.ok) return asked;
  const answer = commandResponse.safeParse(asked.value);
  return answer.success ? done(answer.data) : failed('not-understood');
}

/** Sends an action verb to the router; `forMs` is for `pause-capture`. The value is Hub's answer, a sentence, or null. */
export async function askAction(
  places: Places,
  verb: string,
  { forMs, ...time }: CallTime & { readonly forMs?: number | undefined },
): Promise<Outcome<string | null, PipeFailure | SingleInstanceError>> {
  const asked = await askVerb(places, verb, { forMs, ...time });
  return asked.ok ? done(asked.value.detail ?? null) : asked;
}

/** The same with the whole answer. */
export async function askVerb(
  places: Places,
  verb: string,
  { forMs, waits, desktop, ...time }: CallTime & Partial<Pick<SingleInstanceRequest, 'forMs' | 'waits' | 'desktop'>>,
): Promise<Outcome<Extract<SingleInstanceResponse, { ok: true }>, PipeFailure | SingleInstanceError>> {
  const asked = await ask(places, 'single-instance', { message: verb, forMs, waits, desktop } satisfies SingleInstanceRequest, time);
  if (!asked.ok) return asked;
  const answer = singleInstanceResponse.safeParse(asked.value);
  if (!answer.success) return failed('not-understood');
  return answer.data.ok ? done(answer.data) : failed(answer.data.error, answer.data.detail);
}

export type SettingsFailure = PipeFailure | SettingsError;

/** The WorkSpace catalog and its active selection. */
export async function askCatalog(places: Places, time: CallTime): Promise<Outcome<WorkspaceSnapshot, SettingsFailure>> {
  const asked = await askSettings(places, { op: 'catalog' }, catalogAnswer, time);
  return asked.ok ? done({ connection: asked.value.connection, payload: asked.value.payload }) : asked;
}

/** Makes a WorkSpace of the catalog the active one. */
export async function askSelectWorkspace(places: Places, id: string, time: CallTime): Promise<Outcome<null, SettingsFailure>> {
  const asked = await askChange(places, { op: 'select', id }, time);
  return asked.ok ? done(null) : asked;
}

/** A configuration document as in effect, and its revision for a change. */
export async function askDocument(
  places: Places,
  document: DocumentName,
  time: CallTime,
): Promise<Outcome<{ readonly value: Readonly<Record<string, unknown>>; readonly revision: string }, SettingsFailure>> {
  const asked = await askSettings(places, { op: 'get', document }, documentAnswer, time);
  return asked.ok ? done({ value: asked.value.value, revision: asked.value.revision }) : asked;
}

/** Changes a configuration document by a merge patch (RFC 7396). With a `revision`, only if it still has that one. */
export async function askSetDocument(
  places: Places,
  document: DocumentName,
  { value, revision }: { readonly value: Readonly<Record<string, unknown>>; readonly revision?: string },
  time: CallTime,
): Promise<Outcome<null, SettingsFailure>> {
  const asked = await askChange(places, { op: 'set', document, value, ...(revision === undefined ? {} : { revision }) }, time);
  return asked.ok ? done(null) : asked;
}

/** Any change of a document or of the catalog: what the settings host answers to a request that it accepted. */
export async function askChange(
  places: Places,
  request: Exclude<SettingsRequest, { op: 'get' | 'catalog' }>,
  time: CallTime,
): Promise<Outcome<SettingsAccepted, SettingsFailure>> {
  return askSettings(places, request, settingsAccepted, time);
}

/** Parses an answer by a schema of the contract. */
interface Form<Value> {
  safeParse(answer: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

async function askSettings<Value>(
  places: Places,
  request: SettingsRequest,
  form: Form<Value>,
  time: CallTime,
): Promise<Outcome<Value, SettingsFailure>> {
  const asked = await ask(places, 'settings-host', request, time);
  if (!asked.ok) return asked;
  const answer = form.safeParse(asked.value);
  if (answer.success) return done(answer.data);
  const told = settingsRefusal.safeParse(asked.value);
  return told.success ? failed(told.data.error, told.data.detail) : failed('not-understood');
}

export type PairingFailure = PipeFailure | PairingError;

/** A code by which an extension of a browser can be paired, once. It ends the code before. */
export function askPairingCode(places: Places, time: CallTime): Promise<Outcome<CodeAnswer, PairingFailure>> {
  return askPairings(places, { op: 'pair' }, codeAnswer, time);
}

/** The extensions that are paired. */
export function askPairingList(places: Places, time: CallTime): Promise<Outcome<PairingsAnswer, PairingFailure>> {
  return askPairings(places, { op: 'pairings' }, pairingsAnswer, time);
}

/** Ends a pairing, named by its id or its name, and its connection. */
export function askRevoke(places: Places, pairing: string, time: CallTime): Promise<Outcome<RevokedAnswer, PairingFailure>> {
  return askPairings(places, { op: 'revoke', pairing }, revokedAnswer, time);
}

async function askPairings<Value>(
  places: Places,
  request: PairingRequest,
  form: Form<Value>,
  time: CallTime,
): Promise<Outcome<Value, PairingFailure>> {
  const asked = await ask(places, 'web-listener', request, time);
  if (!asked.ok) return asked;
  const answer = form.safeParse(asked.value);
  if (answer.success) return done(answer.data);
  const told = pairingRefusal.safeParse(asked.value);
  return told.success ? failed(told.data.error, told.data.detail) : failed('not-understood');
}

/**
 * Whether a process answers on this pipe; it is asked for nothing, which no pipe knows and which changes nothing. A connection alone says little: the system takes it
 * for a process that is halted, too.
 */
export async function askNothing(places: Places, pipe: PipeName, time: CallTime): Promise<Outcome<null, AskFailure>> {
  const asked = await ask(places, pipe, {}, time);
  return asked.ok ? done(null) : asked;
}

async function ask(places: Places, pipe: PipeName, request: unknown, time: CallTime): Promise<Outcome<unknown, AskFailure>> {
  const timeoutMs = waitMsOf(time.timeoutMs, time.longestMs);
  if (timeoutMs === 0) return failed('no-answer');
  return askLine(reachedPipe(places, pipe), request, { timeoutMs, signal: time.signal, isOurs: pipeSecurity?.isOurs });
}

function refused(answer: unknown): Outcome<never, SupervisorError | 'not-understood'> {
  const told = refusalResponse.safeParse(answer);
  return told.success ? failed(told.data.error, told.data.detail) : failed('not-understood');
}
