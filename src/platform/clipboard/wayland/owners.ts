/**
 * Who copied. Wayland does not tell, but a compositor takes a copy only from the program whose window has the keyboard, so the active window is the
 * owner's. The exception are programs that use data control themselves: commands and clipboard managers.
 */
import { isHubClass } from '../../jump-list/interface.ts';
import type { ToplevelWindow } from '../../wayland/active-window.ts';
import { executableOf } from '../../x11/window-properties.ts';
import { type FoundOwner, unknownOwner } from '../found-owner.ts';
import type { IdentifyOwner, KnownWindow } from '../interface.ts';

export interface OwnerSources {
  /** The active window; null if none is, or the compositor does not tell. */
  activeWindow(): ToplevelWindow | null;
  /** The process of this window, if the compositor tells. */
  pidOf(window: ToplevelWindow): number | null;
}

/** Whose copy it is that was announced at this moment. `isInitial`: it was copied before Hub was watching. */
export function ownerNow(sources: OwnerSources, identifyOwner: IdentifyOwner, isInitial: boolean): FoundOwner {
  const window = sources.activeWindow();
  if (window === null || isInitial) return unknownOwner;
  const pid = sources.pidOf(window);
  const known: KnownWindow = {
    pid,
    executable: executableOf(pid),
    className: window.appId,
    title: window.title,
    isHub: isHubClass(window.appId),
  };
  const { identity, isKnown } = identifyOwner({ owner: known, active: known, process: { is: 'alive' }, isSameClient: true, isInitial });
  return { identity, isKnown, isComplete: true, mayBe: isKnown ? namesOf(window.appId) : null };
}

/** A desktop id such as `org.keepassxc.KeePassXC` names its program last, and a rule may have only that. */
function namesOf(appId: string | null): readonly string[] | null {
  const name = appId?.split('.').at(-1);
  return name === undefined || name === '' || name === appId ? null : [name];
}
