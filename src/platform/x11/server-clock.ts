/** The server's time, obtained as ICCCM 2.1 describes: the time of a change of a property of ours. */
import { tooLate, within } from '../../base/deadline.ts';
import type { XConnection } from './connection.ts';
import type { Atom, PropertyEvent, ServerTime, XId } from './protocol.ts';

const withinMs = 5_000;

export class ServerClock {
  readonly #connection: XConnection;
  readonly #property: { readonly name: Atom; readonly type: Atom };
  /** Requests for the time, answered with null when the connection ends. A promise of that end would retain each of them. */
  readonly #askers = new Set<PromiseWithResolvers<ServerTime | null>>();

  /** `property`: one that only this clock changes, and its type. */
  constructor(connection: XConnection, property: { readonly name: Atom; readonly type: Atom }) {
    this.#connection = connection;
    this.#property = property;
    void connection.lost.then(() => {
      for (const asker of this.#askers) asker.resolve(null);
    });
  }

  /** `window`: one of ours that hears of its properties. Null if the connection is lost, or the server does not answer. */
  async now(window: XId): Promise<ServerTime | null> {
    if (this.#connection.isLost) return null;
    const changed = Promise.withResolvers<ServerTime | null>();
    const { name, type } = this.#property;
    const onProperty = (event: PropertyEvent) => {
      if (event.wid === window && event.atom === name) changed.resolve(event.time);
    };
    this.#connection.events.on('property', onProperty);
    this.#connection.changeProperty(window, name, type, 32, [], 'append');
    this.#askers.add(changed);
    const time = await within(withinMs, changed.promise);
    this.#askers.delete(changed);
    this.#connection.events.off('property', onProperty);
    return time === tooLate ? null : time;
  }
}
