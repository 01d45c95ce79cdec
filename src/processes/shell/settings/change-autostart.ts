/** Switches the autostart on or off, and offers to undo that. */
import type { SettingChange } from '../../../contract/documents/shown-settings.ts';
import type { Autostart, AutostartFailure } from '../../../platform/autostart/index.ts';
import type { Shell } from '../shell.ts';
import type { ShownSettings } from './shown-settings.ts';

interface Parts {
  readonly shell: Pick<Shell, 'notify'>;
  readonly autostart: Autostart;
  readonly settings: Pick<ShownSettings, 'readAutostart'>;
}

export async function changeAutostart(parts: Parts, change: SettingChange): Promise<void> {
  const { shell, autostart, settings } = parts;
  if (change.how !== 'set' || typeof change.value !== 'boolean') return;
  const isOn = change.value;
  const set = await autostart.set(isOn);
  await settings.readAutostart();
  if (!set.ok)
    return shell.notify('error', `The autostart was not changed: ${whyNot[set.reason] ?? `its entry cannot be written (${set.reason})`}`);
  shell.notify('success', isOn ? 'Hub starts when you log in' : 'Hub does not start when you log in any more', () =>
    changeAutostart(parts, { how: 'set', value: !isOn }),
  );
}

const whyNot: Partial<Record<AutostartFailure, string>> = {
  unsupported: 'this system has none that Hub knows',
  taken: 'there is an entry of this name that Hub did not write',
  'not-a-link': 'the command that starts this Hub cannot be written in its form',
  refused: 'the system refused the entry',
};
