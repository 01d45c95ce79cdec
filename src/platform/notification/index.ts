/**
 * A sentence to the user by the desktop's own notifications (Desktop Notifications Specification, `org.freedesktop.Notifications`), for what has to be
 * known while Hub's window is not in front. It must never carry anything that was copied: desktops keep what they showed.
 */
import type { DetailedLog } from '../../base/log.ts';
import { openBus } from '../dbus/bus.ts';
import type { BusEnvironment } from '../dbus/bus-address.ts';

const service = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const;
/** The desktop decides how long it is shown. */
const asUsual = -1;

interface NotificationSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: BusEnvironment;
  readonly log: DetailedLog;
}

/** True once the desktop has taken it; false where nothing shows notifications. Never rejects. */
export async function tellDesktop({ platform, env, log }: NotificationSurroundings, text: string): Promise<boolean> {
  const opened = platform === 'linux' ? await openBus('session', env, log) : null;
  if (opened === null || !opened.ok) return false;
  const bus = opened.value;
  try {
    const body = ['Hub', 0, '', 'Hub', text, [], [], asUsual];
    return (await bus.call({ ...service, member: 'Notify', signature: 'susssasa{sv}i', body })).ok;
  } finally {
    bus.close();
    await bus.closed;
  }
}
