import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX, ReactNode } from 'react';
import type { Notice } from '../../../../contract/shell-page.ts';
import { CheckmarkCircleFilled, ErrorCircleFilled, InfoFilled, WarningFilled } from '../icons/glyphs.ts';

const useStyles = makeStyles({
  message: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 8px',
    // Its text is aligned with that of a card's rows.
    padding: '8px 12px 8px 8px',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '8px',
    overflowWrap: 'anywhere',
  },
  icon: { display: 'grid', placeItems: 'center', alignSelf: 'start', width: '28px', minHeight: '24px', fontSize: '20px' },
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0 },
  detail: { gridColumn: '2 / -1', gridRow: '2', color: tokens.colorNeutralForeground2 },
  // Buttons that do not fit beside the text stand below it.
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', gridColumn: '2 / -1', minWidth: 0 },
  // A text that needs the whole line has it.
  besideButtons: { flex: '1 1 max-content', minWidth: 0, maxWidth: '100%' },
  actions: { display: 'flex', gap: '8px', gridColumn: '3' },
  actionsOfLine: { flexWrap: 'wrap', justifyContent: 'flex-end', maxWidth: '100%', marginLeft: 'auto' },
  // Beside a title there is no room for two buttons.
  below: { '@media (max-width: 520px)': { gridColumn: '2 / -1', gridRow: '3', marginTop: '4px' } },
  success: { color: tokens.colorStatusSuccessForeground3 },
  info: { color: tokens.colorNeutralForeground3 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  error: { color: tokens.colorStatusDangerForeground3 },
});

const icons = { success: CheckmarkCircleFilled, info: InfoFilled, warning: WarningFilled, error: ErrorCircleFilled } as const;

interface Props {
  readonly intent: Notice['intent'];
  readonly title?: string;
  readonly text: string;
  /** Buttons at the end of the first line; below the text if there is little room. */
  readonly actions?: ReactNode;
}

/** A highlighted sentence, and what can be done about it. */
export function Message({ intent, title, text, actions }: Props): JSX.Element {
  const styles = useStyles();
  const Icon = icons[intent];
  const icon = (
    <span className={mergeClasses(styles.icon, styles[intent])} aria-hidden>
      <Icon />
    </span>
  );
  if (title === undefined)
    return (
      <div className={styles.message}>
        {icon}
        <div className={styles.line}>
          <p className={mergeClasses(styles.text, styles.besideButtons)}>{text}</p>
          {actions === undefined ? null : <div className={mergeClasses(styles.actions, styles.actionsOfLine)}>{actions}</div>}
        </div>
      </div>
    );
  return (
    <div className={styles.message}>
      {icon}
      <p className={styles.title}>{title}</p>
      <p className={mergeClasses(styles.text, styles.detail)}>{text}</p>
      {actions === undefined ? null : <div className={mergeClasses(styles.actions, styles.below)}>{actions}</div>}
    </div>
  );
}
