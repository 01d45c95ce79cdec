/**
 * The thread that presses keys, and holds those of the user meanwhile: one connection, one order after another. It ends when its owner ends it, or with its
 * display. The keys that it holds it has whatever the rest of the process does.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Atoms } from '../../x11/atoms.ts';
import { connectX, type XConnection } from '../../x11/connection.ts';
import { answerAsHolder } from '../../x11/keyboard-holders.ts';
import { patienceAtoms } from '../../x11/manager-patience.ts';
import type { KeyEvent, XTest } from '../../x11/protocol.ts';
import type { KeyCombination, PasteOutcome } from '../interface.ts';
import { FocusWatch, type TurnedAway } from './focus-watch.ts';
import { HeldKeys } from './held-keys.ts';
import type { KeyGrab } from './key-map.ts';
import { arrivalAtoms, PasteArrival } from './paste-arrival.ts';
import { type PasteParts, pasteInto, synchronized, typeAway, typeHeld, typeKept } from './paste-into.ts';
import { SpareKey } from './spare-key.ts';

export type KeyOrder =
  /** `keys` null: the window is only made active. */
  | { readonly kind: 'paste'; readonly window: number; readonly keys: KeyCombination | null }
  /** What another connection has kept, and let go. */
  | { readonly kind: 'hold'; readonly events: readonly KeyEvent[] }
  /** What is held is for this window; `none` if no window has the focus. */
  | { readonly kind: 'type'; readonly window: number }
  /** `window`: which is to have those that follow; without it, that of the picker. */
  | { readonly kind: 'arm'; readonly window?: number }
  /** Those of held-keys.ts. */
  | { readonly kind: 'watch'; readonly window: number; readonly before: number; readonly closing: readonly KeyGrab[] }
  | { readonly kind: 'take'; readonly events: readonly KeyEvent[] }
  /** After a paste: the shortcut is in force again, so what was typed may follow it into that window. */
  | { readonly kind: 'follow'; readonly window: number }
  | { readonly kind: 'unarm' | 'wait' | 'stay' | 'leave' | 'drop' };

export type KeyOutcome = PasteOutcome | 'done';

/** Each order has an answer of the same number. */
export interface Numbered<Value> {
  readonly number: number;
  readonly value: Value;
}

/** What the thread says after that: the answer to an order, or that it begins with one that may have waited for others. */
export type KeyAnswer = Numbered<KeyOutcome | 'begun'>;

/** `workerData` of the thread. */
export interface PasteThreadData {
  readonly display: string;
  readonly authorityFile: string | undefined;
}

/** Before the first order; null where there is no such display, or it has no XTEST. */
async function open({ display, authorityFile }: PasteThreadData): Promise<ThreadParts | null> {
  const connected = await connectX(display, authorityFile);
  if (!connected.ok) return null;
  const connection = connected.value;
  const [test, atoms, spare] = await Promise.all([
    connection.request<XTest | undefined>((client, reply) => client.require('xtest', reply)),
    Atoms.intern(connection, ['_NET_ACTIVE_WINDOW', ...arrivalAtoms, ...patienceAtoms]),
    SpareKey.open(connection),
  ]);
  if (test && atoms !== null && spare !== null) {
    // Another process ends a connection that does not answer.
    void connection.lost.then(() => process.exit());
    const held = new HeldKeys(connection, inTurn);
    const turnedAway = (away: TurnedAway): void => inTurn(() => typeAway(opened, away));
    const focus = new FocusWatch({ connection, kept: () => held.count, turnedAway });
    const opened: ThreadParts = { connection, test, atoms, held, focus, spare, answers: new Answers(connection), arrival: null };
    return opened;
  }
  await connection.close();
  return null;
}

/** As long as it may hold keys, another process asks this connection whether it lives. */
class Answers {
  readonly #connection: XConnection;
  #holder: Disposable | null = null;

  constructor(connection: XConnection) {
    this.#connection = connection;
  }

  async begin(): Promise<void> {
    this.#holder ??= await answerAsHolder(this.#connection, 'HUB_KEYS_HELD');
  }

  end(): void {
    this.#holder?.[Symbol.dispose]();
    this.#holder = null;
  }
}

interface ThreadParts extends PasteParts {
  readonly answers: Answers;
  /** Of the last paste. */
  arrival: PasteArrival | null;
}

async function carryOut(parts: ThreadParts, order: KeyOrder): Promise<KeyOutcome> {
  const { connection, held } = parts;
  // A key that closed the picker came before the order: once its window is not watched any more, nobody would hold what follows that key.
  await synchronized(connection);
  switch (order.kind) {
    case 'paste':
      return paste(parts, order.window, order.keys);
    case 'hold':
      held.holdOn(order.events);
      await synchronized(connection);
      break;
    case 'type':
      await typeKept(parts, order.window);
      parts.answers.end();
      break;
    case 'watch':
      held.watch(order);
      await parts.focus.begin(order.window, order.before);
      await parts.answers.begin();
      break;
    case 'arm':
      if (order.window !== undefined) {
        held.watch({ window: order.window, closing: [] });
        await parts.answers.begin();
      }
      if (!(await held.arm())) return 'unavailable';
      break;
    case 'unarm':
      await held.unarm();
      break;
    case 'wait':
      held.wait();
      break;
    case 'take':
      held.take(order.events);
      await synchronized(connection);
      break;
    case 'stay':
      await held.stay();
      break;
    case 'leave':
      await held.stay();
      held.unwatch();
      parts.answers.end();
      break;
    case 'follow':
      await follow(parts, order.window);
      break;
    case 'drop':
      held.unwatch();
      held.drop();
      parts.answers.end();
  }
  return 'done';
}

/** Keys that wait for a window that does not come are for nobody; those that were pressed in another one, to which the user has turned, are for that one. */
async function paste(parts: ThreadParts, window: number, keys: KeyCombination | null): Promise<PasteOutcome> {
  const { connection, atoms, held, focus } = parts;
  held.expect();
  forgetArrival(parts);
  parts.arrival = keys === null ? null : await PasteArrival.before(connection, atoms, window);
  const outcome = await pasteInto(parts, window, keys);
  if (outcome === 'pasted') parts.arrival?.begin();
  else forgetArrival(parts);
  if (keys !== null && outcome === 'pasted') held.wait();
  const away = outcome === 'left' ? await focus.away() : null;
  if (away !== null) await typeAway(parts, away);
  if (outcome !== 'pasted' && held.isHolding) held.discard();
  // Otherwise what was typed follows the paste.
  if (keys === null || outcome !== 'pasted') focus.rest();
  return outcome;
}

function forgetArrival(parts: ThreadParts): void {
  parts.arrival?.[Symbol.dispose]();
  parts.arrival = null;
}

async function follow(parts: ThreadParts, window: number): Promise<void> {
  const { arrival, focus, held } = parts;
  while (held.isHolding) {
    // Who has turned away waits for nothing, and may be back a moment later.
    const away = await focus.away();
    if (away !== null) await typeAway(parts, away);
    else {
      await Promise.race([arrival?.hasArrived, focus.turned]);
      if ((await focus.away()) === null) await typeHeld(parts, window);
    }
  }
  forgetArrival(parts);
  focus.rest();
  parts.answers.end();
}

/** The first message: whether keys can be pressed. Orders come after it. */
export type PasteReady = 'ready' | 'not-ready';

const parts = open(workerData as PasteThreadData);
void parts.then((opened) => parentPort?.postMessage((opened === null ? 'not-ready' : 'ready') satisfies PasteReady));
let turn: Promise<unknown> = parts;
parentPort?.on('message', ({ number, value: order }: Numbered<KeyOrder>) => {
  inTurn(async () => {
    const opened = await parts;
    if (order.kind === 'paste') parentPort?.postMessage({ number, value: 'begun' } satisfies KeyAnswer);
    const value = opened === null ? 'unavailable' : await carryOut(opened, order);
    parentPort?.postMessage({ number, value } satisfies KeyAnswer);
    if (opened !== null && order.kind === 'paste' && (order.keys === null || value !== 'pasted')) opened.answers.end();
  });
});

function inTurn(order: () => Promise<void>): void {
  turn = turn.then(order);
}
