/**
 * The action router (§1.4): one table of verbs, for the jump list, the tray menu, the title bar's search, the single-instance pipe and `hub action`.
 * It knows who handles which verb; the work is done elsewhere. An unknown verb has no effect and is logged once.
 */
import { type Log, vetted } from '../../../base/log.ts';
import type { Outcome } from '../../../base/outcome.ts';
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { DesktopEnvironment } from '../../../contract/desktop/desktop-environment.ts';
import type { TextTaken } from '../../../contract/extraction/clipboard-text.ts';
import { type SingleInstanceResponse, singleInstanceRequest } from '../../../contract/single-instance.ts';
import { told } from '../../../domain/language/say.ts';
import type { FolderOpener, OpenFolderFailure } from '../../../platform/folder-opener/index.ts';
import type { ComponentPlan } from '../components.ts';
import { type HubDesktop, offerAnsweredWithinMs } from '../desktop/hub-desktop.ts';
import type { Supervisor } from '../supervisor.ts';
import type { AwaitedResults, ChatSent } from './awaited-results.ts';
import type { CapturePause } from './capture-pause.ts';
import { restoreWindow, toWindow } from './window-verbs.ts';

export interface ActionParts {
  readonly log: Log;
  readonly supervisor: Pick<Supervisor, 'deliver' | 'restart' | 'status'>;
  readonly opener: Pick<FolderOpener, 'open'>;
  readonly desktop: HubDesktop;
  readonly capture: CapturePause;
  readonly results: { readonly text: Pick<AwaitedResults<TextTaken>, 'next'>; readonly chat: Pick<AwaitedResults<ChatSent>, 'next'> };
  readonly workspace: () => string;
  readonly logs: string;
  /** Begins the shutdown; the answer does not wait for it. */
  readonly shutdown: () => void;
  readonly isStopping: () => boolean;
}

export interface ActionManner {
  /** The requester wants no window. */
  readonly headless?: boolean;
  /** Where the launch comes from that passes `restore` on. */
  readonly desktop?: DesktopEnvironment;
  /** How long `pause-capture` is to last; without it, until `resume-capture`. */
  readonly forMs?: number;
  /** The requester wants to know what became of `extract-clipboard-text` or `send-to-chat`. */
  readonly waits?: boolean;
}

export type ActionRouter = (verb: string, manner?: ActionManner) => Promise<SingleInstanceResponse>;
type Action = (manner: ActionManner) => Promise<SingleInstanceResponse>;

/** A component that is being restarted gets the verb when it is back; clients wait longer than this. */
const deliverWithinMs = 3_000;
/** Of a Hub that is just starting, on a machine that has more to do. */
const lateMs = 5_000;
/** The answer to a launch, and to one that hands its desktop over. */
export const launchAnsweredWithinMs = {
  here: deliverWithinMs + lateMs,
  withDesktop: offerAnsweredWithinMs + deliverWithinMs + lateMs,
} as const;
/** The window of a desktop that Hub moves to. */
const opensWithinMs = 30_000;
/** As long as the preferences can allow, and some time for keeping the text. */
const longestExtractionMs = 620_000;
/** A page is opened within seconds. */
const longestSendingMs = 15_000;
/** Unknown verbs are remembered up to this number; beyond it they are not logged. */
const loggedUnknown = 32;
const longestLoggedVerb = 32;

const stopping = { ok: false, error: 'stopping' } as const;

/** The router. Its answer comes when the verb was dispatched, or says why it was not. */
export function createActionRouter(parts: ActionParts): ActionRouter {
  const table = actionsOf(parts);
  const unknown = new Set<string>();
  return async (verb, manner = {}) => {
    if (parts.isStopping()) return stopping;
    const action = table.get(verb);
    if (action !== undefined) {
      const did = await action(manner);
      // It began to stop meanwhile, and a launch that is told so becomes the next Hub.
      const answer = !did.ok && parts.isStopping() ? stopping : did;
      parts.log.info('action', { verb: vetted(verb), dispatched: answer.ok, error: answer.ok ? undefined : answer.error });
      return answer;
    }
    const shown = verb.slice(0, longestLoggedVerb);
    if (!unknown.has(shown) && unknown.size < loggedUnknown) {
      unknown.add(shown);
      parts.log.warn('unknown verb'); // and not its text: it may be anything, even a secret that was sent to the wrong place
    }
    return { ok: false, error: 'unknown_verb' };
  };
}

/** The single-instance pipe's answers: each line is one verb for the router. `router` may still be pending when the first one arrives. */
export function singleInstancePipe(router: Promise<ActionRouter>): (request: unknown) => Promise<SingleInstanceResponse> {
  return async (request) => {
    const parsed = singleInstanceRequest.safeParse(request);
    if (!parsed.success) return { ok: false, error: 'bad_request' };
    const { message, headless = false, forMs, waits = false, desktop } = parsed.data;
    const route = await router;
    if (forMs !== undefined) return message === 'pause-capture' ? route(message, { forMs }) : { ok: false, error: 'bad_request' };
    if (desktop !== undefined && message !== 'restore') return { ok: false, error: 'bad_request' };
    return message === 'restore' ? route('restore', { headless, ...(desktop && { desktop }) }) : route(message, { waits });
  };
}

/** A Map, because a verb comes from outside and may be the name of a property that every object has. */
function actionsOf(parts: ActionParts): ReadonlyMap<string, Action> {
  const rows: Readonly<Record<ActionVerb, Action>> = {
    restore: (manner) => restore(parts, manner),
    toggle: () => toWindow(parts.supervisor, 'toggle', deliverWithinMs),
    'open-picker': () => toWindow(parts.supervisor, 'open-picker', deliverWithinMs),
    'cycle-top-panel': () => toWindow(parts.supervisor, 'cycle-top-panel', deliverWithinMs),
    'open-settings': () => toWindow(parts.supervisor, 'open-settings', deliverWithinMs),
    'quick-settings-chat': () => toWindow(parts.supervisor, 'quick-settings-chat', deliverWithinMs),
    'quick-settings-structured-text': () => toWindow(parts.supervisor, 'quick-settings-structured-text', deliverWithinMs),
    'quick-settings-text-extraction': () => toWindow(parts.supervisor, 'quick-settings-text-extraction', deliverWithinMs),
    'send-to-chat': ({ waits }) => (waits === true ? sendAndWait(parts) : toWindow(parts.supervisor, 'send-to-chat', deliverWithinMs)),
    'extract-clipboard-text': ({ waits }) =>
      waits === true ? extractAndWait(parts) : hand(parts, 'python_core', 'extract-clipboard-text'),
    'open-workspace': async () => opened(await parts.opener.open(parts.workspace()), parts.workspace()),
    'open-logs': async () => opened(await parts.opener.open(parts.logs), parts.logs),
    'save-now': () => hand(parts, 'python_core', 'save-now'),
    'pause-capture': ({ forMs }) => pause(parts, forMs ?? null),
    'pause-for-an-hour': () => pause(parts, 3_600_000),
    'private-mode': () => togglePrivate(parts),
    'ignore-next-copy': () => ignoreNext(parts),
    'resume-capture': () => setCapture(parts, 'resume-capture', () => parts.capture.resume()),
    exit: async () => {
      parts.shutdown();
      return { ok: true };
    },
  };
  return new Map(Object.entries(rows));
}

/**
 * Before the window, which is then on the desktop of who wants it. One that has just moved opens its window a moment later. A launch that is told that Hub runs
 * ends, so that is not said of a Hub that has begun to stop.
 */
async function restore(
  { desktop, supervisor, isStopping }: ActionParts,
  { headless, desktop: offered }: ActionManner,
): Promise<SingleInstanceResponse> {
  const answer = offered === undefined ? null : await desktop.offer(offered);
  if (isStopping() || (answer?.ok === false && answer.error === 'stopping')) return stopping;
  const detail = answer?.ok === true ? answer.detail : undefined;
  const said = detail === undefined ? {} : { detail };
  if (headless) return { ok: true, ...said };
  if (answer?.ok === true && answer.verdict === 'moves') {
    void restoreWindow(supervisor, opensWithinMs);
    return { ok: true, ...said };
  }
  const restored = await restoreWindow(supervisor, deliverWithinMs);
  if (isStopping()) return stopping;
  return restored.ok && restored.detail === undefined ? { ...restored, ...said } : restored;
}

async function hand(
  { supervisor }: ActionParts,
  to: ComponentPlan['id'],
  verb: ActionVerb,
  requestId?: number,
): Promise<SingleInstanceResponse> {
  const message = { kind: 'act', verb, ...(requestId === undefined ? {} : { requestId }) } as const;
  const delivered = await supervisor.deliver(to, message, deliverWithinMs);
  if (delivered === 'delivered') return { ok: true };
  return { ok: false, error: 'failed', detail: told('{to} is not running; start it with: hub restart {to}', { to }) };
}

/** Without an answer of the core in time, it says no more than that the verb was dispatched. */
async function extractAndWait(parts: ActionParts): Promise<SingleInstanceResponse> {
  using next = parts.results.text.next(longestExtractionMs);
  const handed = await hand(parts, 'python_core', 'extract-clipboard-text', next.requestId);
  if (!handed.ok) return handed;
  const taken = await next.afterHanded();
  if (taken === 'lost')
    return { ok: false, error: 'failed', detail: told('no text was extracted: the process that reads it ended; try again') };
  return taken === 'late' ? handed : { ...handed, taken };
}

/** As `extractAndWait`, of the window. */
async function sendAndWait({ supervisor, results }: ActionParts): Promise<SingleInstanceResponse> {
  using next = results.chat.next(longestSendingMs);
  const handed = await toWindow(supervisor, 'send-to-chat', deliverWithinMs, next.requestId);
  if (!handed.ok) return handed;
  const sent = await next.afterHanded();
  if (sent === 'late') return handed;
  if (sent === 'lost') return { ok: false, error: 'failed', detail: told('not sent: the window ended; try again') };
  const detail = sent.detail === undefined ? {} : { detail: sent.detail };
  return sent.ok ? { ok: true, ...detail } : { ok: false, error: 'failed', ...detail };
}

/** What the monitor and the window are told when the marks have changed: they read them anew. */
type CaptureVerb = 'pause-capture' | 'ignore-next-copy' | 'resume-capture';

/** Tells the monitor and the window that the marks have changed. Nobody waits for the window. */
export function tellCapture({ supervisor }: Pick<ActionParts, 'supervisor'>, verb: CaptureVerb): ReturnType<Supervisor['deliver']> {
  const watched = supervisor.deliver('clipboard', { kind: 'act', verb }, deliverWithinMs);
  void supervisor.deliver('hub', { kind: 'act', verb }, deliverWithinMs);
  return watched;
}

/** The mark on the disk decides, and comes first: a monitor that crashes before it reads the message finds the mark when it is back. */
async function setCapture(
  parts: ActionParts,
  verb: CaptureVerb,
  mark: () => ReturnType<CapturePause['pause']>,
): Promise<SingleInstanceResponse> {
  if (!(await mark()).ok) return { ok: false, error: 'failed', detail: told('it could not be stored on the disk (is the disk full?)') };
  if ((await tellCapture(parts, verb)) !== 'delivered')
    return { ok: true, detail: told('the clipboard is not being watched now; this takes effect when it is watched again') };
  return { ok: true };
}

/** The last request counts. Who has set an end before, and sets none now, may not mean that, and is told. */
async function pause(parts: ActionParts, forMs: number | null): Promise<SingleInstanceResponse> {
  // A pause would show the copies again, and perhaps end.
  if (parts.capture.isPrivate())
    return { ok: true, detail: told('private mode is on, so no copy is kept already; turn it off with: hub resume') };
  const endMs = parts.capture.endsAtMs();
  const answer = await setCapture(parts, 'pause-capture', () => parts.capture.pause(forMs));
  return answer.ok && forMs === null && endMs !== null ? { ...answer, replacedEndMs: endMs } : answer;
}

/** As the tray's menu does it: pressed again, it is off, and with it the pause that it is. Which of both it did is told. */
async function togglePrivate(parts: ActionParts): Promise<SingleInstanceResponse> {
  const isOn = parts.capture.isPrivate();
  const answer = await (isOn
    ? setCapture(parts, 'resume-capture', () => parts.capture.resume())
    : setCapture(parts, 'pause-capture', () => parts.capture.beginPrivate()));
  if (!answer.ok || answer.detail !== undefined) return answer;
  return {
    ...answer,
    detail: isOn
      ? told('private mode is off; every copy is kept again')
      : told('private mode is on: no copy is kept, and the window, the picker and the tray show none; turn it off with: hub resume'),
  };
}

/** During a pause there is nothing to ignore, and after it the next copy may be one that is to be kept. */
async function ignoreNext(parts: ActionParts): Promise<SingleInstanceResponse> {
  if (parts.capture.isPaused())
    return { ok: true, detail: told('capture is paused already, so no copy is kept; resume it with: hub resume') };
  return setCapture(parts, 'ignore-next-copy', () => parts.capture.ignoreNext());
}

const whyNotOpened: Readonly<Record<OpenFolderFailure, string>> = {
  'no-display': told('there is no display to open it on'),
  'no-opener': told('this system has no program that opens folders (on Linux: xdg-open, of the package xdg-utils)'),
  refused: told('the program that opens folders failed'),
};

function opened(outcome: Outcome<null, OpenFolderFailure>, folder: string): SingleInstanceResponse {
  return outcome.ok
    ? { ok: true }
    : { ok: false, error: 'failed', detail: told('{folder} was not opened: {why}', { folder, why: whyNotOpened[outcome.reason] }) };
}
