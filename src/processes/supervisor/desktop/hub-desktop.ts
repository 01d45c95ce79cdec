/**
 * The desktop that Hub is on. Hub outlives a session, and the next one has another display, another key and another bus: the launch that finds the running Hub
 * hands them over. Offers are considered one after the other, so that of two sessions that begin at once one gets Hub, and the other is told so. Values of
 * variables never get into a log.
 */
import { tooLate, within } from '../../../base/deadline.ts';
import type { Log } from '../../../base/log.ts';
import { type DesktopEnvironment, desktopIn, desktopVariables } from '../../../contract/desktop/desktop-environment.ts';
import type { DesktopAnswer } from '../../../contract/supervisor.ts';
import { told } from '../../../domain/language/say.ts';
import type { DesktopFacts } from '../../../platform/desktop/look-at-desktop.ts';
import { type DesktopVerdict, decideMove } from './decide-move.ts';

export interface HubDesktopParts {
  /** The variables of this process; those of the desktop are changed. */
  readonly env: Record<string, string | undefined>;
  readonly log: Log;
  readonly isStopping: () => boolean;
  /** Starts anew what uses the desktop. */
  readonly renew: () => void;
  readonly look?: (env: Readonly<Record<string, string | undefined>>, withinMs: number) => Promise<DesktopFacts>;
}

export interface HubDesktop {
  /** Moves there, or says why not. `isAsked`: even if Hub's own display is there. Answers within a few seconds, before the components are up. */
  offer(offered: DesktopEnvironment, isAsked?: boolean): Promise<DesktopAnswer>;
}

/** A display that answers does so in a millisecond. */
const answersWithinMs = 1_500;
/** One offer: both desktops are looked at together, by code that is loaded first. */
const consideredWithinMs = 2_000;
/** Each may take as long as a display that hangs. */
const mostOffers = 4;
/** Until an offer has its answer, whatever else is offered. The commands wait longer (`src/cli/running/this-desktop.ts`). */
export const offerAnsweredWithinMs = mostOffers * consideredWithinMs;

export function hubDesktop({ env, log, isStopping, renew, look = lookAt }: HubDesktopParts): HubDesktop {
  let before: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const consider = async (offered: DesktopEnvironment, isAsked: boolean): Promise<DesktopAnswer> => {
    const own = desktopIn(env) ?? {};
    const there = { ...env, ...blank, ...offered };
    const looks = Promise.all([look({ ...env, ...blank, ...own }, answersWithinMs), look(there, answersWithinMs)]);
    const facts = await within(consideredWithinMs, looks);
    if (isStopping()) return { ok: false, error: 'stopping' };
    // What is not known is no reason to leave a desktop.
    if (facts === tooLate) return { ok: false, error: 'timeout' };
    const [ownFacts, offeredFacts] = facts;
    const isEqual = desktopVariables.every((variable) => own[variable] === offered[variable]);
    const verdict = decideMove({ own: ownFacts, offered: offeredFacts, isEqual, isAsked });
    if (verdict !== 'same') log.info('desktop offered', { verdict, asked: isAsked, answered: ownFacts.answers });
    if (verdict === 'moves') {
      moveIn(env, offered);
      renew();
    }
    const detail = sentences[verdict]({ own: nameOf(own), offered: nameOf(offered) });
    return { ok: true, verdict, ...(detail === null ? {} : { detail }) };
  };

  return {
    offer: async (offered, isAsked = false) => {
      if (waiting >= mostOffers) return { ok: false, error: 'timeout' };
      waiting += 1;
      const answer = before.then(() => consider(offered, isAsked));
      before = answer.catch(() => {});
      try {
        return await answer;
      } finally {
        waiting -= 1;
      }
    },
  };
}

const blank = Object.fromEntries(desktopVariables.map((variable) => [variable, undefined]));

function moveIn(env: Record<string, string | undefined>, offered: DesktopEnvironment): void {
  for (const variable of desktopVariables) {
    // An assignment to `process.env` makes text of everything, also of undefined.
    if (offered[variable] === undefined) delete env[variable];
    else env[variable] = offered[variable];
  }
}

function nameOf({ WAYLAND_DISPLAY, DISPLAY }: DesktopEnvironment): string {
  return WAYLAND_DISPLAY ?? DISPLAY ?? '';
}

const sentences: Readonly<Record<DesktopVerdict, (names: { readonly own: string; readonly offered: string }) => string | null>> = {
  same: () => null,
  moves: ({ offered }) => told('Hub moves to this desktop, to the display {display}.', { display: offered }),
  stays: ({ own }) => told('Hub is on the display {display}; to move it to this desktop: hub restart --desktop', { display: own }),
  unreachable: ({ offered }) => told('Hub cannot reach the display {display} and stays where it is.', { display: offered }),
  remote: ({ offered }) =>
    told('The display {display} is reached over a network, and Hub does not move there by itself; to move it: hub restart --desktop', {
      display: offered,
    }),
};

/** Loaded once a desktop is offered. */
async function lookAt(env: Readonly<Record<string, string | undefined>>, withinMs: number): Promise<DesktopFacts> {
  const { lookAtDesktop } = await import('../../../platform/desktop/look-at-desktop.ts');
  return lookAtDesktop(env, withinMs);
}
