/**
 * For how long a window manager is waited for. One that is late, because the machine has much to do, is not one that refuses: it works off requests one after another, so an
 * answer to a question that was asked after them (EWMH, `_NET_REQUEST_FRAME_EXTENTS`) says that it has seen them. Only from then on does the time count.
 */
import type { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import { type Atom, eventMask, type PropertyEvent, type XId } from './protocol.ts';

const [supported, check, question, answer] = [
  '_NET_SUPPORTED',
  '_NET_SUPPORTING_WM_CHECK',
  '_NET_REQUEST_FRAME_EXTENTS',
  '_NET_FRAME_EXTENTS',
] as const;
export const patienceAtoms: readonly string[] = [supported, check, question, answer];

/** One that animates takes longer than a few milliseconds. */
const respondsWithinMs = 1_500;
/** What the user has typed waits meanwhile. */
export const lateWithinMs = 6_000;
/** Managers support about a hundred things. */
const bytesOfList = 4_096;

export class ManagerPatience implements Disposable {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #window: XId;
  readonly #startMs = performance.now();
  /** When it had seen what was requested; null while it has not. */
  #seenAtMs: number | null = null;
  readonly #answers: boolean;
  #isAsked = false;

  private constructor(connection: XConnection, atoms: Atoms, answers: boolean) {
    [this.#connection, this.#atoms, this.#answers] = [connection, atoms, answers];
    this.#window = connection.createWindow(eventMask.property);
    connection.events.on('property', this.#onProperty);
  }

  /** Before the first request. */
  static async begin(connection: XConnection, atoms: Atoms): Promise<ManagerPatience> {
    const list = (await connection.getProperty(connection.root, atoms.of(supported), 0, bytesOfList))?.data ?? Buffer.alloc(0);
    const answers = Array.from({ length: list.length >> 2 }, (_, at) => list.readUInt32LE(at * 4)).includes(atoms.of(question));
    return new ManagerPatience(connection, atoms, answers && !(await isLeftOver(connection, atoms.of(check))));
  }

  /** Right after a request, which may be repeated. */
  requested(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    if (this.#answers) this.#connection.sendToRoot(this.#window, this.#atoms.of(question), [0, 0, 0, 0, 0]);
    else this.#seenAtMs = performance.now();
  }

  /** It has seen the request and does nothing, or it does not answer at all. */
  get hasEnded(): boolean {
    const nowMs = performance.now();
    const hasRefused = this.#seenAtMs !== null && nowMs - this.#seenAtMs > respondsWithinMs;
    return hasRefused || nowMs - this.#startMs > lateWithinMs;
  }

  [Symbol.dispose](): void {
    this.#connection.events.off('property', this.#onProperty);
    this.#connection.destroyWindow(this.#window);
  }

  readonly #onProperty = ({ wid, atom }: PropertyEvent): void => {
    if (wid === this.#window && atom === this.#atoms.of(answer)) this.#seenAtMs ??= performance.now();
  };
}

/** What a manager supports stays on the root window when it has crashed; its own window, which has the same property (EWMH), does not. */
async function isLeftOver(connection: XConnection, property: Atom): Promise<boolean> {
  const named = await connection.getProperty(connection.root, property, 0, 4);
  if (named === null || named.data.length < 4) return false;
  const own = await connection.getProperty(named.data.readUInt32LE(0), property, 0, 4);
  return own?.data.equals(named.data) !== true;
}
