/** The clipboard of a Wayland session: one connection for watching and for offering. */
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../../base/deadline.ts';
import { type DetailedLog, msSince, noDetails } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { type ActiveWindow, lacksPermission, openActiveWindow, type ToplevelWindow } from '../../wayland/active-window.ts';
import { WaylandConnection } from '../../wayland/connection.ts';
import { WaylandGlobals } from '../../wayland/globals.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, OfferedRepresentation, OfferFailure } from '../interface.ts';
import { atOnce, SettledPace, type WatchPace } from '../watch-pace.ts';
import { DataControl, type SelectionKind } from './data-control.ts';
import { SelectionSource } from './selection-source.ts';
import { WaylandWatch } from './wayland-watch.ts';

/** A program may empty the clipboard just before it copies. */
const takesOverAfterMs = 50;
/** The user is waiting for Hub to stop. */
const endsWithinMs = 1_000;

/** A compositor that gives a permission looks for it in files that it reads again every second or two. */
const permittedWithinMs = 4_000;
const looksAgainMs = 200;

export interface WaylandPlace {
  readonly socketPath: string;
  /** Requests the permission to know which window is active, where the compositor gives one; `written`: it may have it in a moment. */
  readonly requestPermission?: (() => Promise<'written' | 'present' | 'no'>) | undefined;
  /** For how long it may say nothing at first; by default as long as at any time. */
  readonly firstAnswerMs?: number | undefined;
  readonly log?: DetailedLog | undefined;
}

type Opening = Outcome<Session, 'no-display' | 'wayland'>;

/**
 * Connects to the compositor at this socket. `no-display`: it does not answer; it may later. `wayland`: it lets no program see the clipboard that has no
 * window, or this machine is not supported.
 */
export async function openWaylandClipboard(place: WaylandPlace): Promise<Outcome<Clipboard, 'no-display' | 'wayland'>> {
  const opened = await openPermitted(place);
  return opened.ok ? done(new WaylandClipboard(opened.value)) : opened;
}

/** A permission counts for connections that are made after it was given. */
async function openPermitted(place: WaylandPlace): Promise<Opening> {
  const { log = noDetails, requestPermission } = place;
  const untilMs = performance.now() + permittedWithinMs;
  const first = await openSession(place);
  if (!first.ok || !first.value.lacksPermission || requestPermission === undefined) return first;
  const requested = await requestPermission();
  log.debug('wayland permission', { is: requested });
  let last: Opening = first;
  while (requested === 'written' && last.ok && last.value.lacksPermission && performance.now() < untilMs) {
    last.value.connection.close();
    await pause(looksAgainMs, undefined, { ref: false });
    last = await openSession(place);
  }
  return last;
}

interface Session {
  readonly connection: WaylandConnection;
  readonly control: DataControl;
  /** Null if the compositor does not tell. */
  readonly windows: ActiveWindow | null;
  readonly lacksPermission: boolean;
  readonly socketPath: string;
  readonly log: DetailedLog;
}

async function openSession({ socketPath, firstAnswerMs, log = noDetails }: WaylandPlace): Promise<Opening> {
  const startMs = performance.now();
  const opened = WaylandConnection.connect(socketPath, log);
  log.debug('wayland connected', { reason: opened.ok ? null : opened.reason, ms: msSince(startMs) });
  if (!opened.ok) return failed(opened.reason === 'unsupported' ? 'wayland' : opened.reason);
  const connection = opened.value;
  const globals = await WaylandGlobals.read(connection, firstAnswerMs);
  const control = globals && (await DataControl.open(connection, globals));
  const windows = globals && control && (await openActiveWindow(connection, globals));
  const isThere = !connection.isLost;
  log.debug('wayland interfaces', { dataControl: control !== null, windows: windows !== null, ms: msSince(startMs) });
  if (isThere && globals !== null && control !== null)
    return done({ connection, control, windows, lacksPermission: lacksPermission(globals), socketPath, log });
  connection.close();
  return failed(isThere ? 'wayland' : 'no-display');
}

class WaylandClipboard implements Clipboard {
  readonly isAnonymous = true;
  readonly #connection: WaylandConnection;
  readonly #control: DataControl;
  readonly #activeWindow: () => ToplevelWindow | null;
  readonly #socketPath: string;
  readonly #log: DetailedLog;
  readonly #sources: Readonly<Record<SelectionKind, SelectionSource>>;
  #watch: Pick<WaylandWatch<string>, 'stop' | 'ended' | 'emptySince'> | null = null;
  #selected: Pick<WaylandWatch<string>, 'stop' | 'ended'> | null = null;

  constructor({ connection, control, windows, socketPath, log }: Session) {
    this.#connection = connection;
    this.#control = control;
    this.#socketPath = socketPath;
    this.#log = log;
    this.#activeWindow = () => windows?.now ?? null;
    const source = (kind: SelectionKind) => new SelectionSource({ connection, control, kind, log });
    this.#sources = { clipboard: source('clipboard'), primary: source('primary') };
  }

  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#watch?.stop();
    const watch = this.#newWatch(options, 'clipboard', atOnce);
    this.#watch = watch;
    watch.start();
    return watch;
  }

  watchSelected<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#selected?.stop();
    const watch = this.#newWatch(options, 'primary', new SettledPace());
    this.#selected = watch;
    watch.start();
    return watch;
  }

  #newWatch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>, kind: SelectionKind, pace: WatchPace): WaylandWatch<Refusal> {
    const [connection, control, activeWindow, log] = [this.#connection, this.#control, this.#activeWindow, this.#log];
    return new WaylandWatch<Refusal>({
      ...{ connection, control, activeWindow, log, options, kind, pace },
      isOurs: (offer) => this.#sources[kind].isOurs(offer),
    });
  }

  offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    return this.#sources.clipboard.offer(representations);
  }

  offerSelected(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    return this.#sources.primary.offer(representations);
  }

  /** The compositor gives the clipboard to whoever asks last: everything that was copied until then is known before it is taken. */
  async takeOver(representations: readonly OfferedRepresentation[], isWanted: () => boolean): Promise<Outcome<void, OfferFailure>> {
    const since = this.#watch?.emptySince ?? null;
    if (since === null) return failed('not-owner');
    await pause(takesOverAfterMs, undefined, { ref: false });
    await this.#connection.sync();
    return this.#watch?.emptySince === since && isWanted() ? this.offer(representations) : failed('not-owner');
  }

  /** A compositor makes its socket anew. */
  async session(): Promise<string | null> {
    try {
      const { ino, ctimeMs } = statSync(this.#socketPath);
      return `wayland ${ino} ${ctimeMs}`;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    const watches = [this.#watch, this.#selected].filter((watch) => watch !== null);
    for (const watch of watches) watch.stop();
    for (const source of Object.values(this.#sources)) source.close();
    // So that the compositor has heard of it.
    await within(endsWithinMs, this.#connection.sync());
    await Promise.all(watches.map((watch) => watch.ended));
    this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
