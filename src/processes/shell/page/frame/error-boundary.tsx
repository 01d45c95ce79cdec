import { Component, type JSX, type ReactNode } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { Button } from './button.tsx';
import { Message } from './message.tsx';

interface Props {
  readonly revision: number;
  readonly children: ReactNode;
}

interface State {
  readonly failedAt: number | null;
}

function MistakeMessage(): JSX.Element {
  return (
    <main>
      <Message
        intent="error"
        title={say('Something went wrong in this window')}
        text={say('Only the window is affected. It recovers with the next copy, or when you try again.')}
        actions={
          <Button size="small" onClick={() => location.reload()}>
            {say('Try again')}
          </Button>
        }
      />
    </main>
  );
}

/** If a view can't be drawn, a message replaces the empty window; the next view is tried again. In React only a class can catch errors. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): State {
    return { failedAt: -1 };
  }

  static getDerivedStateFromProps({ revision }: Props, { failedAt }: State): State | null {
    if (failedAt === null || failedAt === revision) return null;
    return { failedAt: failedAt === -1 ? revision : null };
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : <MistakeMessage />;
  }
}
