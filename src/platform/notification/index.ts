/**
 * A sentence to the user by the desktop's own notifications (Desktop Notifications Specification, `org.freedesktop.Notifications`; on Windows windows.ts), for
 * what has to be known while Hub's window is not in front. It must never carry anything that was copied unless the user wants that: desktops keep what they showed.
 */
import type { DetailedLog } from '../../base/log.ts';
import { type Bus, openBus } from '../dbus/bus.ts';
import type { BusEnvironment } from '../dbus/bus-address.ts';
import { showBalloon } from './windows.ts';

const service = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const;
/** The desktop decides how long it is shown. */
const asUsual = -1;

export interface NotificationSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: BusEnvironment;
  readonly log: DetailedLog;
}

/** `quoted`: a text that was copied, below the sentence. True once the desktop has taken it; false where nothing shows notifications. Never rejects. */
export async function tellDesktop({ platform, env, log }: NotificationSurroundings, text: string, quoted = ''): Promise<boolean> {
  if (platform === 'win32') return showBalloon(quoted === '' ? text : `${text}\n${quoted}`);
  const opened = platform === 'linux' ? await openBus('session', env, log) : null;
  if (opened === null || !opened.ok) return false;
  const bus = opened.value;
  try {
    const shown = quoted === '' ? text : `${text}\n${(await readsMarkup(bus)) ? withoutMarkup(quoted) : quoted}`;
    const body = ['Hub', 0, '', 'Hub', shown, [], [], asUsual];
    return (await bus.call({ ...service, member: 'Notify', signature: 'susssasa{sv}i', body })).ok;
  } finally {
    bus.close();
    await bus.closed;
  }
}

async function readsMarkup(bus: Bus): Promise<boolean> {
  const answer = await bus.call({ ...service, member: 'GetCapabilities' });
  // One that does not say so may read it all the same.
  return !answer.ok || !Array.isArray(answer.value[0]) || answer.value[0].includes('body-markup');
}

/** What was copied must not become a link or a picture in it. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
