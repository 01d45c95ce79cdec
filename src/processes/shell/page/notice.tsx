import { Button, MessageBar, MessageBarActions, MessageBarBody, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type JSX, useEffect, useState } from 'react';
import type { Notice } from '../../../contract/shell-page.ts';
import { send } from './hub.ts';
import { useSurfaces } from './surfaces.ts';

const shownMs = 6_000;

const useStyles = makeStyles({
  place: {
    position: 'absolute',
    zIndex: 5,
    bottom: '40px',
    left: '60px',
    right: '12px',
    display: 'flex',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
  bar: {
    pointerEvents: 'auto',
    maxWidth: '480px',
    boxShadow: tokens.shadow8,
    overflowWrap: 'anywhere',
  },
});

/** What came of the last thing that was asked for. It goes by itself, unless the pointer or the focus is on it. */
export function NoticeBar({ notice }: { readonly notice: Notice | null }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const [isHeld, setHeld] = useState(false);
  const id = notice?.id;
  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => send({ kind: 'dismiss-notice', id }), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {notice === null ? null : (
        <MessageBar
          key={notice.id}
          className={mergeClasses(surfaces.message, styles.bar)}
          intent={notice.intent}
          layout="multiline"
          onPointerEnter={hold}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={release}
        >
          <MessageBarBody>{notice.text}</MessageBarBody>
          <MessageBarActions
            containerAction={
              <Button
                aria-label="Dismiss"
                appearance="transparent"
                icon={<DismissRegular />}
                onClick={() => {
                  setHeld(false);
                  send({ kind: 'dismiss-notice', id: notice.id });
                }}
              />
            }
          />
        </MessageBar>
      )}
    </div>
  );
}
