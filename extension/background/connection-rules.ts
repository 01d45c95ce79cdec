/** What is decided about the connection to Hub. Pure. */
import { closeCodes } from '../../src/contract/extension-messages.ts';

/**
 * `idle`: nothing needs the connection. `connected` is said only after a round trip. `refused`: Hub does not accept the pairing. `not-hub`: what has the port
 * does not prove that it is this browser's Hub, or Hub does not speak with this browser at all (it refuses one in a sandbox). `full`: too many other browsers are
 * connected. `replaced`: another browser with the same pairing, such as one with a copy of this profile, is connected in its place.
 */
export type LinkState = 'not-paired' | 'idle' | 'connecting' | 'connected' | 'not-running' | 'refused' | 'not-hub' | 'full' | 'replaced';

/** What answers an ordinary request at the port. */
export type Answering = 'nothing' | 'hub' | 'another';

/** How the listener has answered the request for its proof; `unreadable`: not at all, or without letting the extension read it. */
export type Proving = 'proven' | 'unknown-pairing' | 'not-now' | 'another' | 'unreadable';

/** The code of a WebSocket that ended without one (RFC 6455 §7.4.1). */
export const endedWithoutCode = 1_006;
const messageTooBig = 1_009;

export interface Ended {
  /** The code of the WebSocket's end (RFC 6455 §7.4). */
  readonly code: number;
  /** Whether it was open before: Hub had accepted the upgrade. */
  readonly wasOpen: boolean;
}

/**
 * The state after a connection that was not made or has ended. A browser does not tell why an upgrade failed, so what answers at the port decides. One that
 * was open and ended while Hub answers is made again: `connecting`.
 */
export function stateAfter({ code, wasOpen }: Ended, answering: Answering): LinkState {
  if (code === closeCodes.revoked) return 'refused';
  if (code === closeCodes.full) return 'full';
  if (code === closeCodes.replaced) return 'replaced';
  if (answering === 'nothing') return 'not-running';
  if (answering === 'another') return 'not-hub';
  return wasOpen ? 'connecting' : 'refused';
}

/** The state after a request for the proof that did not give it: then no token is sent. */
export function stateWithoutProof(proving: Exclude<Proving, 'proven'>, answering: Answering): LinkState {
  if (proving === 'unknown-pairing') return 'refused';
  if (proving === 'not-now') return 'connecting';
  if (proving === 'another') return 'not-hub';
  return stateAfter({ code: endedWithoutCode, wasOpen: false }, answering);
}

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;
/** Two that replace each other would do so without end. */
const replacedWaitMs = 300_000;

/** How long to wait before the next attempt, after this many in a row have failed. */
export function retryAfterMs(failures: number, state?: LinkState): number {
  if (state === 'replaced') return replacedWaitMs;
  return Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.max(0, failures - 1));
}

/** How long a background that has just started still waits because another one has replaced it at this time, in milliseconds since 1970; null: none has. */
export function replacedForMs(atMs: number | null, nowMs: number): number {
  const leftMs = atMs === null ? 0 : atMs + replacedWaitMs - nowMs;
  // A clock that was set back makes the wait no longer.
  return leftMs > replacedWaitMs ? 0 : Math.max(0, leftMs);
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
/** What is to wait for longer has its time from a clock that was wrong then, or is now. */
export const latestAgainMs = 120_000;

/** When a save that Hub could not record is sent again, in milliseconds from now. */
export function sendAgainAfterMs(tries: number): number {
  return Math.min(latestAgainMs, soonestAgainMs * 2 ** Math.max(0, tries - 1));
}

/**
 * Why a message got no answer. `unsent`: there was no connection. `too-large`: the listener ended the connection for its length. `lost`: the connection ended
 * for any other reason.
 */
export type SentWithout = 'unsent' | 'too-large' | 'lost';

export function whyWithout(code: number): SentWithout {
  return code === messageTooBig ? 'too-large' : 'lost';
}

/** So many times in a row it may be Hub that ended, and no matter of the save. */
const mostLosses = 3;

/** When a save that was lost with its connection so often is sent again, in milliseconds since 1970; 0: it is still the first. */
export function withoutAnswer(losses: number, nowMs: number): number {
  return losses < mostLosses ? 0 : nowMs + sendAgainAfterMs(losses - mostLosses + 1);
}

const shortestPatienceMs = 60_000;
const longestPatienceMs = 900_000;
/** A slow disk, with the virus scanner of the user on it. */
const slowestBytesPerMs = 100;

/** How long an answer may take in which nothing moves: longer for a large message, and for one that was given up before. In milliseconds. */
export function answerWithinMs(bytes: number, losses: number): number {
  return Math.min(longestPatienceMs, (shortestPatienceMs + bytes / slowestBytesPerMs) * 2 ** losses);
}
