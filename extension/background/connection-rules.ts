/** What is decided about the connection to Hub. Pure. */
import { closeCodes } from '../../src/contract/extension-messages.ts';

/**
 * `idle`: nothing needs the connection. `connected` is said only after a round trip. `refused`: Hub does not accept the token. `not-hub`: another program
 * has the port, or Hub does not speak with this browser at all (it refuses one in a sandbox). `full`: too many other browsers are connected.
 */
export type LinkState = 'not-paired' | 'idle' | 'connecting' | 'connected' | 'not-running' | 'refused' | 'not-hub' | 'full';

/** What answers an ordinary request at the port. */
export type Answering = 'nothing' | 'hub' | 'another';

export interface Ended {
  /** The code of the WebSocket's end (RFC 6455 §7.4). */
  readonly code: number;
  /** Whether it was open before: Hub had accepted the upgrade. */
  readonly wasOpen: boolean;
}

/**
 * The state after a connection that was not made or has ended. A browser does not tell why an upgrade failed, so what answers at the port decides.
 */
export function stateAfter({ code, wasOpen }: Ended, answering: Answering): LinkState {
  if (code === closeCodes.revoked) return 'refused';
  if (code === closeCodes.full) return 'full';
  if (answering === 'nothing') return 'not-running';
  if (answering === 'another') return 'not-hub';
  return wasOpen ? 'not-running' : 'refused';
}

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;

/** How long to wait before the next attempt, after this many in a row have failed. */
export function retryAfterMs(failures: number): number {
  return Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.max(0, failures - 1));
}

export interface Needs {
  readonly isPaired: boolean;
  /** Popups and pages of options that are open. */
  readonly viewers: number;
  readonly tellsTabs: boolean;
  /** Saves that Hub does not have yet. */
  readonly queued: number;
  /** Saves whose receipt is still awaited. */
  readonly awaited: number;
}

/** Whether anything needs the connection now. Without one the browser may end the background. */
export function isNeeded({ isPaired, viewers, tellsTabs, queued, awaited }: Needs): boolean {
  return isPaired && (viewers > 0 || tellsTabs || queued > 0 || awaited > 0);
}

const soonestAgainMs = 2_000;
const latestAgainMs = 120_000;

/** When a save that Hub could not take (`busy`, `failed`) is sent again, in milliseconds from now. */
export function sendAgainAfterMs(tries: number): number {
  return Math.min(latestAgainMs, soonestAgainMs * 2 ** Math.max(0, tries - 1));
}
