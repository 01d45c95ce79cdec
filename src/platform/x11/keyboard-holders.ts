/**
 * Whoever has grabbed a key keeps the whole keyboard from the desktop if it hangs while its grab has frozen it (X protocol, GrabKey): the server waits for it for ever. So
 * each connection of Hub's that grabs keys owns a selection, and another process of Hub's asks it for something while a grab is in force. Of one that does not
 * answer the connection is ended (KillClient), and with it the grab. It must never end a connection of another program.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { tooLate, within } from '../../base/deadline.ts';
import { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import { type Atom, currentTime, eventMask, focusMode, none, type SelectionAnswerEvent, type XId } from './protocol.ts';

/** `HELD`: of the thread that holds keys while the picker is there; as long as it does so. */
export const holderNames = ['HUB_KEYS_PICKER', 'HUB_KEYS_TEXT', 'HUB_KEYS_HELD'] as const;
export type HolderName = (typeof holderNames)[number];

/** Seldom after a while: a picker may be open for hours. */
const usualTimes = { asksEveryMs: 400, asksLaterMs: 1_200, laterMs: 10_000, answersWithinMs: 1_500 };

/** Answers for this connection, from now on until it is disposed of. Null if the connection is lost. */
export async function answerAsHolder(connection: XConnection, name: HolderName): Promise<Disposable | null> {
  const selection = await connection.internAtom(name);
  if (selection === null) return null;
  const window = connection.createWindow(0);
  const answer = (request: { owner: number; requestor: number; selection: number; target: number; time: number }): void => {
    if (request.owner === window) connection.answerSelection(request, none);
  };
  connection.events.on('selectionRequest', answer);
  connection.setSelectionOwner(window, selection, currentTime);
  return {
    [Symbol.dispose]: () => {
      connection.events.off('selectionRequest', answer);
      connection.destroyWindow(window);
    },
  };
}

/** Watches them over this connection, for as long as that lasts. `ended`: one did not answer. */
export async function watchHolders(connection: XConnection, ended: () => void, times = usualTimes): Promise<void> {
  const atoms = await Atoms.intern(connection, holderNames);
  if (atoms !== null) new HolderWatch(connection, atoms, ended, times);
}

class HolderWatch {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #ended: () => void;
  readonly #times: typeof usualTimes;
  readonly #requestor: XId;
  /** Somebody has grabbed the keyboard on the root window, as Hub does. */
  #isGrabbed = false;
  /** A thread of Hub's is ready to hold it. */
  #isHeld = false;
  #isAsking = false;
  /** When something of this changed last. */
  #changedAtMs = 0;

  constructor(connection: XConnection, atoms: Atoms, ended: () => void, times: typeof usualTimes) {
    this.#connection = connection;
    this.#atoms = atoms;
    this.#ended = ended;
    this.#times = times;
    this.#requestor = connection.createWindow(0);
    const { root, events } = connection;
    connection.watchWindow(root, eventMask.focus);
    events.on('focusIn', ({ wid, mode }) => {
      if (wid === root && mode === focusMode.grabbed) this.#tell({ isGrabbed: true });
    });
    events.on('focusOut', ({ wid, mode }) => {
      if (wid === root && mode === focusMode.letGo) this.#tell({ isGrabbed: false });
    });
    const held = atoms.of('HUB_KEYS_HELD');
    connection.watchSelection(this.#requestor, held);
    events.on('ownerChange', ({ selection, owner }) => {
      if (selection === held) this.#tell({ isHeld: owner !== none });
    });
    void connection.getSelectionOwner(held).then((owner) => this.#tell({ isHeld: owner !== none && owner !== null }));
  }

  #tell({ isGrabbed = this.#isGrabbed, isHeld = this.#isHeld }): void {
    this.#isGrabbed = isGrabbed;
    this.#isHeld = isHeld;
    this.#changedAtMs = performance.now();
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while ((this.#isGrabbed || this.#isHeld) && !this.#connection.isLost) {
      await Promise.all(holderNames.map((name) => this.#askOne(this.#atoms.of(name))));
      const { asksEveryMs, asksLaterMs, laterMs } = this.#times;
      const isLater = performance.now() - this.#changedAtMs > laterMs;
      await pause(isLater ? asksLaterMs : asksEveryMs, undefined, { ref: false });
    }
    this.#isAsking = false;
  }

  async #askOne(selection: Atom): Promise<void> {
    const connection = this.#connection;
    const owner = await connection.getSelectionOwner(selection);
    if (owner === null || owner === none) return;
    const answer = Promise.withResolvers<void>();
    let hasAnswered = false;
    const onAnswer = (event: SelectionAnswerEvent): void => {
      if (event.requestor !== this.#requestor || event.selection !== selection) return;
      hasAnswered = true;
      answer.resolve();
    };
    connection.events.on('selectionAnswer', onAnswer);
    connection.convertSelection({ requestor: this.#requestor, selection, target: selection, property: selection, time: currentTime });
    const answered = await within(this.#times.answersWithinMs, answer.promise);
    // This process may have been the late one: by the server's answer it has read what came before.
    const isSame = answered === tooLate && (await connection.getSelectionOwner(selection)) === owner;
    connection.events.off('selectionAnswer', onAnswer);
    if (!isSame || hasAnswered || !(this.#isGrabbed || this.#isHeld)) return;
    connection.order((client) => client.KillClient(owner));
    this.#ended();
  }
}
