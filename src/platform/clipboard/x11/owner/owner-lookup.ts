/**
 * Looks up an owner: its window, the windows around it, and the active window. All properties of a window are requested at once, so most owners cost
 * one round trip.
 */
import { isHubClass } from '../../../jump-list/interface.ts';
import { executableOf } from '../../../process-executable.ts';
import type { X11ActiveWindow } from '../../../x11/active-window.ts';
import type { Atoms } from '../../../x11/atoms.ts';
import type { XConnection } from '../../../x11/connection.ts';
import { sameClient, type XId } from '../../../x11/protocol.ts';
import { readWindowFacts, readWindowTitle } from '../../../x11/window-properties.ts';
import type { FoundOwner } from '../../found-owner.ts';
import type { IdentifyOwner, KnownWindow, OwnerFacts } from '../../interface.ts';
import { type Heirs, heirsOf } from './owner-heirs.ts';

/** How far up from the owner's window a class is searched: widgets are inside shells, shells inside frames of the window manager. */
const generations = 4;

type LookedAt = Omit<KnownWindow, 'isHub'> & { readonly isComplete: boolean };
/** `connectedPid`: the process of the connection, as the server knows it. */
type OwnWindow = LookedAt & { readonly connectedPid: number | null };

export class OwnerLookup {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #active: X11ActiveWindow;
  readonly #identifyOwner: IdentifyOwner;

  constructor(parts: { connection: XConnection; atoms: Atoms; active: X11ActiveWindow; identifyOwner: IdentifyOwner }) {
    this.#connection = parts.connection;
    this.#atoms = parts.atoms;
    this.#active = parts.active;
    this.#identifyOwner = parts.identifyOwner;
  }

  /** Who owns this window. Never fails: what can't be found is null. `isInitial`: it was copied before Hub was watching. */
  async identify(window: XId, isInitial: boolean): Promise<FoundOwner> {
    const [owner, active] = await Promise.all([this.#ownerWindow(window), this.#activeWindow()]);
    const { connectedPid } = owner;
    const heirs = connectedPid !== null && owner.executable === null ? await this.#heirs(window, connectedPid) : null;
    const untoldOrAlive = { is: connectedPid === null ? 'untold' : 'alive' } as const;
    const process: OwnerFacts['process'] = heirs === null ? untoldOrAlive : { is: 'ended', heir: heirs.heir };
    const isSameClient = active !== null && sameClient(window, active.window, this.#connection.resourceMask);
    const windows = { owner: windowOf(owner), active: active && windowOf(active) };
    const { identity, isKnown } = this.#identifyOwner({ ...windows, process, isSameClient, isInitial });
    const isComplete = owner.isComplete && active?.isComplete !== false;
    return { identity, isComplete, isKnown, mayBe: isKnown ? null : (heirs?.mayBe ?? null) };
  }

  /**
   * Who has the connection of a process that has exited; null if the process lives. The connection must still exist afterwards, otherwise its heir
   * was not among those found.
   */
  async #heirs(window: XId, connectedPid: number): Promise<Heirs | null> {
    const heirs = heirsOf(connectedPid);
    const isThere = heirs === null || (await this.#connection.pidOf(window)) === connectedPid;
    return isThere ? heirs : { heir: null, mayBe: null };
  }

  async #ownerWindow(window: XId): Promise<OwnWindow> {
    const [own, ownTitle, parent] = await Promise.all([
      readWindowFacts(this.#connection, this.#atoms, window),
      readWindowTitle(this.#connection, this.#atoms, window),
      this.#connection.parentOf(window),
    ]);
    const named = own.className === null ? await this.#namedAncestor(parent) : null;
    const pid = own.pid ?? named?.pid ?? null;
    return {
      pid,
      connectedPid: own.connectedPid,
      executable: executableOf(pid),
      className: own.className ?? named?.className ?? null,
      title: named === null ? ownTitle.title : named.title,
      isComplete: !own.isGone && ownTitle.isComplete && named?.isComplete !== false,
    };
  }

  async #namedAncestor(parent: XId | null): Promise<LookedAt | null> {
    let window = parent;
    for (let up = 0; up < generations && window !== null && window !== this.#connection.root; up += 1) {
      const [facts, title, next] = await Promise.all([
        readWindowFacts(this.#connection, this.#atoms, window),
        readWindowTitle(this.#connection, this.#atoms, window),
        this.#connection.parentOf(window),
      ]);
      if (facts.className !== null) return { ...facts, executable: null, ...title };
      window = next;
    }
    return null;
  }

  async #activeWindow(): Promise<(LookedAt & { window: XId }) | null> {
    const [facts, title] = await Promise.all([this.#active.facts(), this.#active.title()]);
    return facts === null || title === null ? null : { ...facts, executable: executableOf(facts.pid), ...title };
  }
}

function windowOf({ pid, executable, className, title }: LookedAt): KnownWindow {
  return { pid, executable, className, title, isHub: isHubClass(className) };
}
