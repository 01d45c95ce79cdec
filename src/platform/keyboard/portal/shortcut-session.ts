/**
 * One session of the portal's global shortcuts, with the one shortcut of Hub
 * (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html). It has a connection to the bus of its own: a
 * program binds its shortcuts once in a session, and says who it is once on a connection. What the portal sends is read within limits, and heard only
 * from the program that is the portal.
 */

import type { Log } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { type Bus, openBus } from '../../dbus/bus.ts';
import type { BusEnvironment } from '../../dbus/bus-address.ts';
import { askPortal, type PortalCall, portal, senderOf } from '../../dbus/portal-request.ts';
import { entriesOf, listOf, numberOf, textOf, variant } from '../../dbus/values.ts';

export interface ShortcutWish {
  readonly env: BusEnvironment;
  readonly log: Log;
  /** The desktop entry of Hub, without `.desktop`: the name under which the desktop knows the program and its shortcut. */
  readonly program: string;
  /** What the shortcut does, in the user's language. */
  readonly description: string;
  /** In the form of the portal: `CTRL+SHIFT+v`. */
  readonly trigger: string;
  /** How long a dialog waits for the user. */
  readonly dialogMs: number;
}

export interface ShortcutEvents {
  /** Once for each press. */
  pressed(): void;
  /** What the desktop calls its keys now; empty if it has none, or does not tell. */
  triggerIs(text: string): void;
}

/** Why it is over. `closed`: the portal ended the session. `portal-gone`: it restarts, or the bus has ended. `left`: by `close`. */
export type SessionEnd = 'closed' | 'portal-gone' | 'left';

export interface ShortcutSession {
  /** What the desktop calls its keys. */
  readonly trigger: string;
  /** The user may have been asked. */
  readonly wasAsked: boolean;
  readonly ended: Promise<SessionEnd>;
}

/**
 * `no-portal`: there is no bus, no portal, or none with shortcuts. `not-now`: it made no session. `cut-off`: it ended while the user
 * may have been asked. `refused`: the user does not want it. `no-answer`: the
 * dialog was not answered for very long.
 */
export type NoSession = 'no-portal' | 'not-now' | 'cut-off' | 'refused' | 'no-answer';

const shortcuts = { ...portal, interface: 'org.freedesktop.portal.GlobalShortcuts' } as const;
const sessionInterface = 'org.freedesktop.portal.Session';
const registry = { ...portal, interface: 'org.freedesktop.host.portal.Registry' } as const;
/** The name of our shortcut in the desktop's settings: it must never change. */
const shortcutId = 'open-picker';
/** The portal, and the program of the desktop behind it, may have to be started first. */
const startsWithinMs = 30_000;
const answersWithinMs = 30_000;
const closesWithinMs = 500;
/** UTF-16 units of what the desktop calls the keys, and how many shortcuts of ours it may name. */
const longestTrigger = 100;
const mostShortcuts = 64;
/** A key that is held down may be told again and again, at first after this time at most; some desktops do not tell that it is let go. */
const repeatsWithinMs = 1_000;

/** An error of the call comes without a dialog: it may be another one the next time. */
const whyNotBound: Partial<Record<string, NoSession>> = { 'too-late': 'no-answer', 'bus-gone': 'cut-off' };

export async function openShortcutSession(
  wish: ShortcutWish,
  events: ShortcutEvents,
  signal: AbortSignal,
): Promise<Outcome<ShortcutSession, NoSession>> {
  const opened = await openBus('session', wish.env, wish.log);
  if (!opened.ok) return failed('no-portal');
  const bus = opened.value;
  const session = new OpenSession(bus, wish, events);
  const leave = (): void => void session.leave();
  signal.addEventListener('abort', leave, { once: true });
  void bus.closed.then(() => signal.removeEventListener('abort', leave));
  if (signal.aborted) leave();
  const bound = await session.open();
  if (!bound.ok) await session.leave();
  return bound;
}

class OpenSession {
  readonly #bus: Bus;
  readonly #wish: ShortcutWish;
  readonly #events: ShortcutEvents;
  readonly #path: string;
  readonly #end = Promise.withResolvers<SessionEnd>();
  /** When the key was told to be pressed; null once it is let go. */
  #pressedAtMs: number | null = null;
  /** There may be a session to close. */
  #isAsked = false;
  #isLeft = false;
  #isBound = false;
  /** What it told of the keys after its answer and before that was read. */
  #toldSince: string | null = null;

  constructor(bus: Bus, wish: ShortcutWish, events: ShortcutEvents) {
    this.#bus = bus;
    this.#wish = wish;
    this.#events = events;
    this.#path = `${portal.path}/session/${senderOf(bus)}/${tokenOf(wish)}`;
    void bus.closed.then(() => this.#end.resolve(this.#isLeft ? 'left' : 'portal-gone'));
    void this.#end.promise.then(() => bus.close());
  }

  async open(): Promise<Outcome<ShortcutSession, NoSession>> {
    const { program } = this.#wish;
    // Since 1.21 a portal makes no session for a program without a name. Older ones have no such call, and find out by themselves.
    await this.#bus.call({ ...registry, member: 'Register', signature: 'sa{sv}', body: [program, []], timeoutMs: startsWithinMs });
    const version = await this.#bus.property(shortcuts, 'version', startsWithinMs);
    // What does not answer may be there.
    if (!version.ok && version.reason !== 'refused') return failed('not-now');
    if (!version.ok || numberOf(version.value) < 1) return failed('no-portal');
    if (!(await this.#listen())) return failed('not-now');
    this.#isAsked = true;
    // Portals of 2023 (1.16, Plasma 5.27) bind here what later ones bind only below; those leave this option out.
    const created = await this.#ask('CreateSession', '', [], answersWithinMs, [
      ['session_handle_token', variant('s', tokenOf(this.#wish))],
      ['shortcuts', variant(shortcutsType, this.#wanted())],
    ]);
    if (!created.ok || created.value.response !== 0) return failed('not-now');
    const present = triggerIn(created.value.results.get('shortcuts'));
    if (present !== null) return this.#bound(present, false);
    const bind = [this.#path, this.#wanted(), ''];
    const bound = await this.#ask('BindShortcuts', `o${shortcutsType}s`, bind, this.#wish.dialogMs);
    if (!bound.ok) return failed(whyNotBound[bound.reason] ?? 'not-now');
    if (bound.value.response !== 0) return failed('refused');
    // Not every portal names in its answer what it has bound.
    return this.#bound(triggerIn(bound.value.results.get('shortcuts')) ?? (await this.#listed()), true);
  }

  /** Ends it on our side: the desktop gives its keys back. */
  async leave(): Promise<void> {
    if (this.#isLeft) return;
    this.#isLeft = true;
    const close = { ...portal, path: this.#path, interface: sessionInterface, member: 'Close', timeoutMs: closesWithinMs };
    if (this.#isAsked) await this.#bus.call(close);
    this.#end.resolve('left');
    await this.#bus.closed;
  }

  #bound(trigger: string, wasAsked: boolean): Outcome<ShortcutSession, NoSession> {
    this.#isBound = true;
    return done({ trigger: this.#toldSince ?? trigger, wasAsked, ended: this.#end.promise });
  }

  #onChanged(trigger: string): void {
    if (this.#isBound) this.#events.triggerIs(trigger);
    else this.#toldSince = trigger;
  }

  async #listed(): Promise<string> {
    const listed = await this.#ask('ListShortcuts', 'o', [this.#path], answersWithinMs);
    return (listed.ok ? triggerIn(listed.value.results.get('shortcuts')) : null) ?? '';
  }

  #ask(member: string, signature: string, body: readonly unknown[], within: number, options: PortalCall['options'] = []) {
    const onResponse = (): void => {
      this.#toldSince = null;
    };
    const call = { interface: shortcuts.interface, member, signature, body, options, onResponse };
    return askPortal(this.#bus, { ...call, callWithinMs: startsWithinMs, answersWithinMs: within });
  }

  #wanted(): readonly unknown[] {
    const { description, trigger } = this.#wish;
    const facts = [
      ['description', variant('s', description)],
      ['preferred_trigger', variant('s', trigger)],
    ];
    return [[shortcutId, facts]];
  }

  /** False if nobody is the portal any more. */
  async #listen(): Promise<boolean> {
    const hear = async (member: string, listener: (body: readonly unknown[]) => void): Promise<boolean> => {
      const match = { path: shortcuts.path, interface: shortcuts.interface, member };
      const ours = (body: readonly unknown[]): void => {
        if (body[0] === this.#path) listener(body);
      };
      return (await this.#bus.onSignalBy(portal.destination, match, ours)).ok;
    };
    this.#bus.onOwnerChanged(portal.destination, () => this.#end.resolve('portal-gone'));
    const heard = await Promise.all([
      hear('Activated', ([, id]) => this.#onActivated(id)),
      hear('Deactivated', ([, id]) => {
        if (id === shortcutId) this.#pressedAtMs = null;
      }),
      hear('ShortcutsChanged', ([, list]) => this.#onChanged(triggerIn(list) ?? '')),
      this.#bus
        .onSignalBy(portal.destination, { path: this.#path, interface: sessionInterface, member: 'Closed' }, () =>
          this.#end.resolve('closed'),
        )
        .then(({ ok }) => ok),
    ]);
    return heard.every((isHeard) => isHeard);
  }

  #onActivated(id: unknown): void {
    if (id !== shortcutId) return;
    const nowMs = performance.now();
    const isRepeated = this.#pressedAtMs !== null && nowMs - this.#pressedAtMs < repeatsWithinMs;
    this.#pressedAtMs = nowMs;
    if (!isRepeated) this.#events.pressed();
  }
}

const shortcutsType = 'a(sa{sv})';

/** The last part of the session's path. Desktops that know no name of the program keep its keys under this one. */
function tokenOf({ program }: ShortcutWish): string {
  return program.replaceAll(/\W/g, '_');
}

/** What a list of shortcuts calls the keys of ours; null if it is not in the list, or that is none. */
function triggerIn(list: unknown): string | null {
  const ours = listOf(list)
    .slice(0, mostShortcuts)
    .map(listOf)
    .find(([id]) => id === shortcutId);
  return ours === undefined ? null : textOf(entriesOf(ours[1]).get('trigger_description')).slice(0, longestTrigger);
}
