/** The first lines of the chosen copy, below the list: copies that begin alike are told apart, and no row has to grow. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, memo, useDeferredValue } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { CopiedLines } from '../fragments/copied-lines.tsx';
import { Picture } from '../fragments/picture.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';

const useStyles = makeStyles({
  // As high for one line as for three: what is above it stays where it is.
  peek: {
    height: '70px',
    boxSizing: 'border-box',
    padding: '7px 16px',
    overflow: 'hidden',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    '@media (max-height: 360px)': { display: 'none' },
  },
  lines: { maxHeight: '54px', lineHeight: '18px', overflow: 'hidden', overflowWrap: 'anywhere' },
  prose: { display: '-webkit-box', WebkitLineClamp: 3, WebkitBoxOrient: 'vertical' },
  code: { whiteSpace: 'pre', textOverflow: 'ellipsis' },
  picture: { display: 'block', height: '54px', maxWidth: '100%', objectFit: 'contain', objectPosition: 'left', borderRadius: '4px' },
});

const lines = 3;

/** Blank ones say nothing. */
function firstLines({ preview, title }: FragmentRow): string {
  const filled = preview.split('\n').filter((line) => line.trim() !== '');
  return filled.length === 0 ? title : filled.slice(0, lines).join('\n');
}

/** The row says the same to a screen reader. */
export const PickerPeek = memo(function PickerPeek({ row: chosen }: { readonly row: FragmentRow | undefined }): JSX.Element {
  // The rows are drawn first.
  const row = useDeferredValue(chosen);
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const looks =
    row?.look === 'lines'
      ? mergeClasses(surfaces.mono, styles.lines, styles.code)
      : mergeClasses(surfaces.prose, styles.lines, styles.prose);
  return (
    <div className={styles.peek} aria-hidden>
      {row === undefined || row.imageUrl === null ? (
        // Another element for another copy: WebKit leaves what was drawn of the one before.
        <div key={row?.id} className={looks} dir="auto">
          {row === undefined ? null : <CopiedLines text={firstLines(row)} of={row} />}
        </div>
      ) : (
        <Picture className={styles.picture} src={row.imageUrl} alt="" instead={row.title} />
      )}
    </div>
  );
});
