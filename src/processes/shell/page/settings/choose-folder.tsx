import type { JSX } from 'react';
import type { FolderChooserState } from '../../../../contract/documents/shown-settings.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { sendCommand } from '../shell-client.ts';

interface Props {
  /** `workspaces`, or the id of a setting. */
  readonly list: string;
  readonly chooser: FolderChooserState;
}

/** Opens the system's dialog for a folder, and closes it again. There is no button if there is no such dialog. */
export function ChooseFolder({ list, chooser: { isThere, openFor } }: Props): JSX.Element | null {
  if (!isThere) return null;
  if (openFor === list) return <Button onClick={() => sendCommand({ kind: 'stop-choosing' })}>{say('Stop choosing')}</Button>;
  return (
    <Button disabled={openFor !== null} onClick={() => sendCommand({ kind: 'choose-folder', list })}>
      {say('Choose…')}
    </Button>
  );
}
