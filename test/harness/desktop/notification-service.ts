/** The notifications of a desktop: a real service on a message bus, which remembers what it was told to show. */
import { openBus } from '../../../src/platform/dbus/bus.ts';
import { until } from '../until.ts';
import type { SessionBus } from './session-bus.ts';

export interface NotificationService extends Disposable {
  /** The bodies, oldest first. */
  readonly shown: readonly string[];
  /** The next body that is not known yet. */
  next(): Promise<string>;
}

/** `capabilities`: what it says that it can show. */
export async function startNotifications(bus: SessionBus, capabilities: readonly string[] = ['body']): Promise<NotificationService> {
  const opened = await openBus('session', bus.env);
  if (!opened.ok) throw new Error('no bus');
  const name = 'org.freedesktop.Notifications';
  const shown: string[] = [];
  const methods = {
    Notify: {
      takes: 'susssasa{sv}i',
      answers: 'u',
      call: (words: readonly unknown[]) => {
        shown.push(String(words[4]));
        return [shown.length];
      },
    },
    GetCapabilities: { takes: '', answers: 'as', call: () => [capabilities] },
  };
  opened.value.serve('/org/freedesktop/Notifications', { name, methods, properties: () => ({}), signals: {} });
  if (!(await opened.value.own(name)).ok) throw new Error('the name is taken');
  let read = 0;
  return {
    shown,
    next: async () => {
      await until('a notification', () => shown.length > read, 30_000);
      read += 1;
      return shown[read - 1] ?? '';
    },
    [Symbol.dispose]: () => opened.value.close(),
  };
}
