import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { PageView } from '../../../contract/shell-page.ts';
import { send } from './hub.ts';
import { useSurfaces } from './surfaces.ts';

/** The process behind the window does not answer: nothing on the page works. */
export function Lost(): JSX.Element {
  const surfaces = useSurfaces();
  return (
    <MessageBar intent="error" className={surfaces.message}>
      <MessageBarBody>
        <MessageBarTitle>Hub's window lost its process</MessageBarTitle>
        What is shown may be old. Nothing that was copied is lost; close this window and open Hub again.
      </MessageBarBody>
    </MessageBar>
  );
}

function CoreLost({ connection }: Pick<PageView, 'connection'>): JSX.Element {
  const surfaces = useSurfaces();
  return (
    <MessageBar intent="error" className={surfaces.message}>
      <MessageBarBody>
        <MessageBarTitle>{connection.text}</MessageBarTitle>
        {connection.mend}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => send({ kind: 'restart', componentId: 'python_core' })}>
          Restart the core
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function Paused(): JSX.Element {
  const surfaces = useSurfaces();
  return (
    <MessageBar intent="info" className={surfaces.message}>
      <MessageBarBody>
        <MessageBarTitle>Capture is paused</MessageBarTitle>
        What you copy now is not kept.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => send({ kind: 'act', verb: 'resume-capture' })}>
          Resume
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function Blind({ capture }: Pick<PageView, 'capture'>): JSX.Element {
  const surfaces = useSurfaces();
  return (
    <MessageBar intent="warning" className={surfaces.message}>
      <MessageBarBody>
        <MessageBarTitle>Copies are not seen</MessageBarTitle>
        {capture.text}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => send({ kind: 'restart', componentId: 'clipboard' })}>
          Try again
        </Button>
        <Button size="small" appearance="transparent" onClick={() => send({ kind: 'show', section: 'diagnostics' })}>
          Diagnostics
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

/** What is not as it should be, with its mend; the worst first. */
export function Conditions({ view, isLost }: { readonly view: PageView; readonly isLost: boolean }): JSX.Element | null {
  if (isLost) return <Lost />;
  if (view.connection.state === 'lost') return <CoreLost connection={view.connection} />;
  if (view.capture.state === 'paused') return <Paused />;
  if (view.capture.state === 'blind') return <Blind capture={view.capture} />;
  return null;
}
