/**
 * Who copied. Wayland does not tell, but a compositor takes a copy only from the program whose window has the keyboard, so the active window is the
 * owner's. The exception are programs that use data control themselves: commands and clipboard managers. Pure.
 */
import { isHubClass } from '../../jump-list/interface.ts';
import { executableOf } from '../../process-executable.ts';
import type { ToplevelWindow } from '../../wayland/active-window.ts';
import { type FoundOwner, unknownOwner } from '../found-owner.ts';
import type { IdentifyOwner, KnownWindow } from '../interface.ts';

/** Whose copy it is that was announced while this window was active; null: none was, or it is not known which. */
export function ownerOf(window: ToplevelWindow | null, identifyOwner: IdentifyOwner): FoundOwner {
  if (window === null) return unknownOwner;
  const { appId, title, pid } = window;
  const known: KnownWindow = { pid, executable: executableOf(pid), className: appId, title, isHub: isHubClass(appId) };
  const { identity, isKnown } = identifyOwner({
    ...{ owner: known, active: known, isSameClient: true, isInitial: false },
    process: { is: 'alive' },
  });
  return { identity, isKnown, isComplete: true, mayBe: isKnown ? lastPartOf(appId) : null };
}

/** A desktop id such as `org.keepassxc.KeePassXC` names its program last, and a rule may have only that. */
function lastPartOf(appId: string | null): readonly string[] | null {
  const name = appId?.split('.').at(-1);
  return name === undefined || name === '' || name === appId ? null : [name];
}
