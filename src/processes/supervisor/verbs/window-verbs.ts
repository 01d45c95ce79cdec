/** The verbs that the window handles, and the answers if there is no window: why, and how to get one. Only `restore` opens one. */
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import type { SingleInstanceResponse } from '../../../contract/single-instance.ts';
import type { ComponentStatus } from '../../../contract/supervisor.ts';
import { told } from '../../../domain/language/say.ts';
import type { Supervisor } from '../supervisor.ts';

type Windows = Pick<Supervisor, 'deliver' | 'restart' | 'status'>;

/** A window that opens slowly gets its `restore` when it is there. */
const opensWithinMs = 30_000;

/** Sends a verb to the window: to the running one, or one that is back within `withinMs`. `requestId`: of who waits for what becomes of it. */
export async function toWindow(windows: Windows, verb: ActionVerb, withinMs: number, requestId?: number): Promise<SingleInstanceResponse> {
  if (isOut(windowOf(windows))) return noWindow(windows);
  const message = { kind: 'act', verb, ...(requestId === undefined ? {} : { requestId }) } as const;
  const delivered = await windows.deliver('hub', message, withinMs);
  return delivered === 'delivered' ? { ok: true } : noWindow(windows);
}

/**
 * Brings the window to the front, and opens it if it was left out, stopped or given up: the user wants it now. If no window is possible, a second
 * launch has still found the running Hub, and gets that as its answer. Resolves within `withinMs`.
 */
export async function restoreWindow(windows: Windows, withinMs: number): Promise<SingleInstanceResponse> {
  const restore = { kind: 'act', verb: 'restore' } as const;
  const endMs = performance.now() + withinMs;
  if (isOut(windowOf(windows))) {
    if ((await windows.deliver('hub', restore, 0)) === 'absent') return { ok: true, detail: sentence(windows) };
    const opened = await windows.restart('hub', withinMs);
    if (!opened.ok && opened.error !== 'timeout') return noWindow(windows);
  }
  if ((await windows.deliver('hub', restore, Math.max(0, endMs - performance.now()))) === 'delivered') return { ok: true };
  if (windowOf(windows)?.state !== 'starting') return noWindow(windows);
  void windows.deliver('hub', restore, opensWithinMs);
  return { ok: true, detail: told('Hub is opening its window.') };
}

function windowOf(windows: Windows): ComponentStatus | undefined {
  return windows.status().find(({ id }) => id === 'hub');
}

/** It does not run, and will not be started automatically. */
function isOut(window: ComponentStatus | undefined): boolean {
  return window === undefined || window.state === 'stopped' || window.state === 'failed';
}

function noWindow(windows: Windows): SingleInstanceResponse {
  return { ok: false, error: 'no_window', detail: sentence(windows) };
}

function sentence(windows: Windows): string {
  const window = windowOf(windows);
  return told('Hub has no window: {why}', { why: window === undefined ? told('it is not part of this Hub') : why(window) });
}

function why({ state, reason }: ComponentStatus): string {
  switch (state) {
    case 'stopped':
      return reason ?? told('it was stopped; open it with: hub action restore');
    case 'failed':
      return reason ?? told('it failed too often and is not restarted; to try again: hub action restore');
    case 'backoff':
      return told('it will be restarted in a moment ({reason})', { reason: reason ?? told('it ended') });
    case 'stopping':
      return told('it is being stopped');
    default:
      return told('it is still starting; try again in a moment');
  }
}
