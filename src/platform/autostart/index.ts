/** The autostart of this system. */
import { failed } from '../../base/outcome.ts';
import { type LaunchedHub, launcherOf } from '../launcher.ts';
import type { Autostart } from './interface.ts';
import { xdgAutostart } from './linux.ts';
import { launchAgent } from './macos.ts';
import { runKeyAutostart } from './windows.ts';

export type { Autostart, AutostartFailure } from './interface.ts';

/** Hub stays in the foreground, so that a session that ends the children of an ended program does not end Hub. */
const words = ['run', '--hidden'];

export function autostart(hub: LaunchedHub): Autostart {
  const usual = launcherOf(hub);
  const launcher = { ...usual, arguments: [...usual.arguments, ...words] };
  if (hub.platform === 'linux') return xdgAutostart(hub, launcher);
  if (hub.platform === 'darwin') return launchAgent(hub, launcher);
  if (hub.platform === 'win32') return runKeyAutostart(hub, launcher);
  return { place: '', isCheap: true, isOn: async () => false, set: async () => failed('unsupported') };
}
