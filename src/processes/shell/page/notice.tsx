import { makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type JSX, useEffect, useState } from 'react';
import type { Notice } from '../../../contract/shell-page.ts';
import { send } from './hub.ts';
import { IconButton } from './icon-button.tsx';
import { Message } from './message.tsx';

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
  bar: { pointerEvents: 'auto', maxWidth: '480px', borderRadius: '8px', boxShadow: tokens.shadow8 },
});

/** What came of the last thing that was asked for. It goes by itself, unless the pointer or the focus is on it. */
export function NoticeBar({ notice }: { readonly notice: Notice | null }): JSX.Element {
  const styles = useStyles();
  const [isHeld, setHeld] = useState(false);
  const id = notice?.id;
  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => send({ kind: 'dismiss-notice', id }), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const hold = (): void => setHeld(true);
  const release = (): void => setHeld(false);
  const dismiss = (): void => {
    release();
    if (id !== undefined) send({ kind: 'dismiss-notice', id });
  };
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {notice === null ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while the pointer or the focus is on it
        <div key={notice.id} className={styles.bar} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
          <Message
            intent={notice.intent}
            text={notice.text}
            actions={<IconButton label="Dismiss" icon={<DismissRegular />} onClick={dismiss} />}
          />
        </div>
      )}
    </div>
  );
}
