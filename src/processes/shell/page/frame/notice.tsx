import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, useEffect, useState } from 'react';
import type { Notice } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { DismissRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { Button, IconButton } from './button.tsx';
import { isHeld } from './held-key.ts';
import { Message } from './message.tsx';
import { hasOwnKeys } from './own-keys.ts';

const shownMs = 6_000;
/** Deciding takes longer than reading. */
const shownWithUndoMs = 10_000;

const useStyles = makeStyles({
  place: {
    position: 'absolute',
    // The area of the content: what lies below it stays in sight. Without the second line the area would reach to the end of the grid (CSS Grid, 9.1).
    gridRow: '2 / 3',
    zIndex: 5,
    bottom: '12px',
    left: '60px',
    right: '12px',
    display: 'flex',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
  bar: { pointerEvents: 'auto', maxWidth: '480px', borderRadius: '8px', boxShadow: tokens.shadow8 },
});

/** One notice. Whether it is held is part of its state: an element that was removed gets no event when pointer or focus leave. */
function Bar({ notice: { id, intent, text, canUndo, canTrash } }: { readonly notice: Notice }): JSX.Element {
  const styles = useStyles();
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isStopped = isPointedAt || isFocused;
  useEffect(() => {
    if (isStopped) return;
    const timer = setTimeout(() => sendCommand({ kind: 'dismiss-notice', id }), canUndo ? shownWithUndoMs : shownMs);
    return () => clearTimeout(timer);
  }, [id, isStopped, canUndo]);
  useEffect(() => {
    if (!canUndo) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isHeld(event) || hasOwnKeys(event)) return;
      event.preventDefault();
      sendCommand({ kind: 'undo', noticeId: id });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [id, canUndo]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while the pointer or the focus is on it
    <div
      className={styles.bar}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Message
        intent={intent}
        text={text}
        actions={
          <>
            {canUndo ? (
              <Button size="small" onClick={() => sendCommand({ kind: 'undo', noticeId: id })}>
                {say('Undo')}
              </Button>
            ) : null}
            {canTrash === undefined ? null : (
              <Button size="small" onClick={() => sendCommand({ kind: 'trash-files', noticeId: id })}>
                {canTrash === 'file' ? say('Delete the file too') : say('Delete the files too')}
              </Button>
            )}
            <IconButton label={say('Dismiss')} icon={<DismissRegular />} onClick={() => sendCommand({ kind: 'dismiss-notice', id })} />
          </>
        }
      />
    </div>
  );
}

/** The result of the last command. It disappears by itself, unless the pointer or the focus is on it. */
export function NoticeBar({ notice }: { readonly notice: Notice | null }): JSX.Element {
  const styles = useStyles();
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {notice === null ? null : <Bar key={notice.id} notice={notice} />}
    </div>
  );
}
