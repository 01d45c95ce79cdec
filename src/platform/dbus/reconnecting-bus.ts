/** A bus for as long as it is needed: if it does not exist yet, or went away, it is looked for again. */
import { type DetailedLog, noDetails } from '../../base/log.ts';
import type { Bus } from './bus.ts';
import { openBus } from './bus.ts';
import type { BusEnvironment, BusKind } from './bus-address.ts';

const againAfterMs = 5_000;

export interface BusUser {
  /** A bus is available. */
  up(bus: Bus): Promise<void>;
  /** There is none, or none any more. Called once for each time. */
  down(): void;
}

export class ReconnectingBus {
  /** Resolves when the first attempt is over, and `up` has finished if there was a bus. */
  readonly settled: Promise<void>;

  readonly #kind: BusKind;
  readonly #env: BusEnvironment;
  readonly #user: BusUser;
  readonly #log: DetailedLog;
  #bus: Bus | null = null;
  #again: NodeJS.Timeout | undefined;
  #isDown = false;
  #isClosed = false;

  constructor(kind: BusKind, env: BusEnvironment, user: BusUser, log: DetailedLog = noDetails) {
    this.#log = log;
    this.#kind = kind;
    this.#env = env;
    this.#user = user;
    this.settled = this.#connect();
  }

  /** Resolves when the connection is gone; nothing more is reported to the user. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const bus = this.#bus;
    bus?.close();
    await Promise.all([this.settled, bus?.closed]);
  }

  async #connect(): Promise<void> {
    const opened = await openBus(this.#kind, this.#env, this.#log);
    if (!opened.ok) return this.#onGone();
    if (this.#isClosed) return opened.value.close();
    this.#bus = opened.value;
    this.#isDown = false;
    void this.#bus.closed.then(() => this.#onGone());
    await this.#user.up(this.#bus);
  }

  #onGone(): void {
    this.#bus = null;
    if (this.#isClosed) return;
    if (!this.#isDown) this.#log.debug('bus gone');
    if (!this.#isDown) this.#user.down();
    this.#isDown = true;
    this.#again = setTimeout(() => void this.#connect(), againAfterMs).unref();
  }
}
