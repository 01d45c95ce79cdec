/** Switches the autostart on or off, and offers to undo that. */
import type { SettingChange } from '../../../contract/documents/shown-settings.ts';
import { diskInWords } from '../../../domain/conditions/folders/disk-words.ts';
import { say } from '../../../domain/language/say.ts';
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
  if (!set.ok) return shell.notify('error', whyNot(set.reason));
  shell.notify('success', isOn ? say('Hub starts when you log in') : say('Hub does not start any more when you log in'), () =>
    changeAutostart(parts, { how: 'set', value: !isOn }),
  );
}

function whyNot(reason: AutostartFailure): string {
  switch (reason) {
    case 'unsupported':
      return say('The autostart was not changed: Hub does not know how this system starts programs at login');
    case 'taken':
      return say('The autostart was not changed: there is an entry of this name that Hub did not write');
    case 'not-a-link':
      return say('The autostart was not changed: the command that starts this Hub cannot be written in the form of this system');
    case 'for-everybody':
      return say('systemd starts Hub for all users of this machine; to keep it from starting for you: systemctl --user mask hub');
    case 'refused':
      return say('The autostart was not changed: the system refused the entry');
    default:
      return say('The autostart was not changed: its entry cannot be written, because {why}', { why: diskInWords(reason) });
  }
}
