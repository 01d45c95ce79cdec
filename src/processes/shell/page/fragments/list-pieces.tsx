/** The pieces of a grid: groups of rows under one heading, and gaps between them. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useId } from 'react';
import { useSharedStyles } from '../frame/shared-styles.ts';
import type { VirtualRows } from './virtual-rows.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  heading: { position: 'absolute', left: 0, right: 0, padding: '16px 0 8px', boxSizing: 'content-box' },
  title: { margin: 0 },
  top: { paddingTop: '4px' },
});

type Shown = VirtualRows['shown'][number];

/** A unit of layout: a gap, or rows under one heading, which may be scrolled out of view. */
interface Piece {
  readonly key: string;
  readonly title: string;
  readonly heading: Shown | null;
  readonly shown: readonly Shown[];
}

export function piecesOf({ items, shown }: VirtualRows): readonly Piece[] {
  const pieces: { key: string; title: string; heading: Shown | null; shown: Shown[]; end: number }[] = [];
  for (const each of shown) {
    const item = items[each.index];
    const last = pieces.at(-1);
    if (item?.kind === 'heading') pieces.push({ key: '', title: item.title, heading: each, shown: [], end: each.index });
    else if (item?.kind === 'row' && last !== undefined && last.title === item.title && last.end === each.index - 1) {
      last.shown.push(each);
      last.end = each.index;
    } else if (item?.kind === 'row') {
      pieces.push({ key: '', title: item.title, heading: null, shown: [each], end: each.index });
    } else if (item !== undefined) pieces.push({ key: '', title: ' ', heading: null, shown: [each], end: each.index });
  }
  // Rows remain the same elements when their heading, or a gap above them, disappears or changes.
  return pieces.map((piece, index) => ({
    ...piece,
    key: `${piece.title} ${pieces.slice(0, index).filter(({ title }) => title === piece.title).length}`,
  }));
}

interface GroupProps {
  readonly title: string;
  readonly aside: string | undefined;
  readonly heading: Shown | null;
  readonly rows: VirtualRows;
  readonly top: (shown: Shown) => number;
  readonly children: readonly JSX.Element[];
}

/** A heading is a row too: a grid has nothing else in it (WAI-ARIA 1.2, 5.2.6). Only copies have a number among the rows. */
export function Group({ title, aside, heading, rows, top, children }: GroupProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const id = useId();
  const name = heading === null ? (title === '' ? {} : { 'aria-label': title }) : { 'aria-labelledby': id };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are laid out by their place
    <div {...name} role="rowgroup">
      {heading === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it
        <div
          ref={rows.measure}
          role="row"
          className={mergeClasses(styles.heading, heading.index === 0 && styles.top)}
          style={{ top: top(heading) }}
          data-index={heading.index}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
          <div role="gridcell">
            <h2 id={id} className={mergeClasses(surfaces.headline, styles.title)}>
              {title} {aside === undefined || heading.index > 0 ? null : <span className={surfaces.aside}>{aside}</span>}
            </h2>
          </div>
        </div>
      )}
      {/* The rows keep their place among the elements when the heading comes and goes. */}
      <ul className={styles.list} role="presentation">
        {children}
      </ul>
    </div>
  );
}
