/**
 * A user's message bus: calls to others, their signals, and our own objects. Every call has a deadline; a bus that is gone ends all of them, and is
 * reported once. A signal is only a hint, because anyone in the session can send one with any content: its receiver asks the service itself.
 */
import { tooLate, within } from '../../base/deadline.ts';
import { type DetailedLog, msSince, noDetails, vetted } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { type BusEnvironment, type BusKind, busSockets } from './bus-address.ts';
import { type BusConnection, openWire, type WireMessage } from './bus-connection.ts';
import { type ServedInterface, ServedObjects } from './served-objects.ts';
import { listOf, textOf } from './values.ts';

/** `no-bus`: there is none, or it refuses us. */
export type OpenBusFailure = 'no-bus';

/** `refused`: it answered with an error, or nobody has that name. `too-late`: there was no answer in time. `bus-gone`: the bus ended before. */
export type CallFailure = 'refused' | 'too-late' | 'bus-gone';

export interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
  readonly timeoutMs?: number;
}

export interface SignalMatch {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

const messageKind = { call: 1, answer: 2, error: 3, signal: 4 };
const noReplyWanted = 1;
const usualTimeoutMs = 3_000;
const driver = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
/** DBUS_NAME_FLAG_DO_NOT_QUEUE, and the answers that mean that the name is ours. */
const doNotQueue = 4;
const ours = [1, 4];

/** Connects to the bus that the environment names. Never rejects. */
export async function openBus(kind: BusKind, env: BusEnvironment, log: DetailedLog = noDetails): Promise<Outcome<Bus, OpenBusFailure>> {
  for (const socket of busSockets(kind, env)) {
    const bus = await Bus.connect(socket, log);
    log.debug('bus connection tried', { kind, open: bus !== null });
    if (bus !== null) return done(bus);
  }
  return failed('no-bus');
}

export class Bus {
  /** Resolves once, when the bus is gone or `close` was called. */
  readonly closed: Promise<void>;

  readonly #objects = new ServedObjects();
  readonly #waiting = new Map<number, PromiseWithResolvers<Outcome<readonly unknown[], CallFailure>>>();
  readonly #listeners = new Set<{ match: SignalMatch; hear(message: WireMessage): void }>();
  readonly #log: DetailedLog;
  #wire: BusConnection | null = null;
  #name = '';

  private constructor(closed: Promise<void>, log: DetailedLog) {
    this.closed = closed;
    this.#log = log;
  }

  static async connect(socket: string, log: DetailedLog): Promise<Bus | null> {
    const ended = Promise.withResolvers<void>();
    const bus = new Bus(ended.promise, log);
    const wire = await openWire(socket, {
      message: (message) => bus.#onMessage(message),
      closed: () => {
        bus.#onClosed();
        ended.resolve();
      },
    });
    if (wire === null) return null;
    bus.#wire = wire;
    const welcome = await bus.call({ ...driver, member: 'Hello' });
    bus.#name = textOf(welcome.ok ? welcome.value[0] : '');
    if (welcome.ok) return bus;
    bus.close();
    return null;
  }

  /** Our own name on this bus: `:1.42`. */
  get name(): string {
    return this.#name;
  }

  /** Calls a method; resolves with its answer, without variants. Never rejects. */
  async call({ timeoutMs, ...call }: Call): Promise<Outcome<readonly unknown[], CallFailure>> {
    if (this.#wire === null) return failed('bus-gone');
    const startMs = performance.now();
    const answer = Promise.withResolvers<Outcome<readonly unknown[], CallFailure>>();
    const serial = this.#wire.send({ ...call, type: messageKind.call });
    this.#waiting.set(serial, answer);
    const answered = await within(timeoutMs ?? usualTimeoutMs, answer.promise);
    this.#waiting.delete(serial);
    const outcome = answered === tooLate ? failed('too-late') : answered;
    const reason = outcome.ok ? null : outcome.reason;
    this.#log.debug('bus called', { of: vetted(call.interface), method: vetted(call.member), reason, ms: msSince(startMs) });
    return outcome;
  }

  /** One property of an object. */
  async property(
    of: Pick<Call, 'destination' | 'path' | 'interface'>,
    name: string,
    timeoutMs = usualTimeoutMs,
  ): Promise<Outcome<unknown, CallFailure>> {
    const call = {
      ...of,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [of.interface, name],
      timeoutMs,
    };
    const answered = await this.call(call);
    return answered.ok ? done(answered.value[0]) : answered;
  }

  /** Whether a program has that name now; a service that could be started for it does not count. */
  async hasOwner(name: string): Promise<boolean> {
    const answered = await this.call({ ...driver, member: 'NameHasOwner', signature: 's', body: [name] });
    return answered.ok && answered.value[0] === true;
  }

  /** Whether the bus starts a service for that name when somebody calls it. */
  async canStart(name: string): Promise<boolean> {
    const answered = await this.call({ ...driver, member: 'ListActivatableNames' });
    return answered.ok && listOf(answered.value[0]).includes(name);
  }

  /** Acquires a name; resolves once it is ours alone. */
  async own(name: string): Promise<Outcome<null, CallFailure>> {
    const answered = await this.call({ ...driver, member: 'RequestName', signature: 'su', body: [name, doNotQueue] });
    if (!answered.ok) return answered;
    return ours.includes(Number(answered.value[0])) ? done(null) : failed('refused');
  }

  /** Reports when somebody acquires that name, releases it, or passes it on. */
  onOwnerChanged(name: string, hear: (hasOwner: boolean) => void): void {
    const { destination, ...match } = { ...driver, member: 'NameOwnerChanged' };
    this.#listen(match, `sender='${destination}',arg0='${name}'`, ({ sender, body }) => {
      // Only the bus itself can have this sender.
      if (sender === destination && body?.[0] === name) hear(textOf(body[2]) !== '');
    });
  }

  /** Reports that such a signal arrived, without its content. */
  onSignal(match: SignalMatch, hear: () => void): void {
    this.#listen(match, '', hear);
  }

  /** Reports such a signal with its content, if it comes from the program that has this name now; no other program can send it then. */
  async onSignalBy(name: string, match: SignalMatch, hear: (body: readonly unknown[]) => void): Promise<Outcome<null, CallFailure>> {
    const owner = await this.call({ ...driver, member: 'GetNameOwner', signature: 's', body: [name] });
    if (!owner.ok) return owner;
    this.#listen(match, '', ({ sender, body }) => {
      if (sender === owner.value[0]) hear(body ?? []);
    });
    return done(null);
  }

  serve(path: string, served: ServedInterface): void {
    this.#objects.add(path, served);
  }

  signal(signal: SignalMatch & { readonly signature?: string; readonly body?: readonly unknown[] }): void {
    this.#wire?.send({ ...signal, type: messageKind.signal });
    this.#log.debug('bus signal sent', { of: vetted(signal.interface), signal: vetted(signal.member) });
  }

  close(): void {
    this.#wire?.close();
  }

  #listen(match: SignalMatch, more: string, hear: (message: WireMessage) => void): void {
    this.#listeners.add({ match, hear });
    const rule = `type='signal',path='${match.path}',interface='${match.interface}',member='${match.member}',${more}`;
    void this.call({ ...driver, member: 'AddMatch', signature: 's', body: [rule] });
  }

  #onMessage(message: WireMessage): void {
    if (message.type === messageKind.call) this.#answer(message);
    if (message.type === messageKind.signal) this.#hear(message);
    const waiting = this.#waiting.get(message.replySerial ?? 0);
    if (message.type === messageKind.answer) waiting?.resolve(done(message.body ?? []));
    if (message.type === messageKind.error) waiting?.resolve(failed('refused'));
  }

  #hear(message: WireMessage): void {
    for (const { match, hear } of this.#listeners) {
      if (match.member !== message.member || match.interface !== message.interface || match.path !== message.path) continue;
      this.#log.debug('bus signal received', { of: vetted(match.interface), signal: vetted(match.member) });
      hear(message);
    }
  }

  #answer(call: WireMessage): void {
    const answer = this.#objects.answer(call);
    const error = 'error' in answer ? answer.error : null;
    // An unknown name may be anything.
    const [of, method] = error === null ? [vetted(call.interface ?? ''), vetted(call.member ?? '')] : [null, null];
    this.#log.debug('bus call received', { of, method, error });
    if (((call.flags ?? 0) & noReplyWanted) !== 0 || call.sender === undefined) return;
    const reply = { replySerial: call.serial, destination: call.sender };
    if ('error' in answer) {
      this.#wire?.send({ ...reply, type: messageKind.error, errorName: `org.freedesktop.DBus.Error.${answer.error}` });
    } else {
      this.#wire?.send({ ...reply, type: messageKind.answer, ...answer });
    }
  }

  #onClosed(): void {
    this.#wire = null;
    for (const waiting of this.#waiting.values()) waiting.resolve(failed('bus-gone'));
  }
}
