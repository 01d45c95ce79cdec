/**
 * The clipboard on X11: CLIPBOARD, not PRIMARY, which changes with every selected word. One connection for watching and for offering, which is also
 * how a watch recognizes our own copies: their owner is one of our windows.
 */
import { type DetailedLog, msSince, noDetails } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { X11ActiveWindow } from '../../x11/active-window.ts';
import { Atoms } from '../../x11/atoms.ts';
import { connectX, type XConnection } from '../../x11/connection.ts';
import { windowAtoms } from '../../x11/window-properties.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, OfferedRepresentation, OfferFailure } from '../interface.ts';
import { markNames } from '../marks.ts';
import { X11Watch } from './clipboard-watch.ts';
import { answerProperties } from './conversions.ts';
import { plannableTargets } from './formats.ts';
import { OwnerLookup } from './owner-lookup.ts';
import { offerAtoms, X11SelectionOwner } from './selection-owner.ts';

/** Connects to the display and interns all atoms that a copy may need. */
export async function openX11Clipboard(
  display: string,
  authorityFile?: string,
  log: DetailedLog = noDetails,
): Promise<Outcome<Clipboard, 'no-display' | 'no-xfixes'>> {
  const startMs = performance.now();
  const opened = await connectX(display, authorityFile);
  log.debug('x connected', { reason: opened.ok ? null : opened.reason, ms: msSince(startMs) });
  if (!opened.ok) return opened;
  const names = [...offerAtoms, ...windowAtoms, ...answerProperties, ...plannableTargets, ...markNames];
  const atoms = await Atoms.intern(opened.value, names);
  log.debug('x atoms interned', { names: names.length, known: atoms !== null, ms: msSince(startMs) });
  return atoms === null ? failed('no-display') : done(new X11Clipboard(opened.value, atoms, log));
}

class X11Clipboard implements Clipboard {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #log: DetailedLog;
  readonly #active: X11ActiveWindow;
  readonly #offers: X11SelectionOwner;
  #watch: Pick<X11Watch<string>, 'stop' | 'ended'> | null = null;

  constructor(connection: XConnection, atoms: Atoms, log: DetailedLog) {
    this.#log = log;
    this.#connection = connection;
    this.#atoms = atoms;
    this.#active = new X11ActiveWindow(connection, atoms);
    this.#offers = new X11SelectionOwner({ connection, atoms, log });
  }

  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#watch?.stop();
    const owners = new OwnerLookup({
      connection: this.#connection,
      atoms: this.#atoms,
      active: this.#active,
      identifyOwner: options.identifyOwner,
    });
    const watch = new X11Watch<Refusal>({ connection: this.#connection, atoms: this.#atoms, owners, options, log: this.#log });
    this.#watch = watch;
    watch.start();
    return watch;
  }

  offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    return this.#offers.offer(representations);
  }

  async close(): Promise<void> {
    this.#watch?.stop();
    this.#offers.close();
    this.#active.stop();
    await this.#watch?.ended;
    await this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
