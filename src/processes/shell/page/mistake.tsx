import { Button } from '@fluentui/react-components';
import { Component, type JSX, type ReactNode } from 'react';
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
        title="Something went wrong in this window"
        text="It is a fault of the window alone. It tries again with the next copy, or when you ask it to."
        actions={
          <Button size="small" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      />
    </main>
  );
}

/** A view that can't be painted is said, in the place of an empty window; the next view is tried again. Only a class can catch in React. */
export class Mistake extends Component<Props, State> {
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
