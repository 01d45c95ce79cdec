/** The autostart of this system. */
import { done, failed } from '../../base/outcome.ts';
import { type LaunchedHub, launcherOf } from '../launcher.ts';
import type { Autostart, AutostartEntry, AutostartWay } from './interface.ts';
import { xdgAutostart } from './linux.ts';
import { launchAgent } from './macos.ts';
import { type UserUnit, userUnit } from './user-unit.ts';
import { runKeyAutostart } from './windows.ts';

export type { Autostart, AutostartFailure, AutostartWay } from './interface.ts';

/** Hub stays in the foreground, so that a session that ends the children of an ended program does not end Hub. */
const words = ['run', '--hidden'];

export function autostart(hub: LaunchedHub): Autostart {
  // Its command has no HUB_HOME: it starts no other Hub.
  const hasUnit = hub.platform === 'linux' && hub.owner.key === null;
  return together(entryOf(hub), hasUnit ? userUnit(hub) : null);
}

function entryOf(hub: LaunchedHub): AutostartEntry {
  const usual = launcherOf(hub);
  const launcher = { ...usual, arguments: [...usual.arguments, ...words] };
  if (hub.platform === 'linux') return xdgAutostart(hub, launcher);
  if (hub.platform === 'darwin') return launchAgent(hub, launcher);
  if (hub.platform === 'win32') return runKeyAutostart(hub, launcher);
  return { place: '', isCheap: true, isOn: async () => false, set: async () => failed('unsupported') };
}

/** Exported for its test. */
export function together(entry: AutostartEntry, unit: UserUnit | null): Autostart {
  const ways = async (): Promise<readonly AutostartWay[]> => {
    const [isOn, links] = await Promise.all([entry.isOn(), unit?.enabledBy() ?? []]);
    return [...(isOn ? [{ kind: 'entry', place: entry.place } as const] : []), ...links.map((place) => ({ kind: 'unit', place }) as const)];
  };
  return {
    ...entry,
    ways,
    isOn: async () => (await ways()).length > 0,
    set: async (isOn) => {
      const [isEntryOn, links] = await Promise.all([entry.isOn(), unit?.enabledBy() ?? []]);
      // An entry that is not ours is off, and nobody's to touch: if the unit is what starts Hub, that is turned off.
      const set = isOn || isEntryOn || links.length === 0 ? await entry.set(isOn) : done(null);
      const disabled = isOn ? undefined : await unit?.disable();
      return set.ok && disabled !== undefined ? disabled : set;
    },
  };
}
