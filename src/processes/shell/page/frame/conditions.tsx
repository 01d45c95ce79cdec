import { type JSX, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { DismissRegular } from '../icons/glyphs.ts';
import { showSection } from '../sections/show-section.ts';
import { sendCommand } from '../shell-client.ts';
import { Button, IconButton } from './button.tsx';
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

function CoreLost({ connection, section }: Pick<PageView, 'connection' | 'section'>): JSX.Element {
  return (
    <Message
      intent="error"
      title={connection.text}
      text={connection.mend}
      actions={
        <>
          <Diagnose section={section} />
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

function Blind({ capture, section }: Pick<PageView, 'capture' | 'section'>): JSX.Element {
  return (
    <Message
      intent="warning"
      title={capture.text}
      text={capture.mend}
      actions={
        <>
          <Diagnose section={section} />
          {capture.restartHelps ? (
            <Button size="small" onClick={() => sendCommand({ kind: 'restart', componentId: 'clipboard' })}>
              {say('Try again')}
            </Button>
          ) : null}
          {capture.dismissId === undefined ? null : <Dismiss id={capture.dismissId} />}
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

function SettingsTrouble({
  trouble,
  section,
}: Pick<PageView, 'section'> & { readonly trouble: NonNullable<PageView['settingsTrouble']> }): JSX.Element {
  return <Message intent="warning" title={trouble.text} text={trouble.mend} actions={<Diagnose section={section} />} />;
}

function Dismiss({ id }: { readonly id: string }): JSX.Element {
  return <IconButton label={say('Dismiss')} icon={<DismissRegular />} onClick={() => sendCommand({ kind: 'dismiss-condition', id })} />;
}

function Update({ update }: { readonly update: NonNullable<PageView['update']> }): JSX.Element {
  return <Message intent="info" title={update.title} text={update.text} actions={<Dismiss id={update.id} />} />;
}

/** Not where it leads. */
function Diagnose({ section }: Pick<PageView, 'section'>): JSX.Element | null {
  if (section === 'diagnostics') return null;
  return (
    <Button size="small" appearance="subtle" onClick={() => showSection('diagnostics')}>
      {say('Diagnostics')}
    </Button>
  );
}

function OfCapture({ capture, section }: Pick<PageView, 'capture' | 'section'>): JSX.Element {
  if (capture.state === 'paused') return <Paused capture={capture} label={say('Resume')} />;
  if (capture.state === 'private') return <Paused capture={capture} label={say('Turn off')} />;
  if (capture.state === 'ignoring') return <Paused capture={capture} label={say('Capture it')} />;
  return <Blind capture={capture} section={section} />;
}

/** What is shown for a moment would only move what is below it, where somebody is about to click. */
const lastsAfterMs = 2_000;

/** The state of capture as the page shows it: while the monitor is restarted, it stays what it was before, unless that lasts. The counts are those of now. */
export function useLastingCapture(capture: PageView['capture']): PageView['capture'] {
  const isSoonOver = capture.isSoonOver === true;
  const [lasts, setLasts] = useState(false);
  const before = useRef<PageView['capture'] | null>(null);
  useLayoutEffect(() => {
    if (!isSoonOver) before.current = capture;
  }, [isSoonOver, capture]);
  useEffect(() => {
    setLasts(false);
    if (!isSoonOver) return;
    const timer = setTimeout(() => setLasts(true), lastsAfterMs);
    return () => clearTimeout(timer);
  }, [isSoonOver]);
  if (!isSoonOver || lasts) return capture;
  const { captured, missed } = capture;
  return { ...(before.current ?? { ...capture, state: 'watching' }), captured, missed };
}

/** The worst of the current problems, with what to do: first what costs copies, then what is past, and last that there is another version. */
export function Conditions({ view, isLost }: { readonly view: PageView; readonly isLost: boolean }): JSX.Element | null {
  const { section, capture, connection, saveTrouble, settingsTrouble, supervisorTrouble, update } = view;
  if (isLost) return <ConnectionLost />;
  // No button that restarts something works then.
  if (supervisorTrouble !== null)
    return <Message intent="error" title={supervisorTrouble.text} text={supervisorTrouble.mend} actions={<Diagnose section={section} />} />;
  if (connection.state === 'lost' && capture.state !== 'blind') return <CoreLost connection={connection} section={section} />;
  if (capture.state !== 'watching' && capture.isLesser === undefined) return <OfCapture capture={capture} section={section} />;
  if (saveTrouble !== null) return <SaveTrouble trouble={saveTrouble} />;
  if (settingsTrouble !== null) return <SettingsTrouble trouble={settingsTrouble} section={section} />;
  if (capture.state !== 'watching') return <OfCapture capture={capture} section={section} />;
  return update === null ? null : <Update update={update} />;
}
