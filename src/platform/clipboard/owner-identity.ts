/**
 * Who copied? Pure: the rules by which an owner's windows, its process and the active window become one identity.
 *
 * The identity is the owner's. Its window is often a hidden helper without class or title, so the active window lends both when it belongs
 * to the same program. An owner of which nobody knows the program (a command whose connection went on to nobody knows whom, another user's) stays
 * unknown: that some window is in front says nothing of it. Only where the server can tell no process at all (it has no X-Resource, or the
 * owner is another machine's) does the active window stand in, for a copy that was made just now. That is a guess: good enough to be shown, and
 * nothing that a rule may rest on. Hub's own window is none that a copy of somebody else comes from, though it may well be in front.
 */
import { isHubClass } from '../jump-list/interface.ts';
import type { OwnerIdentity } from './interface.ts';
import type { Heir } from './owner-heirs.ts';

export interface KnownWindow {
  readonly pid: number | null;
  readonly executable: string | null;
  readonly className: string | null;
  readonly title: string | null;
}

/** The process that the server knows the owner's connection by. `untold`: none. `ended`: one that is no more; `heir` has its connection now. */
export type OwnerProcess = { readonly is: 'alive' | 'untold' } | { readonly is: 'ended'; readonly heir: Heir | null };

export interface OwnerFacts {
  /** The facts of the owner's window, filled up from its ancestors. */
  readonly owner: KnownWindow;
  readonly process: OwnerProcess;
  readonly active: KnownWindow | null;
  /** Both windows come from one connection to the server. */
  readonly isSameClient: boolean;
  /** It was copied before anybody watched: the active window may be any other than then. */
  readonly isInitial: boolean;
}

/** `isKnown`: it is the owner's own; else it is nobody's, or a guess. */
export interface Identified {
  readonly identity: OwnerIdentity;
  readonly isKnown: boolean;
}

/** Whose copy it is, as far as that is known. */
export function identifyOwner({ owner, process, active, isSameClient, isInitial }: OwnerFacts): Identified {
  const isSameProgram = isSameClient || (owner.pid !== null && owner.pid === active?.pid);
  const lent = isSameProgram ? active : null;
  const { pid, executable } = process.is === 'ended' ? (process.heir ?? { pid: null, executable: null }) : filledUp(owner, lent);
  const className = owner.className ?? lent?.className ?? null;
  const isKnown = className !== null || executable !== null || lent !== null;
  const mayStandIn = !isKnown && process.is === 'untold' && !isInitial;
  if (mayStandIn && active !== null && !isHubClass(active.className)) return { identity: identityOf(active), isKnown };
  // The title of a window without class is a helper's ("Qt Selection Owner for …"), not one that the user has seen.
  const title = lent?.title ?? (owner.className === null ? null : owner.title);
  return { identity: identityOf({ pid, executable, className, title }), isKnown };
}

function filledUp(owner: KnownWindow, lent: KnownWindow | null): Pick<KnownWindow, 'pid' | 'executable'> {
  return { pid: owner.pid ?? lent?.pid ?? null, executable: owner.executable ?? lent?.executable ?? null };
}

function identityOf({ pid, executable, className, title }: KnownWindow): OwnerIdentity {
  const fileName = executable === null ? null : executable.slice(executable.lastIndexOf('/') + 1);
  return { name: isHubClass(className) ? 'Hub' : (className ?? fileName), executable, pid, windowTitle: title };
}
