import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { useSharedStyles } from '../frame/shared-styles.ts';

const useStyles = makeStyles({
  chips: { display: 'flex', flex: 'none', alignItems: 'center', gap: '4px', maxWidth: '40%', overflow: 'hidden' },
  chip: {
    flex: 'none',
    maxWidth: '120px',
    padding: '0 6px',
    borderRadius: '8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
  },
});

/** A row has room for few. */
const mostChips = 3;

/** The tags of a fragment, in its row. */
export function TagChips({ tags }: { readonly tags: readonly string[] }): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  if (tags.length === 0) return null;
  const hidden = tags.length - mostChips;
  return (
    <span className={styles.chips}>
      {tags.slice(0, mostChips).map((tag) => (
        <span key={tag} className={mergeClasses(styles.chip, surfaces.oneLine)} dir="auto">
          {tag}
        </span>
      ))}
      {hidden > 0 ? <span className={surfaces.third}>+{hidden}</span> : null}
    </span>
  );
}
