/** The browsers in the settings, of what the web listener has told. Pure. */
import type { BrowserPairings, PairingRow } from '../../../contract/page-rows/browser-pairings.ts';
import type { CodeAnswer, ShownPairing } from '../../../contract/web-listener/pairings.ts';
import { say } from '../../language/say.ts';
import { oneLine } from '../shown-text.ts';

export interface KnownPairings {
  /** The last list that was told; null: none was yet. */
  readonly list: readonly ShownPairing[] | null;
  readonly code: CodeAnswer | null;
  /** Why there is no list now, in a sentence; empty if there is one. */
  readonly trouble: string;
}

const longestName = 80;

export function browserPairings({ list, code, trouble }: KnownPairings): BrowserPairings {
  return {
    rows: trouble === '' ? (list ?? []).map(rowOf) : [],
    code: code === null ? null : { text: code.code, until: code.expiresAt.slice(11, 16) },
    trouble,
  };
}

/**
 * What is shown of a code once the list has one more than the last that was told, or the time is over: nothing, because it pairs once.
 *
 * @param nowMs milliseconds since 1970
 */
export function codeStill({ list, code }: KnownPairings, later: readonly ShownPairing[], nowMs: number): CodeAnswer | null {
  const known = new Set((list ?? later).map(({ id }) => id));
  const isUsed = later.some(({ id }) => !known.has(id));
  return code === null || isUsed || Date.parse(code.expiresAt) <= nowMs ? null : code;
}

function rowOf({ id, name, browser, pairedAt, lastSeenAt, connected }: ShownPairing): PairingRow {
  const program = oneLine(browser?.split(/[\\/]/).at(-1) ?? '', longestName);
  const seen = connected || lastSeenAt === null ? '' : say('last seen {time}', { time: shownTime(lastSeenAt) });
  const parts = [connected ? say('connected') : '', program, say('paired {time}', { time: shownTime(pairedAt) }), seen];
  return { id, name: oneLine(name, longestName), detail: parts.filter((part) => part !== '').join(' · '), isConnected: connected };
}

/** A time of the contract (RFC 3339) as people read it: `2026-11-21 03:23`. */
function shownTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
