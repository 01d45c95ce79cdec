import { makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import type { JSX } from 'react';
import type { PageView } from '../../../contract/shell-page.ts';
import { useSurfaces } from './surfaces.ts';

const useStyles = makeStyles({
  item: { ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` } },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    padding: '0 16px',
    listStyleType: 'none',
    cursor: 'pointer',
    '::-webkit-details-marker': { display: 'none' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px', borderRadius: '8px' },
  },
  arrow: {
    flex: 'none',
    marginLeft: 'auto',
    fontSize: '16px',
    color: tokens.colorNeutralForeground3,
    '[open] > summary > &': { rotate: '180deg' },
  },
  json: {
    maxHeight: '320px',
    overflow: 'auto',
    scrollbarWidth: 'thin',
    margin: '0 16px 12px',
    color: tokens.colorNeutralForeground2,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** The dictionaries of the snapshot as they came, each behind its name. */
export function Raw({ raw }: Pick<PageView, 'raw'>): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  return (
    <section aria-label="Raw values" className={surfaces.card}>
      {raw.map(({ title, json }) => (
        <details key={title} className={styles.item}>
          <summary className={styles.name}>
            {title}
            <ChevronDownRegular className={styles.arrow} aria-hidden />
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className={styles.json} tabIndex={0} aria-label={title}>
            <pre className={surfaces.mono}>{json}</pre>
          </section>
        </details>
      ))}
    </section>
  );
}
