/**
 * When what is typed after a paste comes after it. A program that pastes asks for the copy and goes on reading keys, so a key that is pressed at once would come before
 * the text. Hub says who has asked for the copy, and to whom it has given it (content-given.ts). Where another program has it, or nothing is asked, the one that pastes says
 * that it has worked off what came before (EWMH, `_NET_WM_PING`), and the one that has the copy that it has seen what was asked before: programs work off events one after
 * another.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../../base/deadline.ts';
import type { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import { type GivenWatch, givenAtoms, watchGiven } from '../../x11/content-given.ts';
import { currentTime, eventMask, type MessageEvent, none, type SelectionAnswerEvent, type XId } from '../../x11/protocol.ts';

export const arrivalAtoms: readonly string[] = ['WM_PROTOCOLS', '_NET_WM_PING', 'CLIPBOARD', 'PRIMARY', 'TARGETS', ...givenAtoms];

/** Of a program that says nothing, and of one that hands the key to another process of its own before it asks. */
const asksWithinMs = 150;
/** Of one that says that it has worked off the keys, and of one that is sure to ask. */
const arrivesWithinMs = 2_000;
/** Xfce's terminal asks for the text to see whether it is safe, and once more to paste it. */
const turnsAfterGiven = 2;
/** GTK's editors ask for their own format, for the list of formats, and for the text, one after another. */
const mostQuestions = 4;
const bytesOfList = 256;
/** A manager numbers its own, from 1 on or by the time, and hears these answers too. */
const firstPing = 0x4855_0000;

interface ArrivalParts {
  readonly connection: XConnection;
  readonly atoms: Atoms;
  readonly window: XId;
  /** Who has what is on the clipboard. */
  readonly owner: XId;
  /** Of the clipboard and of the selection; null where that is none of Hub's. */
  readonly watches: readonly (GivenWatch | null)[];
  readonly answersPings: boolean;
}

export class PasteArrival implements Disposable {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #window: XId;
  readonly #owner: XId;
  /** Those of Hub's. */
  readonly #watches: readonly GivenWatch[];
  /** Hub has what is on the clipboard. */
  readonly #isOurs: boolean;
  readonly #answersPings: boolean;
  readonly #requestor: XId;
  readonly #stop: () => void;
  #pings = firstPing;
  #isOver = false;
  /** To the last question. */
  #answer: Promise<void> = Promise.resolve();
  #arrived: Promise<unknown> = Promise.resolve();

  private constructor(parts: ArrivalParts) {
    const { connection, atoms, window, owner, watches, answersPings } = parts;
    [this.#connection, this.#atoms, this.#window, this.#owner] = [connection, atoms, window, owner];
    this.#watches = watches.filter((watch) => watch !== null);
    [this.#isOurs, this.#answersPings] = [Boolean(watches[0]), answersPings];
    this.#requestor = connection.createWindow(0);
    // The answer to a ping is sent to the root window.
    this.#stop = answersPings ? connection.watchWindow(connection.root, eventMask.substructure) : () => {};
  }

  /** Before the paste into `window`. */
  static async before(connection: XConnection, atoms: Atoms, window: XId): Promise<PasteArrival> {
    const [owners, protocols] = await Promise.all([
      Promise.all(['CLIPBOARD', 'PRIMARY'].map((name) => connection.getSelectionOwner(atoms.of(name)))),
      connection.getProperty(window, atoms.of('WM_PROTOCOLS'), 0, bytesOfList),
    ]);
    const watched = owners.map((owner) => (owner ? watchGiven(connection, atoms, { owner, taker: window }) : null));
    const watches = await Promise.all(watched);
    const said = protocols?.data ?? Buffer.alloc(0);
    const answersPings = Array.from({ length: said.length >> 2 }, (_, at) => said.readUInt32LE(at * 4)).includes(atoms.of('_NET_WM_PING'));
    return new PasteArrival({ connection, atoms, window, owner: owners[0] ?? none, watches, answersPings });
  }

  /** After the keys were pressed. */
  begin(): void {
    const given = this.#watches.map((watch) => watch.given.then(() => this.#isTakenOnce()));
    this.#arrived = within(arrivesWithinMs, Promise.race([...given, this.#isWorkedOff()])).finally(() => {
      this.#isOver = true;
    });
  }

  /** Resolves once what is pressed comes after the text, or if nobody can say, in a moment. */
  get hasArrived(): Promise<unknown> {
    return this.#arrived;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#stop();
    for (const watch of this.#watches) watch[Symbol.dispose]();
    // Many a program ends by the error that an answer into a window that is gone gets.
    void this.#answer.then(() => this.#connection.destroyWindow(this.#requestor));
  }

  async #isWorkedOff(): Promise<void> {
    if (!this.#answersPings) {
      // It is sure to ask Hub.
      await pause(this.#isOurs ? arrivesWithinMs : asksWithinMs);
      return;
    }
    const leastMs = performance.now() + (this.#isOurs ? asksWithinMs : 0);
    for (let question = 0; question < mostQuestions || performance.now() < leastMs; question += 1) {
      await this.#turn();
      if (this.#isOver) return;
    }
  }

  /** It has been given content, and has what it asked for because of that. */
  async #isTakenOnce(): Promise<void> {
    if (!this.#answersPings) return;
    for (let turn = 0; turn < turnsAfterGiven && !this.#isOver; turn += 1) await this.#turn();
  }

  /** What it was told has been worked off, and what it asked for by then has its answer. */
  async #turn(): Promise<void> {
    await this.#ping();
    if (this.#isOver) return;
    await this.#askOwner();
    await Promise.all(this.#watches.map((watch) => watch.settled()));
  }

  async #ping(): Promise<void> {
    this.#pings += 1;
    const [connection, window, ping] = [this.#connection, this.#window, this.#atoms.of('_NET_WM_PING')];
    const [protocols, number] = [this.#atoms.of('WM_PROTOCOLS'), this.#pings];
    const answered = Promise.withResolvers<void>();
    const onMessage = ({ wid, message_type, data }: MessageEvent): void => {
      if (wid === connection.root && message_type === protocols && data[0] === ping && data[1] === number && data[2] === window)
        answered.resolve();
    };
    connection.events.on('message', onMessage);
    connection.order((client) => client.SendClientMessage(window, window, protocols, 32, [ping, number, window, 0, 0], 0));
    await within(arrivesWithinMs, answered.promise);
    connection.events.off('message', onMessage);
  }

  async #askOwner(): Promise<void> {
    if (this.#owner === none) return;
    const [connection, requestor, selection] = [this.#connection, this.#requestor, this.#atoms.of('CLIPBOARD')];
    const answered = Promise.withResolvers<void>();
    const onAnswer = (event: SelectionAnswerEvent): void => {
      if (event.requestor !== requestor) return;
      connection.events.off('selectionAnswer', onAnswer);
      answered.resolve();
    };
    connection.events.on('selectionAnswer', onAnswer);
    this.#answer = answered.promise;
    const target = this.#atoms.of('TARGETS');
    connection.convertSelection({ requestor, selection, target, property: target, time: currentTime });
    await within(arrivesWithinMs, answered.promise);
  }
}
