import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { Tooltip } from '../frame/tooltip.tsx';

const useStyles = makeStyles({
  tip: { maxWidth: 'min(560px, 100vw - 32px)', maxHeight: '320px', overflow: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

/** More than fits into a tooltip. */
const longestTip = 4_000;

interface Props {
  readonly text: string;
  readonly className?: string;
}

/** A text in one line; the pointer shows the whole text if the line is too short. */
export function FullText({ text, className }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <Tooltip
      content={text.slice(0, longestTip)}
      relation="none"
      className={styles.tip}
      isWanted={(line) => line.scrollWidth > line.clientWidth}
    >
      <span className={mergeClasses(surfaces.oneLine, className)} dir="auto">
        {text}
      </span>
    </Tooltip>
  );
}

/** The whole of a copied text as a tooltip, with its lines, from the first non-blank line on. */
export function CopiedTextTip({ text, children }: { readonly text: string; readonly children: JSX.Element }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const content = text.replace(/^\s*\n/, '').slice(0, longestTip);
  return (
    <Tooltip content={content} relation="none" side="below-start" delayMs={600} className={mergeClasses(surfaces.mono, styles.tip)}>
      {children}
    </Tooltip>
  );
}
