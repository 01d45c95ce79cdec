/** Whether Hub moves to the desktop that a later launch comes from. It moves by itself only if it loses nothing by that. */
import type { DesktopFacts } from '../../../platform/desktop/look-at-desktop.ts';

/**
 * `same`: it is there already, or nothing of the offer is of use. `stays`: its own display answers, as with two seats or a display inside another one.
 * `remote`: its own is gone, and the other one may be gone as soon as a connection ends.
 */
export type DesktopVerdict = 'same' | 'moves' | 'stays' | 'unreachable' | 'remote';

export interface DesktopOffer {
  readonly own: DesktopFacts;
  readonly offered: DesktopFacts;
  /** Every variable has the same value. */
  readonly isEqual: boolean;
  /** Its user has asked for the move. */
  readonly isAsked: boolean;
}

export function decideMove({ own, offered, isEqual, isAsked }: DesktopOffer): DesktopVerdict {
  if (isAsked) return offered.answers ? 'moves' : 'unreachable';
  if (isEqual) return 'same';
  if (own.answers) {
    if (own.display !== offered.display) return 'stays';
    // The session of that display may have another bus than the one before.
    if (own.hasBus || !offered.hasBus) return 'same';
  }
  if (!offered.answers) return 'unreachable';
  return offered.isRemote ? 'remote' : 'moves';
}
