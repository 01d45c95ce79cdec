/**
 * Who copied? Pure: the rules by which an owner's windows and the active window become one identity.
 *
 * The identity is the owner's. Its window is often a hidden helper without class or title, so the active window lends both when it belongs
 * to the same program. An owner that has no name (gone already, a command that went to the background, another machine's) is taken to be
 * the active window's program. That is a guess: good enough to be shown and to exclude a copy, and never enough to let one past a rule. Hub's own
 * window is none that a copy of somebody else comes from, though it may well be in front.
 */
import { isHubClass } from '../jump-list/interface.ts';
import type { OwnerIdentity } from './interface.ts';

export interface KnownWindow {
  readonly pid: number | null;
  readonly executable: string | null;
  readonly className: string | null;
  readonly title: string | null;
}

/** `owner`: the facts of the owner's window, filled up from its ancestors. `sameClient`: both windows come from one connection to the server. */
export function identifyOwner(owner: KnownWindow, active: KnownWindow | null, sameClient: boolean): OwnerIdentity {
  if (active !== null && isGuessed(owner, active, sameClient) && !isHubClass(active.className)) return identityOf(active);
  const lent = isSameProgram(owner, active, sameClient) ? active : null;
  return identityOf({
    pid: owner.pid ?? lent?.pid ?? null,
    executable: owner.executable ?? lent?.executable ?? null,
    className: owner.className ?? lent?.className ?? null,
    // The title of a window without class is a helper's ("Qt Selection Owner for …"), not one that the user has seen.
    title: lent?.title ?? (owner.className === null ? null : owner.title),
  });
}

/** Whether the owner has no name, and the active window's program is only taken for it. */
export function isGuessed(owner: KnownWindow, active: KnownWindow | null, sameClient: boolean): boolean {
  return owner.className === null && owner.executable === null && !isSameProgram(owner, active, sameClient);
}

function isSameProgram(owner: KnownWindow, active: KnownWindow | null, sameClient: boolean): boolean {
  return active !== null && (sameClient || (owner.pid !== null && owner.pid === active.pid));
}

function identityOf({ pid, executable, className, title }: KnownWindow): OwnerIdentity {
  const fileName = executable === null ? null : executable.slice(executable.lastIndexOf('/') + 1);
  return { name: isHubClass(className) ? 'Hub' : (className ?? fileName), executable, pid, windowTitle: title };
}
