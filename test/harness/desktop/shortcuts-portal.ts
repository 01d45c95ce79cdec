/**
 * A fake portal with global shortcuts (org.freedesktop.portal.GlobalShortcuts). It does what it is told, in the place of a user and of a desktop: it
 * answers requests, presses keys, gives others, closes sessions and crashes.
 */
import assert from 'node:assert/strict';
import { type Bus, openBus } from '../../../src/platform/dbus/bus.ts';
import { entriesOf, listOf, textOf, type Variant, variant } from '../../../src/platform/dbus/values.ts';
import { until } from '../until.ts';

const portalName = 'org.freedesktop.portal.Desktop';
const portalPath = '/org/freedesktop/portal/desktop';
const shortcutsInterface = 'org.freedesktop.portal.GlobalShortcuts';
const shortcutsType = 'a(sa{sv})';

export interface PortalBehaviour {
  readonly version?: number;
  /** Called when the version is asked for, before the answer. */
  readonly versionAsked?: () => void;
  /** What a session has already when it is made, as portals of 2023 do. */
  readonly atOnce?: string;
  /** The answer to the dialog: the keys that are given; null for a refusal, a number for another end, 'never' for none. */
  readonly dialog?: string | null | number | 'never';
  /** Neither this portal nor a later one knows names of programs. */
  readonly hasNoRegistry?: boolean;
  /** `BindShortcuts` binds, and does not name in its answer what it has bound. */
  readonly bindsSilently?: boolean;
  /** A response of another form, in place of every other. */
  readonly hostile?: { readonly signature: string; readonly body: readonly unknown[] };
}

interface AskedFor {
  readonly id: string;
  readonly description: string;
  readonly trigger: string;
}

export class ShortcutsPortal implements AsyncDisposable {
  /** The names under which programs have introduced themselves. */
  readonly programs: string[] = [];
  /** The paths of all sessions, in order. */
  readonly sessions: string[] = [];
  /** What was asked for in dialogs. */
  readonly asked: AskedFor[] = [];
  closed = 0;
  /** What was called, in order. */
  readonly calls: string[] = [];
  readonly #bus: Bus;
  #dialogOpen = '';
  readonly #behaviour: PortalBehaviour;

  private constructor(bus: Bus, behaviour: PortalBehaviour) {
    this.#bus = bus;
    this.#behaviour = behaviour;
  }

  static async start(env: NodeJS.ProcessEnv, behaviour: PortalBehaviour = {}): Promise<ShortcutsPortal> {
    const opened = await openBus('session', env);
    assert.ok(opened.ok);
    const portal = new ShortcutsPortal(opened.value, behaviour);
    portal.#serve();
    assert.ok((await opened.value.own(portalName)).ok);
    return portal;
  }

  /** The path of the session number `count`, once it is there. */
  async session(count = 1): Promise<string> {
    return until('a session', () => this.sessions[count - 1]);
  }

  /** Answers the dialog that is open for so long (`never`) with these keys. */
  async give(keys: string): Promise<void> {
    await this.#answer(this.#dialogOpen, 0, [['shortcuts', variant(shortcutsType, listed(keys))]]);
  }

  /** The dialog number `count`, once it is there. */
  async dialog(count = 1): Promise<AskedFor> {
    return until('a dialog', () => this.asked[count - 1]);
  }

  press(id = 'open-picker', session = this.sessions.at(-1) ?? '', as: Bus = this.#bus): void {
    this.#signal('Activated', 'osta{sv}', [session, id, 1, []], as);
  }

  letGo(): void {
    this.#signal('Deactivated', 'osta{sv}', [this.sessions.at(-1) ?? '', 'open-picker', 1, []]);
  }

  /** The user has given it other keys in the desktop's settings. */
  change(trigger: string): void {
    this.#signal('ShortcutsChanged', `o${shortcutsType}`, [this.sessions.at(-1) ?? '', listed(trigger)]);
  }

  /** Any signal, of any form. */
  tell(member: string, signature: string, body: readonly unknown[]): void {
    this.#signal(member, signature, body);
  }

  endSession(): void {
    const path = this.sessions.at(-1) ?? '';
    const match = { path, interface: 'org.freedesktop.portal.Session', member: 'Closed' };
    this.#bus.signal({ ...match, signature: 'a{sv}', body: [[]] });
  }

  /** Ends as a crash does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#bus.close();
    await this.#bus.closed;
  }

  #signal(member: string, signature: string, body: readonly unknown[], as: Bus = this.#bus): void {
    as.signal({ path: portalPath, interface: shortcutsInterface, member, signature, body });
  }

  #serve(): void {
    const { version = 1, hasNoRegistry = false } = this.#behaviour;
    const createSession = this.#method('a{sv}', ([options]) => {
      this.calls.push('CreateSession');
      const token = textOf(entriesOf(options).get('session_handle_token'));
      const wanted = wishIn(entriesOf(options).get('shortcuts'));
      void this.#open(token, textOf(entriesOf(options).get('handle_token')), wanted.trigger);
    });
    const bindShortcuts = this.#method(`o${shortcutsType}sa{sv}`, ([, wanted, , options]) => {
      this.calls.push('BindShortcuts');
      this.asked.push(wishIn(wanted));
      const { dialog = 'Ctrl+Shift+V', bindsSilently = false } = this.#behaviour;
      if (dialog === 'never') {
        this.#dialogOpen = textOf(entriesOf(options).get('handle_token'));
        return;
      }
      const isGiven = typeof dialog === 'string';
      const results = isGiven && !bindsSilently ? [['shortcuts', variant(shortcutsType, listed(dialog))]] : [];
      void this.#answer(textOf(entriesOf(options).get('handle_token')), isGiven ? 0 : (dialog ?? 1), results);
    });
    const listShortcuts = this.#method('oa{sv}', ([, options]) => {
      this.calls.push('ListShortcuts');
      void this.#answer(textOf(entriesOf(options).get('handle_token')), 0, [['shortcuts', variant(shortcutsType, listed('listed'))]]);
    });
    const register = {
      takes: 'sa{sv}',
      answers: '',
      call: ([name]: readonly unknown[]) => {
        this.calls.push('Register');
        this.programs.push(textOf(name));
        return [];
      },
    };
    this.#bus.serve(portalPath, {
      name: shortcutsInterface,
      methods: { CreateSession: createSession, BindShortcuts: bindShortcuts, ListShortcuts: listShortcuts },
      properties: (): Readonly<Record<string, Variant>> => {
        this.calls.push('version');
        this.#behaviour.versionAsked?.();
        return version === 0 ? {} : { version: variant('u', version) };
      },
      signals: {},
    });
    if (hasNoRegistry) return;
    const name = 'org.freedesktop.host.portal.Registry';
    this.#bus.serve(portalPath, { name, methods: { Register: register }, properties: () => ({}), signals: {} });
  }

  #method(takes: string, hear: (values: readonly unknown[]) => void) {
    const call = (values: readonly unknown[]): readonly unknown[] => {
      hear(values);
      return [`${portalPath}/request/somewhere`];
    };
    return { takes, answers: 'o', call };
  }

  async #open(token: string, request: string, wanted: string): Promise<void> {
    const { atOnce } = this.#behaviour;
    const [path = ''] = await this.#pathsOf('session', token);
    const close = () => {
      this.calls.push('Close');
      this.closed += 1;
      return [];
    };
    const methods = { Close: { takes: '', answers: '', call: close } };
    this.#bus.serve(path, { name: 'org.freedesktop.portal.Session', methods, properties: () => ({}), signals: {} });
    this.sessions.push(path);
    const given = atOnce === undefined ? [] : [['shortcuts', variant(shortcutsType, listed(atOnce || wanted))]];
    await this.#answer(request, 0, [['session_handle', variant('s', path)], ...given]);
  }

  async #answer(token: string, response: number, results: readonly unknown[]): Promise<void> {
    const { signature, body } = this.#behaviour.hostile ?? { signature: 'ua{sv}', body: [response, results] };
    for (const path of await this.#pathsOf('request', token))
      this.#bus.signal({ path, interface: 'org.freedesktop.portal.Request', member: 'Response', signature, body });
  }

  /** With the name of the connection that asked, which a served method does not learn: one for each connection, the latest first. */
  async #pathsOf(kind: 'request' | 'session', token: string): Promise<readonly string[]> {
    const driver = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
    const names = await this.#bus.call({ ...driver, member: 'ListNames' });
    assert.ok(names.ok);
    const unique = listOf(names.value[0])
      .map(textOf)
      .filter((name) => name.startsWith(':'));
    const latestFirst = unique.sort((one, other) => Number(other.split('.')[1]) - Number(one.split('.')[1]));
    return latestFirst.map((name) => `${portalPath}/${kind}/${name.slice(1).replaceAll('.', '_')}/${token}`);
  }
}

function listed(trigger: string): readonly unknown[] {
  const other = ['other', [['trigger_description', variant('s', 'Ctrl+Alt+Del')]]];
  return [other, ['open-picker', [['trigger_description', variant('s', trigger)]]]];
}

function wishIn(list: unknown): AskedFor {
  const [id, facts] = listOf(listOf(list)[0]);
  const known = entriesOf(facts);
  return { id: textOf(id), description: textOf(known.get('description')), trigger: textOf(known.get('preferred_trigger')) };
}
