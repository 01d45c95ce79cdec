import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useState } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { ChevronDownRegular } from '../icons/glyphs.ts';

const useStyles = makeStyles({
  item: {
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    '[open] > summary > svg': { transform: 'rotate(180deg)' },
  },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '40px',
    padding: '0 16px',
    listStyleType: 'none',
    cursor: 'pointer',
    '::-webkit-details-marker': { display: 'none' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px', borderRadius: '8px' },
  },
  arrow: {
    flex: 'none',
    marginLeft: 'auto',
    width: '16px',
    height: '16px',
    color: tokens.colorNeutralForeground3,
  },
  json: {
    maxHeight: '216px',
    margin: '0 16px 12px',
    color: tokens.colorNeutralForeground2,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** Lines that are expanded at first, in total: more would push the others out of view. */
const calmLines = 16;

interface Props extends Pick<PageView, 'raw'> {
  /** The first ones are expanded if they are short. */
  readonly isOpen?: boolean;
}

/** The dictionaries of the snapshot unchanged, each under its name. */
export function RawDictionaries({ raw, isOpen = false }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  // Decided once: nothing expands or collapses while the user reads.
  const [open] = useState(() => (isOpen ? calmOnes(raw) : new Set<string>()));
  return (
    <section aria-label={say('Raw values')} className={surfaces.card}>
      {raw.map(({ title, json }) => (
        <details key={title} className={styles.item} open={open.has(title)}>
          <summary className={styles.name}>
            {title}
            <ChevronDownRegular className={styles.arrow} aria-hidden />
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className={mergeClasses(surfaces.scrolls, styles.json)} tabIndex={0} aria-label={title}>
            <pre className={surfaces.mono}>{json}</pre>
          </section>
        </details>
      ))}
    </section>
  );
}

function calmOnes(raw: PageView['raw']): ReadonlySet<string> {
  const open = new Set<string>();
  let left = calmLines;
  for (const { title, json } of raw) {
    const lines = json.split('\n', calmLines + 1).length;
    if (lines > left) continue;
    open.add(title);
    left -= lines;
  }
  return open;
}
