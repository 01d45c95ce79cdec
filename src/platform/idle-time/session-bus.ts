/** The idle time that a desktop knows, by its service on the session bus. A service that does not run is not started for it. */
import type { DetailedLog } from '../../base/log.ts';
import { openBus } from '../dbus/bus.ts';
import type { BusEnvironment } from '../dbus/bus-address.ts';

/** GNOME, also under Wayland; KDE and others. Both answer in ms; KDE refuses under Wayland (kscreenlocker's interface.cpp). */
const services = [
  {
    destination: 'org.gnome.Mutter.IdleMonitor',
    path: '/org/gnome/Mutter/IdleMonitor/Core',
    interface: 'org.gnome.Mutter.IdleMonitor',
    member: 'GetIdletime',
  },
  {
    destination: 'org.freedesktop.ScreenSaver',
    path: '/org/freedesktop/ScreenSaver',
    interface: 'org.freedesktop.ScreenSaver',
    member: 'GetSessionIdleTime',
  },
] as const;

/** In ms; null if no service knows. Never rejects. */
export async function desktopIdleMs(env: BusEnvironment, log: DetailedLog): Promise<number | null> {
  const opened = await openBus('session', env, log);
  if (!opened.ok) return null;
  const bus = opened.value;
  try {
    for (const service of services) {
      if (!(await bus.hasOwner(service.destination))) continue;
      const answered = await bus.call(service);
      const idleMs = answered.ok ? answered.value[0] : null;
      if (typeof idleMs === 'number') return idleMs;
    }
    return null;
  } finally {
    bus.close();
    await bus.closed;
  }
}
