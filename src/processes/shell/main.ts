/**
 * The shell: the window with its page, and the tray icon. It shows the core's data and sends the user's requests; it holds no copy beyond what it
 * shows, writes none of it to disk, and can crash without losing one.
 */
import path from 'node:path';
import { exitCodes } from '../../contract/components.ts';
import { addressWithoutLaunch } from '../../platform/dbus/bus-address.ts';
import { makeDpiAware } from '../../platform/dpi-awareness/index.ts';
import { claimWindows } from '../../platform/jump-list/index.ts';
import { listOwner } from '../../platform/launcher.ts';
import { becomeComponent } from '../component.ts';
import { whyNoWindow } from './notices/no-window.ts';
import { openShell } from './open-shell.ts';

// The page is flat and small: drawn directly into its window it appears sooner than in layers, and the web process is smaller. WebKitGTK reads
// this when its first process starts.
process.env.WEBKIT_DISABLE_COMPOSITING_MODE ??= '1';
// Where there is no session bus, GTK would start one, which would be left when Hub ends.
if (process.platform === 'linux') process.env.DBUS_SESSION_BUS_ADDRESS = addressWithoutLaunch(process.env);

await using parts = new AsyncDisposableStack();
const component = parts.use(becomeComponent('hub', process.env));
const owner = listOwner(component.places, component.env);
if (!claimWindows(process.platform, owner.key)) component.log.warn('taskbar application id not set');
if (makeDpiAware() === 'refused') component.log.warn('DPI awareness not set');
const opened = await openShell({
  component,
  owner,
  platform: process.platform,
  page: path.join(import.meta.dirname, '../../../.runtime/page'),
});
if (!opened.ok) {
  component.degraded(whyNoWindow(opened.reason));
  component.log.warn('no window', { reason: opened.reason });
  process.exitCode = opened.reason === 'no-display' ? exitCodes.noDisplay : exitCodes.unavailable;
} else {
  const shell = parts.use(opened.value);
  const lost = shell.lost.then((because) => {
    component.log.error('window stopped responding; exiting', { because });
    process.exitCode = 1; // so that the supervisor opens another one
  });
  component.ready();
  await Promise.race([component.stopRequested, lost]);
}
