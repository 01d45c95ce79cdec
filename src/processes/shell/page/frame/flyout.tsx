/**
 * What opens over the page: a modal dialog of the browser, at a position. The browser keeps the focus in it, closes it with Escape, and returns the
 * focus to where it was; a click beside it closes it too.
 */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

export interface FlyoutPlace {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Props {
  readonly label: string;
  /** It opens below this element, aligned with its left or right edge. */
  readonly at: FlyoutPlace;
  readonly align: 'start' | 'end';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const gapPx = 4;
const marginPx = 8;

const useStyles = makeStyles({
  flyout: {
    position: 'fixed',
    inset: 'auto',
    boxSizing: 'border-box',
    maxWidth: `calc(100vw - ${2 * marginPx}px)`,
    maxHeight: `calc(100vh - ${2 * marginPx}px)`,
    margin: 0,
    padding: 0,
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '8px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    outlineStyle: 'none',
    '::backdrop': { backgroundColor: 'transparent' },
  },
});

/** Below the element, or above it if there is more room; always within the window. */
function put(dialog: HTMLDialogElement, at: FlyoutPlace, align: Props['align']): void {
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const left = align === 'start' ? at.left : at.right - width;
  const isBelow = at.bottom + gapPx + height + marginPx <= innerHeight || at.top < innerHeight - at.bottom;
  const top = isBelow ? at.bottom + gapPx : at.top - gapPx - height;
  dialog.style.left = `${Math.max(marginPx, Math.min(left, innerWidth - width - marginPx))}px`;
  dialog.style.top = `${Math.max(marginPx, Math.min(top, innerHeight - height - marginPx))}px`;
}

function isBeside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/**
 * Not by removing it from the page: React does not see the focus move during a removal. The browser says that it is closed only later; whoever has opened it again
 * by then would find it closed.
 */
function close(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) return;
  dialog.close();
  dialog.dispatchEvent(new Event('close'));
}

/** Closes the flyout around an element. */
export function closeFlyout(inside: Element): void {
  close(inside.closest('dialog'));
}

/** The browser would do the same, except while a tooltip is shown, which takes the key for itself. */
function closeByEscape(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  close(event.currentTarget);
}

/** Opens when it is mounted; its parent removes it when it reports that it is closed. */
export function Flyout({ label, at, align, onClose, children }: Props): JSX.Element {
  const styles = useStyles();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  useLayoutEffect(() => {
    if (dialog.current !== null) put(dialog.current, at, align);
  }, [at, align]);
  // The element that it is attached to has moved then. An event may be late, and about a size that the window had before.
  useEffect(() => {
    const [width, height] = [innerWidth, innerHeight];
    const onResize = (): void => {
      if (innerWidth !== width || innerHeight !== height) close(dialog.current);
    };
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles.flyout}
      onClose={onClose}
      onKeyDown={closeByEscape}
      onContextMenu={(event) => event.preventDefault()}
      onMouseDown={(event) => isBeside(event, event.currentTarget) && close(event.currentTarget)}
    >
      {children}
    </dialog>
  );
}
