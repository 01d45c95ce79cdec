import { makeStyles, mergeClasses, Tooltip } from '@fluentui/react-components';
import { type JSX, useRef, useState } from 'react';
import { useSurfaces } from './surfaces.ts';

const useStyles = makeStyles({
  tip: { maxWidth: 'min(560px, 100vw - 32px)', maxHeight: '320px', overflow: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

/** More than fits into a tip. */
const longestTip = 4_000;

interface Props {
  readonly text: string;
  readonly className?: string;
}

/** A text in one line; the whole of it stands beside the pointer when the line is too short. */
export function FullText({ text, className }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const line = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(false);
  const isCut = (): boolean => line.current !== null && line.current.scrollWidth > line.current.clientWidth;
  return (
    <Tooltip
      relationship="inaccessible"
      content={{ children: text.slice(0, longestTip), className: styles.tip }}
      visible={isShown}
      onVisibleChange={(_event, data) => setShown(data.visible && isCut())}
    >
      <span ref={line} className={mergeClasses(surfaces.oneLine, className)} dir="auto">
        {text}
      </span>
    </Tooltip>
  );
}

/** The whole of a copied text beside the pointer, as it was set, from the first line that is not blank. */
export function CopiedTextTip({ text, children }: { readonly text: string; readonly children: JSX.Element }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const content = { children: text.replace(/^\s*\n/, '').slice(0, longestTip), className: mergeClasses(surfaces.mono, styles.tip) };
  return (
    <Tooltip
      relationship="inaccessible"
      content={content}
      positioning="below-start"
      showDelay={600}
      {...(text === '' ? { visible: false } : {})}
    >
      {children}
    </Tooltip>
  );
}
