/** Stands in for a panel with tray icons: the list of icons (`org.kde.StatusNotifierWatcher`), and a host that reads, clicks and opens menus. */
import assert from 'node:assert/strict';
import { type Bus, openBus } from '../../../src/platform/dbus/bus.ts';
import { entriesOf, listOf, numberOf, textOf, variant } from '../../../src/platform/dbus/values.ts';
import { until } from '../until.ts';

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcherPath = '/StatusNotifierWatcher';
const itemInterface = 'org.kde.StatusNotifierItem';
const menuInterface = 'com.canonical.dbusmenu';

/** The interface from which properties are read. */
const properties = 'org.freedesktop.DBus.Properties';

export interface ShownMenuItem {
  readonly number: number;
  readonly properties: ReadonlyMap<string, unknown>;
}

export class TrayHost implements AsyncDisposable {
  /** The registered icons, in order. */
  readonly registered: string[] = [];
  /** How often the icon signalled that it changed. */
  newIcons = 0;
  /** How often the menu signalled changed items, and changed properties of items. */
  readonly menuSignals: string[] = [];
  readonly #bus: Bus;
  #hasHost: boolean;

  private constructor(bus: Bus, hasHost: boolean) {
    this.#bus = bus;
    this.#hasHost = hasHost;
  }

  /** Without `hasHost`, the list is not shown by any host until `appear`. */
  static async start(env: NodeJS.ProcessEnv, hasHost = true): Promise<TrayHost> {
    const opened = await openBus('session', env);
    assert.ok(opened.ok);
    const host = new TrayHost(opened.value, hasHost);
    host.#serve();
    host.#listen();
    assert.ok((await opened.value.own(watcherName)).ok);
    return host;
  }

  /** Announces a host, which shows the list from now on. */
  appear(): void {
    this.#hasHost = true;
    this.#bus.signal({ path: watcherPath, interface: watcherName, member: 'StatusNotifierHostRegistered' });
  }

  /** The name of the icon that was registered last. */
  async item(count = 1): Promise<string> {
    await until('icon in the tray', () => this.registered.length >= count);
    return this.registered.at(-1) ?? '';
  }

  /** All properties of the icon. */
  async properties(): Promise<ReadonlyMap<string, unknown>> {
    return entriesOf(await this.#call(properties, 'GetAll', 's', [itemInterface], '/StatusNotifierItem'));
  }

  /** A click: `Activate`, `SecondaryActivate` or `ContextMenu`. */
  async click(member: string): Promise<void> {
    await this.#call(itemInterface, member, 'ii', [10, 20], '/StatusNotifierItem');
  }

  async menuPath(): Promise<string> {
    return textOf((await this.properties()).get('Menu'));
  }

  /** The menu as a host shows it. */
  async menu(): Promise<readonly ShownMenuItem[]> {
    const path = await this.menuPath();
    await this.#call(menuInterface, 'AboutToShow', 'i', [0], path);
    const layout = await this.#call(menuInterface, 'GetLayout', 'iias', [0, -1, []], path, 1);
    const children = listOf(listOf(layout)[2]);
    return children.map((child) => ({ number: numberOf(listOf(child)[0]), properties: entriesOf(listOf(child)[1]) }));
  }

  /** Chooses the item with this label. */
  async choose(label: string): Promise<void> {
    const item = (await this.menu()).find((one) => one.properties.get('label') === label);
    assert.ok(item, `no item ${label}`);
    await this.event(item.number, 'clicked');
  }

  async event(number: number, kind: string): Promise<void> {
    await this.#call(menuInterface, 'Event', 'isvu', [number, kind, variant('i', 0), 0], await this.menuPath());
  }

  /** Sends any call to the menu; resolves to its answer, or null if it was refused. */
  async menuCall(member: string, signature: string, body: readonly unknown[]): Promise<readonly unknown[] | null> {
    const target = { destination: await this.item(), path: await this.menuPath() };
    const answered = await this.#bus.call({ ...target, interface: menuInterface, member, signature, body });
    return answered.ok ? answered.value : null;
  }

  async close(): Promise<void> {
    this.#bus.close();
    await this.#bus.closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call(face: string, member: string, signature: string, body: readonly unknown[], path: string, answer = 0): Promise<unknown> {
    const answered = await this.#bus.call({ destination: await this.item(), path, interface: face, member, signature, body });
    assert.ok(answered.ok, `${member} was not answered`);
    return answered.value[answer];
  }

  #serve(): void {
    const register = (values: readonly unknown[]) => {
      this.registered.push(String(values[0]));
      return [];
    };
    this.#bus.serve(watcherPath, {
      name: watcherName,
      methods: { RegisterStatusNotifierItem: { takes: 's', answers: '', call: register } },
      properties: () => ({ IsStatusNotifierHostRegistered: variant('b', this.#hasHost), ProtocolVersion: variant('i', 0) }),
      signals: { StatusNotifierHostRegistered: '' },
    });
  }

  #listen(): void {
    this.#bus.onSignal({ path: '/StatusNotifierItem', interface: itemInterface, member: 'NewIcon' }, () => {
      this.newIcons += 1;
    });
    for (const member of ['LayoutUpdated', 'ItemsPropertiesUpdated']) {
      this.#bus.onSignal({ path: '/MenuBar', interface: menuInterface, member }, () => this.menuSignals.push(member));
    }
  }
}
