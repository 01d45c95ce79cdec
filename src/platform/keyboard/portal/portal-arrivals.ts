/**
 * Waits for a portal that is not there: the bus tells when a program takes its name, so nobody has to ask again and again. The connection for it is opened when it is
 * first waited for, and stays until it is closed.
 */
import type { Log } from '../../../base/log.ts';
import { type Bus, openBus } from '../../dbus/bus.ts';
import type { BusEnvironment } from '../../dbus/bus-address.ts';
import { portal } from '../../dbus/portal-request.ts';

/**
 * When to ask the portal again. `now`: it may have come before anybody listened. `soon`: it may have taken its name before it has its interfaces. `arrived`: it has
 * come. `later`: nobody will tell: there is no bus, or the portal is only started by being asked.
 */
export type NextTry = 'now' | 'soon' | 'arrived' | 'later';

/** A portal that has a name and no shortcuts is asked so often more, each time after twice as long. */
const mostUnready = 4;

export class PortalArrivals implements Disposable {
  readonly #env: BusEnvironment;
  readonly #log: Log;
  #bus: Bus | null = null;
  #count = 0;
  /** How often this portal is asked again by now. */
  #unready = 0;
  #arrived = Promise.withResolvers<void>();

  constructor(env: BusEnvironment, log: Log) {
    [this.#env, this.#log] = [env, log];
  }

  /** How many were told. */
  get count(): number {
    return this.#count;
  }

  /** `before`: the count before the portal was last asked. */
  async next(before: number, signal: AbortSignal): Promise<NextTry> {
    const bus = this.#bus;
    if (bus === null) return (await this.#listen()) ? 'now' : 'later';
    const hasOwner = await bus.hasOwner(portal.destination);
    if (!hasOwner && (await bus.canStart(portal.destination))) return 'later';
    if (hasOwner && this.#count <= before && this.#unready < mostUnready) {
      this.#unready += 1;
      return 'soon';
    }
    const left = Promise.withResolvers<void>();
    const leave = (): void => left.resolve();
    signal.addEventListener('abort', leave, { once: true });
    while (this.#count <= before && this.#bus !== null && !signal.aborted) await Promise.race([this.#arrived.promise, left.promise]);
    signal.removeEventListener('abort', leave);
    return this.#bus === null ? 'later' : 'arrived';
  }

  /** Ends the connection; the next wait opens another one. */
  [Symbol.dispose](): void {
    this.#bus?.close();
    this.#bus = null;
  }

  async #listen(): Promise<boolean> {
    const opened = await openBus('session', this.#env, this.#log);
    if (!opened.ok) return false;
    const bus = opened.value;
    this.#bus = bus;
    bus.onOwnerChanged(portal.destination, (hasOwner) => {
      if (!hasOwner) return;
      this.#count += 1;
      this.#unready = 0;
      this.#wake();
    });
    void bus.closed.then(() => {
      if (this.#bus === bus) this.#bus = null;
      this.#wake();
    });
    // The bus does one thing after the other: with this answer it knows what it is to tell.
    await bus.hasOwner(portal.destination);
    return true;
  }

  #wake(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}
