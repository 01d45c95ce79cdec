/**
 * The theme from the desktop's portal: `org.freedesktop.appearance`
 * (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html).
 */
import type { Bus } from '../dbus/bus.ts';
import { noHints, type ThemeHints } from './gtk-settings.ts';

const portal = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
  interface: 'org.freedesktop.portal.Settings',
};
const namespace = 'org.freedesktop.appearance';

/** A portal that has to be started first may take longer; it is asked again once it runs. */
const answersWithinMs = 1_500;

const darkByNumber: readonly (boolean | null)[] = [null, true, false];
const highContrast = 1;

/** The portal's current preference; nothing if there is no portal. */
export async function portalHints(bus: Bus): Promise<ThemeHints> {
  const scheme = await read(bus, 'color-scheme');
  if (scheme === null) return noHints;
  const contrast = await read(bus, 'contrast');
  return { isDark: darkByNumber[scheme] ?? null, isHighContrast: contrast === highContrast || null };
}

/** `onChange` is called when the portal's preference may have changed. */
export function followPortal(bus: Bus, onChange: () => void): void {
  bus.onSignal({ path: portal.path, interface: portal.interface, member: 'SettingChanged' }, onChange);
  bus.onOwnerChanged(portal.destination, onChange);
}

/** A number from the portal; null if there is none. Its first version has another name for the method, with one more variant around the value. */
async function read(bus: Bus, key: string): Promise<number | null> {
  const call = { ...portal, signature: 'ss', body: [namespace, key], timeoutMs: answersWithinMs };
  const answered = await bus.call({ ...call, member: 'ReadOne' });
  const settled = !answered.ok && answered.reason === 'refused' ? await bus.call({ ...call, member: 'Read' }) : answered;
  const value = settled.ok ? settled.value[0] : null;
  return typeof value === 'number' ? value : null;
}
