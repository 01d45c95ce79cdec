/** Tells when a window of another program is gone (X protocol, DestroyNotify). On a connection of its own, opened for the first window. It never asks again and again. */
import { connectX, type XConnection } from '../x11/connection.ts';
import { type DestroyEvent, eventMask } from '../x11/protocol.ts';

export class WindowEnds implements AsyncDisposable {
  readonly #connect: () => Promise<XConnection | null>;
  #connection: Promise<XConnection | null> | null = null;

  /** `authorityFile` is the value of `XAUTHORITY`. */
  constructor(display: string, authorityFile?: string) {
    this.#connect = async () => {
      const opened = await connectX(display, authorityFile);
      return opened.ok ? opened.value : null;
    };
  }

  /** `ended` is called once, also if it is gone already. Returns how to stop watching. */
  watch(window: number, ended: () => void): () => void {
    let stop = (): void => {};
    let isOver = false;
    const over = (): void => {
      isOver = true;
      stop();
    };
    const end = (): void => {
      if (isOver) return;
      over();
      ended();
    };
    void this.#opened().then((connection) => {
      if (connection === null || isOver) return;
      const onDestroy = ({ wid }: DestroyEvent): void => {
        if (wid === window) end();
      };
      connection.events.on('destroy', onDestroy);
      // A connection that is lost fails too, and says nothing of the window.
      const forget = connection.watchWindow(window, eventMask.structure, () => {
        if (!connection.isLost) end();
      });
      stop = () => {
        connection.events.off('destroy', onDestroy);
        forget();
      };
    });
    return over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#connection)?.close();
  }

  /** A connection that is lost, or could not be opened, is opened again for the next window. */
  async #opened(): Promise<XConnection | null> {
    const before = this.#connection;
    const kept = await before;
    if (kept === null || kept.isLost) {
      if (this.#connection === before) this.#connection = this.#connect();
      return await this.#connection;
    }
    return kept;
  }
}
