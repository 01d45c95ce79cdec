/**
 * Whose turn it is to send a file, on each connection. A client may ask for many before it reads one (HTTP pipelining, RFC 9112 9.3.2), and gets them
 * one after the other in any case: so no more than one is opened for it at a time, and only a few wait.
 */
import type { Socket } from 'node:net';
import { deferred } from '../base/deadline.ts';

/** Ends the turn. */
export type FileTurn = Disposable;

export class FileTurns {
  readonly #mostWaiting: number;
  readonly #queues = new WeakMap<Socket, (() => void)[]>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Resolves when those before it on the same connection are sent or given up. Null where too many wait already. */
  async next(socket: Socket): Promise<FileTurn | null> {
    const queue = this.#queues.get(socket);
    if (queue === undefined) this.#queues.set(socket, []);
    else {
      if (queue.length >= this.#mostWaiting) return null;
      const turn = deferred<void>();
      queue.push(turn.resolve);
      await turn.promise;
    }
    return { [Symbol.dispose]: () => this.#end(socket) };
  }

  #end(socket: Socket): void {
    const next = this.#queues.get(socket)?.shift();
    if (next === undefined) this.#queues.delete(socket);
    else next();
  }
}
