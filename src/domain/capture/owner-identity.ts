/**
 * Who copied? The rules by which an owner's windows, its process and the active window become one identity.
 *
 * The identity is the owner's. Its window is often a hidden helper without class or title, so the active window lends both when it belongs to the
 * same program. An owner whose program is unknown (a command whose connection passed to an unknown process, another user's program) stays unknown:
 * the active window says nothing about it. Only if the server knows no process at all (it has no X-Resource, or the owner is on another machine) is
 * the active window used, for a copy that was just made. That is a guess: good enough to show, but no rule may use it. Hub's own window is never the
 * source of another program's copy, even if it is active.
 */
import type { AppIdentity } from '../../contract/source-snapshot.ts';

/** A window and its program, as far as they are known. */
export interface KnownWindow {
  readonly pid: number | null;
  readonly executable: string | null;
  readonly className: string | null;
  readonly title: string | null;
  /** It is one of a Hub, of any home. */
  readonly isHub: boolean;
}

/** The process of the owner's connection, as the server reports it. `untold`: none. `ended`: one that has exited; `heir` has its connection now. */
export type OwnerProcess = { readonly is: 'alive' | 'untold' } | { readonly is: 'ended'; readonly heir: Heir | null };

/** The process that has the connection now; its number is null if several processes run the program. */
interface Heir {
  readonly pid: number | null;
  readonly executable: string;
}

export interface OwnerFacts {
  /** The properties of the owner's window, completed from its ancestors. */
  readonly owner: KnownWindow;
  readonly process: OwnerProcess;
  readonly active: KnownWindow | null;
  /** Both windows come from one connection to the server. */
  readonly isSameClient: boolean;
  /** It was copied before Hub was watching: the active window may have been another one then. */
  readonly isInitial: boolean;
}

/** `isKnown`: it is the owner's own; otherwise it is unknown, or a guess. */
export interface IdentifiedOwner {
  readonly identity: AppIdentity;
  readonly isKnown: boolean;
}

/** Whose copy it is, as far as that is known. */
export function identifyOwner({ owner, process, active, isSameClient, isInitial }: OwnerFacts): IdentifiedOwner {
  const isSameProgram = isSameClient || (owner.pid !== null && owner.pid === active?.pid);
  const lent = isSameProgram ? active : null;
  const { pid, executable } = process.is === 'ended' ? (process.heir ?? { pid: null, executable: null }) : filledUp(owner, lent);
  const named = owner.className === null ? lent : owner;
  const className = named?.className ?? null;
  const isKnown = className !== null || executable !== null || lent !== null;
  const mayStandIn = !isKnown && process.is === 'untold' && !isInitial;
  if (mayStandIn && active !== null && !active.isHub) return { identity: identityOf(active), isKnown };
  // A window without a class is a helper, and its title ("Qt Selection Owner for …") is one that the user never sees.
  const title = lent?.title ?? (owner.className === null ? null : owner.title);
  return { identity: identityOf({ pid, executable, className, title, isHub: named?.isHub ?? false }), isKnown };
}

function filledUp(owner: KnownWindow, lent: KnownWindow | null): Pick<KnownWindow, 'pid' | 'executable'> {
  return { pid: owner.pid ?? lent?.pid ?? null, executable: owner.executable ?? lent?.executable ?? null };
}

function identityOf({ pid, executable, className, title, isHub }: KnownWindow): AppIdentity {
  const fileName = executable === null ? null : programIn(executable);
  return { name: isHub ? 'Hub' : (className ?? fileName), executable, pid, windowTitle: title };
}

/** The name of its file; of one on Windows without `.exe`, which nobody says. */
function programIn(executable: string): string {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(executable);
  return isWindows
    ? executable.slice(executable.lastIndexOf('\\') + 1).replace(/\.exe$/i, '')
    : executable.slice(executable.lastIndexOf('/') + 1);
}
