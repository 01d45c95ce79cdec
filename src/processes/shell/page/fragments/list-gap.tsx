import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import type { VirtualRows } from './virtual-rows.ts';

const rowHeight = 53;

const useStyles = makeStyles({
  gap: {
    position: 'absolute',
    left: 0,
    right: 0,
    boxSizing: 'border-box',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground1,
    backgroundImage: `linear-gradient(${tokens.colorNeutralStroke2} 1px, transparent 1px)`,
    backgroundSize: `100% ${rowHeight}px`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  said: { position: 'absolute', left: 0, right: 0, padding: '16px 12px', textAlign: 'center' },
});

interface Props {
  /** The position of the gap in its list, in px. */
  readonly top: number;
  readonly item: VirtualRows['shown'][number];
  readonly rows: VirtualRows;
  readonly isFailing: boolean;
}

/** Placeholders for rows that are not loaded yet, as many as are visible. */
export function ListGap({ top, item, rows, isFailing }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  // A gap may be higher than what a web view paints.
  const from = Math.max(item.start, rows.offset - rows.viewport);
  const to = Math.max(from, Math.min(item.end, rows.offset + 2 * rows.viewport));
  const above = from - item.start;
  const said = Math.max(0, rows.offset - from) + rows.viewport / 3;
  return (
    <div
      className={styles.gap}
      style={{ top: top + above, height: to - from, backgroundPositionY: -(above % rowHeight) }}
      role="status"
      aria-busy={!isFailing}
    >
      {isFailing ? (
        <div className={mergeClasses(styles.said, surfaces.second)} style={{ top: Math.min(said, Math.max(0, to - from - rowHeight)) }}>
          {say('These copies could not be read. Hub keeps trying.')}
        </div>
      ) : null}
    </div>
  );
}
