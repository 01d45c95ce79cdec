/**
 * A few words beside what the pointer rests on or the keyboard has reached (WCAG 1.4.13: Escape closes them, and the pointer may move onto them). One
 * tooltip is shown at a time, and none costs anything before that.
 */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type JSX,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

const usualDelayMs = 250;
/** The pointer's way from the element to its tooltip. */
const staysMs = 250;
const gapPx = 4;
const marginPx = 8;

const useStyles = makeStyles({
  tip: {
    position: 'fixed',
    zIndex: 1_000,
    boxSizing: 'border-box',
    maxWidth: '240px',
    padding: '4px 11px 6px 11px',
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow8,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'start',
    overflowWrap: 'break-word',
    cursor: 'default',
  },
});

type Side = 'above' | 'after' | 'below-start';

interface Props {
  readonly content: string;
  /** Its meaning for a screen reader: the name of the element, a description, or nothing if the text is there in full. */
  readonly relation: 'label' | 'description' | 'none';
  readonly side?: Side;
  readonly delayMs?: number;
  readonly className?: string;
  /** Called when it is about to be shown. */
  readonly isWanted?: (thing: HTMLElement) => boolean;
  /** The element: one of the browser's. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** The position of a tooltip of this size: beside the element, on its other side if there is no room, and always within the window. */
function put(tip: HTMLElement, thing: DOMRect, side: Side): void {
  const { offsetWidth: width, offsetHeight: height } = tip;
  const places: Readonly<Record<Side, readonly [left: number, top: number]>> = {
    above: [thing.left + (thing.width - width) / 2, thing.top - gapPx - height],
    after: [thing.right + gapPx, thing.top + (thing.height - height) / 2],
    'below-start': [thing.left, thing.bottom + gapPx],
  };
  let [left, top] = places[side];
  if (side === 'above' && top < marginPx) top = thing.bottom + gapPx;
  if (side === 'below-start' && top + height + marginPx > innerHeight) top = thing.top - gapPx - height;
  tip.style.left = `${Math.max(marginPx, Math.min(left, innerWidth - width - marginPx))}px`;
  tip.style.top = `${Math.max(marginPx, Math.min(top, innerHeight - height - marginPx))}px`;
}

/** Closes the tooltip that is shown, whichever it is. */
let hideShown = (): void => {};

export function Tooltip({
  content,
  relation,
  side = 'above',
  delayMs = usualDelayMs,
  className,
  isWanted = () => true,
  children,
}: Props): JSX.Element {
  const id = useId();
  const [thing, setThing] = useState<HTMLElement | null>(null);
  const timer = useRef(0);
  const later = (afterMs: number, act: () => void): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, afterMs);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setThing(null);
  };
  const showOver = (over: HTMLElement): void => {
    if (content !== '' && over.isConnected && isWanted(over)) setThing(over);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const own = children.props;
  const handlers: HTMLAttributes<HTMLElement> = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      own.onPointerEnter?.(event);
      const over = event.currentTarget;
      if (event.pointerType !== 'touch') later(delayMs, () => showOver(over));
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      own.onPointerLeave?.(event);
      later(staysMs, hide);
    },
    // What is clicked is known; a tooltip that comes afterwards covers what the click has opened.
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      own.onPointerDown?.(event);
      hide();
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      own.onFocus?.(event);
      const over = event.currentTarget;
      if (event.target === over && over.matches(':focus-visible')) later(delayMs, () => showOver(over));
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      own.onBlur?.(event);
      hide();
    },
  };
  const said = {
    ...(relation === 'label' ? { 'aria-label': content } : {}),
    ...(relation === 'description' && thing !== null ? { 'aria-describedby': id } : {}),
  };
  return (
    <>
      {cloneElement(children, { ...handlers, ...said })}
      {thing === null ? null : (
        <Words
          id={id}
          thing={thing}
          side={side}
          className={className}
          onHide={hide}
          onStay={() => clearTimeout(timer.current)}
          onLeave={() => later(staysMs, hide)}
        >
          {content}
        </Words>
      )}
    </>
  );
}

interface WordsProps {
  readonly id: string;
  readonly thing: HTMLElement;
  readonly side: Side;
  readonly className: string | undefined;
  readonly onHide: () => void;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly children: string;
}

function Words({ id, thing, side, className, onHide, onStay, onLeave, children }: WordsProps): JSX.Element {
  const styles = useStyles();
  const tip = useRef<HTMLDivElement>(null);
  const hide = useRef(onHide);
  hide.current = onHide;
  useLayoutEffect(() => {
    if (tip.current !== null) put(tip.current, thing.getBoundingClientRect(), side);
  });
  useEffect(() => {
    hideShown();
    const go = (): void => hide.current();
    const byEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') go();
    };
    hideShown = go;
    addEventListener('keydown', byEscape, true);
    addEventListener('pointerdown', go, true);
    addEventListener('scroll', go, true);
    addEventListener('resize', go);
    return () => {
      if (hideShown === go) hideShown = () => {};
      removeEventListener('keydown', byEscape, true);
      removeEventListener('pointerdown', go, true);
      removeEventListener('scroll', go, true);
      removeEventListener('resize', go);
    };
  }, []);
  // Inside an open dialog, because everything outside is below it.
  const host = thing.closest('dialog') ?? document.body;
  return createPortal(
    <div ref={tip} id={id} role="tooltip" className={mergeClasses(styles.tip, className)} onPointerEnter={onStay} onPointerLeave={onLeave}>
      {children}
    </div>,
    host,
  );
}
