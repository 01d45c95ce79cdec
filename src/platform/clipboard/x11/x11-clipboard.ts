/**
 * The clipboard on X11: CLIPBOARD; and PRIMARY, which changes with every selected word, only if somebody watches it. One connection for watching and for offering, which is also
 * how a watch recognizes our own copies: their owner is one of our windows.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type DetailedLog, msSince, noDetails } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { X11ActiveWindow } from '../../x11/active-window.ts';
import { Atoms } from '../../x11/atoms.ts';
import { connectX, type XConnection } from '../../x11/connection.ts';
import { watchHolders } from '../../x11/keyboard-holders.ts';
import { ServerClock } from '../../x11/server-clock.ts';
import { windowAtoms } from '../../x11/window-properties.ts';
import { plannableTargets } from '../formats.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, OfferedRepresentation, OfferFailure } from '../interface.ts';
import { markNames } from '../marks.ts';
import { atOnce, SettledPace } from '../watch-pace.ts';
import { managerAtoms, X11ClipboardManager } from './clipboard-manager.ts';
import { X11Watch } from './clipboard-watch.ts';
import { answerProperties } from './conversions.ts';
import { OwnerLookup } from './owner/owner-lookup.ts';
import { offerAtoms, X11SelectionOwner } from './selection-owner.ts';

/** A property of our windows, which tells the server's time when it is changed. */
const clockAtom = 'HUB_TIME';

const mostTakeovers = 5;
const againAfterMs = 300;
/** A property of the root window. */
const sessionAtom = 'HUB_SESSION';

export interface X11Options {
  readonly authorityFile?: string | undefined;
  readonly log?: DetailedLog | undefined;
  readonly isXwayland?: boolean;
  readonly successor?: Clipboard['successor'];
}

/** Connects to the display and interns all atoms that a copy may need. */
export async function openX11Clipboard(
  display: string,
  { authorityFile, log = noDetails, isXwayland = false, successor }: X11Options = {},
): Promise<Outcome<Clipboard, 'no-display' | 'no-xfixes'>> {
  const startMs = performance.now();
  const opened = await connectX(display, authorityFile);
  log.debug('x connected', { reason: opened.ok ? null : opened.reason, ms: msSince(startMs) });
  if (!opened.ok) return opened;
  const names = [
    ...offerAtoms,
    ...managerAtoms,
    clockAtom,
    sessionAtom,
    'STRING',
    ...windowAtoms,
    ...answerProperties,
    ...plannableTargets,
    ...markNames,
  ];
  const atoms = await Atoms.intern(opened.value, names);
  log.debug('x atoms interned', { names: names.length, known: atoms !== null, ms: msSince(startMs) });
  return atoms === null ? failed('no-display') : done(new X11Clipboard(opened.value, atoms, { log, isXwayland, successor }));
}

class X11Clipboard implements Clipboard {
  readonly isXwayland: boolean;
  readonly successor: Clipboard['successor'];
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #log: DetailedLog;
  readonly #active: X11ActiveWindow;
  readonly #clock: ServerClock;
  readonly #offers: X11SelectionOwner;
  readonly #offersSelected: X11SelectionOwner;
  #manager: X11ClipboardManager | null = null;
  #watch: Pick<X11Watch<string>, 'stop' | 'ended' | 'emptySince'> | null = null;
  #selected: Pick<X11Watch<string>, 'stop' | 'ended'> | null = null;

  constructor(
    connection: XConnection,
    atoms: Atoms,
    { log, isXwayland, successor }: Pick<X11Options, 'successor'> & { readonly log: DetailedLog; readonly isXwayland: boolean },
  ) {
    this.isXwayland = isXwayland;
    this.successor = successor;
    this.#log = log;
    this.#connection = connection;
    this.#atoms = atoms;
    this.#active = new X11ActiveWindow(connection, atoms);
    this.#clock = new ServerClock(connection, { name: atoms.of(clockAtom), type: atoms.of('INTEGER') });
    const parts = { connection, atoms, clock: this.#clock, log };
    this.#offers = new X11SelectionOwner({ ...parts, selection: 'CLIPBOARD' });
    this.#offersSelected = new X11SelectionOwner({ ...parts, selection: 'PRIMARY' });
    // This process has a connection, and the others come after it.
    if (!isXwayland) void watchHolders(connection, () => log.debug('keyboard let go'));
  }

  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#watch?.stop();
    this.#manager?.close();
    const watch = new X11Watch<Refusal>({ ...this.#watchParts(options), selection: 'CLIPBOARD', pace: atOnce });
    this.#watch = watch;
    watch.start();
    const { isSafe } = options;
    this.#manager = isSafe
      ? new X11ClipboardManager({
          connection: this.#connection,
          atoms: this.#atoms,
          clock: this.#clock,
          log: this.#log,
          isSafe,
          askedToSave: () => watch.askedToSave(),
        })
      : null;
    void this.#manager?.start();
    return watch;
  }

  watchSelected<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#selected?.stop();
    const watch = new X11Watch<Refusal>({ ...this.#watchParts(options), selection: 'PRIMARY', pace: new SettledPace() });
    this.#selected = watch;
    watch.start();
    return watch;
  }

  #watchParts<Refusal extends string>(options: ClipboardWatchOptions<Refusal>) {
    const [connection, atoms, active, clock, log] = [this.#connection, this.#atoms, this.#active, this.#clock, this.#log];
    const owners = new OwnerLookup({ connection, atoms, active, identifyOwner: options.identifyOwner });
    return { connection, atoms, owners, clock, options, log };
  }

  offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    return this.#offers.offer(representations);
  }

  offerSelected(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    return this.#offersSelected.offer(representations);
  }

  /**
   * Whoever takes the clipboard later has a later time, and the server ignores ours then. A program may give up again what it does not own any more: that
   * changes the time. It is tried again after a moment, in which a program that copies has taken the clipboard.
   */
  async takeOver(representations: readonly OfferedRepresentation[], isWanted: () => boolean): Promise<Outcome<void, OfferFailure>> {
    for (let tries = 0; tries < mostTakeovers; tries += 1) {
      const since = this.#watch?.emptySince ?? null;
      if (since === null) break;
      const taken = await this.#offers.offer(representations, () => (this.#watch?.emptySince === since && isWanted() ? since : null));
      if (taken.ok || this.#watch?.emptySince === since) return taken;
      await pause(againAfterMs, undefined, { ref: false });
    }
    return failed('not-owner');
  }

  /** A property of the root window: it lasts as long as the server does. Whoever is first writes it. */
  async session(): Promise<string | null> {
    const [root, name] = [this.#connection.root, this.#atoms.of(sessionAtom)];
    const read = async (): Promise<string | null> => {
      const value = await this.#connection.getProperty(root, name, 0, 64);
      return value === null || value.data.length === 0 ? null : value.data.toString('latin1');
    };
    const known = await read();
    if (known !== null || this.#connection.isLost) return known;
    this.#connection.changeProperty(root, name, this.#atoms.of('STRING'), 8, Buffer.from(randomUUID()));
    return read();
  }

  async close(): Promise<void> {
    this.#watch?.stop();
    this.#selected?.stop();
    this.#manager?.close();
    this.#offers.close();
    this.#offersSelected.close();
    this.#active.stop();
    await this.#watch?.ended;
    await this.#selected?.ended;
    await this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
