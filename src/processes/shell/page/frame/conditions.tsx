import type { JSX } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { showSection } from '../sections/show-section.ts';
import { sendCommand } from '../shell-client.ts';
import { Button } from './button.tsx';
import { Message } from './message.tsx';

/** The process behind the window does not answer: nothing on the page works. */
export function ConnectionLost(): JSX.Element {
  return (
    <Message
      intent="error"
      title={say('This window has lost its connection to Hub')}
      text={say('What it shows may be out of date; close this window and open Hub again.')}
    />
  );
}

function CoreLost({ connection }: Pick<PageView, 'connection'>): JSX.Element {
  return (
    <Message
      intent="error"
      title={connection.text}
      text={connection.mend}
      actions={
        <>
          <Diagnose />
          <Button size="small" onClick={() => sendCommand({ kind: 'restart', componentId: 'python_core' })}>
            {say('Restart the core')}
          </Button>
        </>
      }
    />
  );
}

/** What the user wanted, and how to end it. */
function Paused({ capture, label }: Pick<PageView, 'capture'> & { readonly label: string }): JSX.Element {
  return (
    <Message
      intent="info"
      title={capture.text}
      text={capture.mend}
      actions={
        <Button size="small" onClick={() => sendCommand({ kind: 'act', verb: 'resume-capture' })}>
          {label}
        </Button>
      }
    />
  );
}

function Blind({ capture }: Pick<PageView, 'capture'>): JSX.Element {
  return (
    <Message
      intent="warning"
      title={capture.text}
      text={capture.mend}
      actions={
        <>
          <Diagnose />
          {capture.restartHelps ? (
            <Button size="small" onClick={() => sendCommand({ kind: 'restart', componentId: 'clipboard' })}>
              {say('Try again')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function SaveTrouble({ trouble }: { readonly trouble: NonNullable<PageView['saveTrouble']> }): JSX.Element {
  return (
    <Message
      intent="warning"
      title={trouble.text}
      text={trouble.mend}
      actions={
        <Button size="small" onClick={() => showSection('workspaces')}>
          {say('WorkSpaces')}
        </Button>
      }
    />
  );
}

function SettingsTrouble({ trouble }: { readonly trouble: NonNullable<PageView['settingsTrouble']> }): JSX.Element {
  return <Message intent="warning" title={trouble.text} text={trouble.mend} actions={<Diagnose />} />;
}

function Diagnose(): JSX.Element {
  return (
    <Button size="small" appearance="subtle" onClick={() => showSection('diagnostics')}>
      {say('Diagnostics')}
    </Button>
  );
}

/** The current problems, each with what to do; the worst first. */
export function Conditions({ view, isLost }: { readonly view: PageView; readonly isLost: boolean }): JSX.Element | null {
  if (isLost) return <ConnectionLost />;
  if (view.connection.state === 'lost') return <CoreLost connection={view.connection} />;
  if (view.capture.state === 'paused') return <Paused capture={view.capture} label={say('Resume')} />;
  if (view.capture.state === 'private') return <Paused capture={view.capture} label={say('Turn off')} />;
  if (view.capture.state === 'ignoring') return <Paused capture={view.capture} label={say('Capture it')} />;
  if (view.capture.state !== 'watching') return <Blind capture={view.capture} />;
  if (view.saveTrouble !== null) return <SaveTrouble trouble={view.saveTrouble} />;
  if (view.settingsTrouble !== null) return <SettingsTrouble trouble={view.settingsTrouble} />;
  return null;
}
