/** AccountsService on the system bus (org.freedesktop.Accounts): what the login screen knows about its users. Nothing of it is stored. */
import type { DetailedLog } from '../../base/log.ts';
import { openBus } from '../dbus/bus.ts';
import type { AskAccounts } from './interface.ts';

const service = { destination: 'org.freedesktop.Accounts', path: '/org/freedesktop/Accounts', interface: 'org.freedesktop.Accounts' };
const ofUser = 'org.freedesktop.Accounts.User';
const timeoutMs = 1_000;

/** Reads one user, on a connection of its own. */
export function accountsOf(env: Readonly<Record<string, string | undefined>>, log?: DetailedLog): AskAccounts {
  return async (accountName) => {
    const opened = await openBus('system', env, log);
    if (!opened.ok) return null;
    const bus = opened.value;
    try {
      const found = await bus.call({ ...service, member: 'FindUserByName', signature: 's', body: [accountName], timeoutMs });
      const path = found.ok ? found.value[0] : null;
      if (typeof path !== 'string') return null;
      const text = async (name: string): Promise<string> => {
        const asked = await bus.property({ destination: service.destination, path, interface: ofUser }, name);
        return asked.ok && typeof asked.value === 'string' ? asked.value : '';
      };
      const [realName, email, iconFile] = await Promise.all([text('RealName'), text('Email'), text('IconFile')]);
      return { realName, email, iconFile };
    } finally {
      await bus.close();
    }
  };
}
