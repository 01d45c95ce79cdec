/**
 * The clipboard manager of a display (freedesktop.org's ClipboardManager specification, ICCCM 2.8): a program that is about to exit asks the owner of
 * CLIPBOARD_MANAGER to save its copy (SAVE_TARGETS), and waits for the answer. Hub has read each copy anyway; the answer says that it is safe.
 *
 * A display has one manager. While there is another one, Hub leaves it alone, and takes its place when it has gone.
 */
import type { DetailedLog } from '../../../base/log.ts';
import type { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import {
  eventMask,
  isBefore,
  none,
  type SelectionClearEvent,
  type SelectionRequestEvent,
  type ServerTime,
  type XId,
} from '../../x11/protocol.ts';
import type { ServerClock } from '../../x11/server-clock.ts';

export const managerAtoms: readonly string[] = ['CLIPBOARD_MANAGER', 'MANAGER', 'SAVE_TARGETS', 'NULL'];

export interface ClipboardManagerParts {
  readonly connection: XConnection;
  readonly atoms: Atoms;
  readonly clock: ServerClock;
  readonly log: DetailedLog;
  /** Resolves when the present copy is safe, or with false if it is not going to be. Never rejects. */
  readonly isSafe: () => Promise<boolean>;
  /** A program asks for that. What it returns is called, with a steady time, once the program was told. */
  readonly askedToSave: () => (nowMs: number) => void;
}

/** Qt looks at one request for its copy each time that something arrives while it waits for our answer: what is queued behind it would never be read. */
const wakesEveryMs = 10;
/** One program has the copy; whoever asks besides it needs no answer of its own. */
const mostWoken = 4;

export class X11ClipboardManager {
  readonly #parts: ClipboardManagerParts;
  readonly #window: XId;
  /** When we became the manager; null while we are not. */
  #since: ServerTime | null = null;
  #forgetOther: () => void = () => {};
  readonly #woken = new Set<XId>();
  #closed = false;

  constructor(parts: ClipboardManagerParts) {
    this.#parts = parts;
    this.#window = parts.connection.createWindow(eventMask.property);
    parts.connection.events.on('selectionRequest', this.#onRequest).on('selectionClear', this.#onClear);
  }

  /** Becomes the manager, now or when the present one has gone. */
  async start(triesLeft = 2): Promise<void> {
    const { connection, clock, log } = this.#parts;
    const [selection, manager] = [this.#parts.atoms.of('CLIPBOARD_MANAGER'), this.#parts.atoms.of('MANAGER')];
    const since = await clock.now(this.#window);
    const owner = await connection.getSelectionOwner(selection);
    if (this.#closed || since === null || owner === null) return;
    if (owner !== none) return this.#waitFor(owner);
    connection.setSelectionOwner(this.#window, selection, since);
    const now = await connection.getSelectionOwner(selection);
    if (this.#closed || now === null) return;
    // Another one may have given it up after the time that was asked for.
    if (now === none) return triesLeft > 0 ? this.start(triesLeft - 1) : undefined;
    if (now !== this.#window) return this.#waitFor(now);
    this.#since = since;
    // Whoever waits for a manager listens to the root (ICCCM 2.8).
    connection.sendToRoot(connection.root, manager, [since, selection, this.#window, 0, 0], eventMask.structure);
    log.debug('x clipboard manager', { is: 'us' });
  }

  close(): void {
    this.#closed = true;
    this.#since = null;
    this.#forgetOther();
    this.#parts.connection.events.off('selectionRequest', this.#onRequest).off('selectionClear', this.#onClear);
    this.#parts.connection.destroyWindow(this.#window);
  }

  /** ICCCM 2.8: a manager that ends, or is replaced, destroys the window that owned the selection. */
  #waitFor(other: XId): void {
    this.#parts.log.debug('x clipboard manager', { is: 'another' });
    const gone = (): void => {
      this.#forgetOther();
      this.#parts.connection.events.off('destroy', onDestroy);
      if (!this.#closed) void this.start();
    };
    const onDestroy = ({ wid }: { readonly wid: XId }): void => {
      if (wid === other) gone();
    };
    this.#parts.connection.events.on('destroy', onDestroy);
    const forget = this.#parts.connection.watchWindow(other, eventMask.structure, gone);
    this.#forgetOther = () => {
      forget();
      this.#parts.connection.events.off('destroy', onDestroy);
      this.#forgetOther = () => {};
    };
  }

  /** Another manager took over by force. */
  readonly #onClear = (event: SelectionClearEvent): void => {
    if (event.owner !== this.#window || this.#since === null || isBefore(event.time, this.#since)) return;
    this.#since = null;
    void this.start();
  };

  readonly #onRequest = (event: SelectionRequestEvent): void => {
    if (event.owner === this.#window) void this.#answer(event);
  };

  async #answer(request: SelectionRequestEvent): Promise<void> {
    const { connection, atoms, log, askedToSave } = this.#parts;
    const saved = askedToSave();
    const property = request.property === none ? request.target : request.property;
    const isCurrent = this.#since !== null && (request.time === 0 || !isBefore(request.time, this.#since));
    const isGiven = isCurrent && (await this.#give(request, property));
    connection.answerSelection(request, isGiven ? property : none);
    if (request.target !== atoms.of('SAVE_TARGETS')) return;
    if (isGiven) saved(performance.now());
    log.debug('x copy to be saved', { current: isCurrent });
  }

  async #give({ requestor, target }: SelectionRequestEvent, property: number): Promise<boolean> {
    const { connection, atoms } = this.#parts;
    if (target === atoms.of('TARGETS')) {
      const targets = ['TARGETS', 'TIMESTAMP', 'SAVE_TARGETS'].map((name) => atoms.of(name));
      connection.changeProperty(requestor, property, atoms.of('ATOM'), 32, targets);
      return true;
    }
    if (target === atoms.of('TIMESTAMP')) {
      connection.changeProperty(requestor, property, atoms.of('INTEGER'), 32, [this.#since ?? 0]);
      return true;
    }
    if (target !== atoms.of('SAVE_TARGETS') || !(await this.#isSafe(requestor))) return false;
    // A target with a side effect has an empty answer (ICCCM 2.6.3).
    connection.changeProperty(requestor, property, atoms.of('NULL'), 32, []);
    return true;
  }

  /** Until the copy is safe, its program gets messages that say nothing, so that it answers what else it was asked. */
  async #isSafe(requestor: XId): Promise<boolean> {
    const { connection, atoms, isSafe } = this.#parts;
    if (this.#woken.has(requestor) || this.#woken.size >= mostWoken) return isSafe();
    const nothing = atoms.of('NULL');
    const waking = setInterval(() => {
      connection.order((client) => client.SendClientMessage(requestor, requestor, nothing, 32, [0, 0, 0, 0, 0], 0));
    }, wakesEveryMs);
    this.#woken.add(requestor);
    try {
      return await isSafe();
    } finally {
      clearInterval(waking);
      this.#woken.delete(requestor);
    }
  }
}
