/**
 * The tray's menu on D-Bus, for the host that shows it: `com.canonical.dbusmenu`, version 3, as in libdbusmenu's dbus-menu.xml. One level, without
 * pictures. It shows the given items and reports clicks; any program in the session can claim a click.
 */
import type { ServedInterface, ServedMethod } from '../dbus/served-objects.ts';
import { listOf, numberOf, variant } from '../dbus/values.ts';
import type { TrayMenuItem } from './interface.ts';
import { isSameLayout, type MenuProperties, propertiesOf, rootProperties, selectedProperties } from './menu-layout.ts';

export const menuInterface = 'com.canonical.dbusmenu';

const root = 0;

/** A signal about a change. */
export interface MenuSignal {
  readonly member: 'LayoutUpdated' | 'ItemsPropertiesUpdated';
  readonly signature: string;
  readonly body: readonly unknown[];
}

const signals = { LayoutUpdated: 'ui', ItemsPropertiesUpdated: 'a(ia{sv})a(ias)', ItemActivationRequested: 'iu' };

export class DbusMenu {
  readonly served: ServedInterface;

  readonly #onClicked: (id: string) => void;
  /** Of the present items. Each number is given once, so that a choice in an old menu never means a new item. */
  #numbers: ReadonlyMap<string, number> = new Map();
  #lastNumber = root;
  #items: readonly TrayMenuItem[] = [];
  #revision = 1;

  constructor(onClicked: (id: string) => void) {
    this.#onClicked = onClicked;
    const properties = {
      Version: variant('u', 3),
      TextDirection: variant('s', 'ltr'),
      Status: variant('s', 'normal'),
      IconThemePath: variant('as', []),
    };
    this.served = { name: menuInterface, methods: this.#methods(), properties: () => properties, signals };
  }

  /** Replaces the menu, and returns the signals for hosts that show it; null if nothing changed. */
  replace(items: readonly TrayMenuItem[]): MenuSignal | null {
    const before = this.#items;
    this.#items = items;
    this.#numbers = new Map(items.map(({ id }) => [id, this.#numbers.get(id) ?? ++this.#lastNumber]));
    if (!isSameLayout(before, items)) {
      this.#revision += 1;
      return { member: 'LayoutUpdated', signature: signals.LayoutUpdated, body: [this.#revision, root] };
    }
    const changed = items.filter((item, at) => JSON.stringify(item) !== JSON.stringify(before[at]));
    if (changed.length === 0) return null;
    const updated = changed.map((item) => [this.#numberOf(item), Object.entries(propertiesOf(item))]);
    return { member: 'ItemsPropertiesUpdated', signature: signals.ItemsPropertiesUpdated, body: [updated, []] };
  }

  #methods(): Readonly<Record<string, ServedMethod>> {
    return {
      GetLayout: { takes: 'iias', answers: 'u(ia{sv}av)', call: ([parent, depth, names]) => this.#layout(parent, depth, listOf(names)) },
      GetGroupProperties: { takes: 'aias', answers: 'a(ia{sv})', call: ([ids, names]) => [this.#group(listOf(ids), listOf(names))] },
      GetProperty: { takes: 'is', answers: 'v', call: ([number, name]) => this.#property(number, String(name)) },
      Event: { takes: 'isvu', answers: '', call: ([number, kind]) => (this.#tell(number, kind) ? [] : null) },
      EventGroup: { takes: 'a(isvu)', answers: 'ai', call: ([events]) => [this.#tellAll(listOf(events))] },
      AboutToShow: { takes: 'i', answers: 'b', call: ([number]) => (this.#properties(number) === null ? null : [false]) },
      AboutToShowGroup: {
        takes: 'ai',
        answers: 'aiai',
        call: ([numbers]) => [[], listOf(numbers).filter((one) => !this.#properties(one))],
      },
    };
  }

  #layout(parent: unknown, depth: unknown, names: readonly unknown[]): readonly unknown[] | null {
    const properties = this.#properties(parent);
    if (properties === null) return null;
    // A depth of 0 is the parent alone, and -1 is all levels.
    const children = parent === root && depth !== 0 ? this.#items : [];
    const below = children.map((item) => variant('(ia{sv}av)', [this.#numberOf(item), selectedProperties(propertiesOf(item), names), []]));
    return [this.#revision, [parent, selectedProperties(properties, names), below]];
  }

  #group(numbers: readonly unknown[], names: readonly unknown[]): readonly unknown[] {
    const all = [root, ...this.#items.map((item) => this.#numberOf(item))];
    return (numbers.length === 0 ? all : all.filter((number) => numbers.includes(number))).map((number) => [
      number,
      selectedProperties(this.#properties(number) ?? {}, names),
    ]);
  }

  #property(number: unknown, name: string): readonly unknown[] | null {
    const [found] = selectedProperties(this.#properties(number) ?? {}, [name]);
    return found === undefined ? null : [found[1]];
  }

  #tell(number: unknown, kind: unknown): boolean {
    const item = this.#item(number);
    if (item !== undefined && kind === 'clicked') this.#onClicked(item.id);
    return item !== undefined || number === root;
  }

  /** Returns the unknown ids. */
  #tellAll(events: readonly unknown[]): readonly number[] {
    const numbers = events.map(listOf).filter(([number, kind]) => !this.#tell(number, kind));
    return numbers.map(([number]) => numberOf(number));
  }

  #properties(number: unknown): MenuProperties | null {
    if (number === root) return rootProperties;
    const item = this.#item(number);
    return item === undefined ? null : propertiesOf(item);
  }

  #item(number: unknown): TrayMenuItem | undefined {
    return this.#items.find((item) => this.#numbers.get(item.id) === number);
  }

  #numberOf(item: TrayMenuItem): number {
    return this.#numbers.get(item.id) ?? root;
  }
}
