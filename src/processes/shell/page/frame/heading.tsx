import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX, ReactNode } from 'react';
import { useSharedStyles } from './shared-styles.ts';

const useStyles = makeStyles({
  line: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '32px' },
  title: {
    margin: 0,
    flex: '1 1 auto',
    minWidth: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  aside: { flex: 'none', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
});

/** The title of a section, with something small at its end. */
export function Heading({ title, children }: { readonly title: string; readonly children?: ReactNode }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <div className={styles.line}>
      <h1 className={mergeClasses(surfaces.oneLine, styles.title)}>{title}</h1>
      <div className={styles.aside}>{children}</div>
    </div>
  );
}
