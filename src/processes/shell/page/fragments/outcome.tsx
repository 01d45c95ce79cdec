import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { Spinner } from '../frame/spinner.tsx';
import { CheckmarkRegular, ErrorCircleRegular, HistoryRegular } from '../icons/glyphs.ts';

const useStyles = makeStyles({
  outcome: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '24px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  icon: { flex: 'none', width: '16px', height: '16px' },
  saved: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
});

const icons = { saved: CheckmarkRegular, kept: HistoryRegular, filtered: HistoryRegular, failed: ErrorCircleRegular } as const;

/** The outcome of a fragment, in words. */
export function Outcome({ outcome }: Pick<FragmentRow, 'outcome'>): JSX.Element | null {
  const styles = useStyles();
  if (outcome.text === '' && outcome.kind !== 'busy') return null;
  const Icon = outcome.kind === 'busy' ? null : icons[outcome.kind];
  return (
    <span className={mergeClasses(styles.outcome, outcome.kind === 'saved' && styles.saved, outcome.kind === 'failed' && styles.failed)}>
      {Icon === null ? <Spinner /> : <Icon className={styles.icon} aria-hidden />}
      <span>{outcome.text}</span>
    </span>
  );
}
