/**
 * Registers an icon with the desktop: `org.kde.StatusNotifierWatcher` keeps the list of icons, and hosts (a panel) show them. Watcher and hosts come
 * and go with the panel; a new watcher gets the icon again.
 */
import type { Bus } from '../dbus/bus.ts';

const watcher = {
  destination: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
};

/** Counts the icons of this program, whose names must differ. */
let icons = 0;

/**
 * Registers the item that `bus` serves at `itemPath`, now and whenever a watcher appears. Resolves after the first attempt. `onShown` is called with
 * whether there is a host, each time that may have changed.
 */
export async function registerItem(bus: Bus, itemPath: string, onShown: (isShown: boolean) => void): Promise<void> {
  icons += 1;
  const name = `org.kde.StatusNotifierItem-${process.pid}-${icons}`;
  const isNamed = (await bus.own(name)).ok;
  let asked = 0;

  const look = async (isRegistering: boolean) => {
    asked += 1;
    const turn = asked;
    // An item whose name was refused (in a sandbox) is registered by its connection, and by its path alone.
    const body = [isNamed ? name : itemPath];
    const registered = isRegistering ? await bus.call({ ...watcher, member: 'RegisterStatusNotifierItem', signature: 's', body }) : null;
    const host = await bus.property(watcher, 'IsStatusNotifierHostRegistered');
    // A later answer is right.
    if (turn === asked) onShown(registered?.ok !== false && host.ok && host.value !== false);
  };

  bus.onOwnerChanged(watcher.destination, (hasOwner) => {
    if (hasOwner) return void look(true);
    asked += 1;
    onShown(false);
  });
  for (const member of ['StatusNotifierHostRegistered', 'StatusNotifierHostUnregistered']) {
    bus.onSignal({ path: watcher.path, interface: watcher.interface, member }, () => void look(false));
  }
  await look(true);
}
