import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, useEffect, useState } from 'react';
import type { Notice } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { DismissRegular } from '../icons/glyphs.ts';
import { tellBack } from '../rows/gone-rows.ts';
import { sendCommand } from '../shell-client.ts';
import { Button, IconButton } from './button.tsx';
import { isHeld } from './held-key.ts';
import { Message } from './message.tsx';
import { hasOwnUndo } from './own-keys.ts';

const shownMs = 6_000;
/** Deciding takes longer than reading. */
const shownWithUndoMs = 10_000;

const useStyles = makeStyles({
  place: {
    // Below the content, which is shorter meanwhile: nothing is covered, except by the preview of the picker, which is over everything.
    position: 'relative',
    zIndex: 5,
    minWidth: 0,
  },
  // As wide as the content, so that it is low, and what ends above it ends at an edge.
  bar: {
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '& > div': { border: 'none', borderRadius: 0 },
  },
});

function undo(noticeId?: number): void {
  sendCommand({ kind: 'undo', noticeId });
  tellBack();
}

/** One notice. Whether it is held is part of its state: an element that was removed gets no event when pointer or focus leave. */
function Bar({ notice: { id, intent, text, canUndo, earlier, canTrash, canReveal } }: { readonly notice: Notice }): JSX.Element {
  const styles = useStyles();
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isStopped = isPointedAt || isFocused;
  useEffect(() => {
    if (isStopped) return;
    const timer = setTimeout(
      () => sendCommand({ kind: 'dismiss-notice', id }),
      canUndo || earlier || canReveal ? shownWithUndoMs : shownMs,
    );
    return () => clearTimeout(timer);
  }, [id, isStopped, canUndo, earlier, canReveal]);
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
              <Button size="small" onClick={() => undo(id)}>
                {say('Undo')}
              </Button>
            ) : null}
            {earlier === undefined ? null : (
              <Button size="small" onClick={() => undo(earlier)}>
                {say('Undo the change before')}
              </Button>
            )}
            {canTrash === undefined ? null : (
              <Button size="small" onClick={() => sendCommand({ kind: 'trash-files', noticeId: id })}>
                {canTrash === 'file' ? say('Delete the file too') : say('Delete the files too')}
              </Button>
            )}
            {canReveal ? (
              <Button size="small" onClick={() => sendCommand({ kind: 'reveal-written', noticeId: id })}>
                {say('Show in folder')}
              </Button>
            ) : null}
            <IconButton label={say('Dismiss')} icon={<DismissRegular />} onClick={() => sendCommand({ kind: 'dismiss-notice', id })} />
          </>
        }
      />
    </div>
  );
}

/** Each press undoes one more, also one whose notice is not there yet: what there is to undo, the shell knows. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isHeld(event) || hasOwnUndo(event)) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The result of the last command. It disappears by itself, unless the pointer or the focus is on it. */
export function NoticeBar({ notice }: { readonly notice: Notice | null }): JSX.Element {
  const styles = useStyles();
  useUndoKey();
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {notice === null ? null : <Bar key={notice.id} notice={notice} />}
    </div>
  );
}
