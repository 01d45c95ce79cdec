/** The keys of the picker, and what they do in the window that was active before. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import { say } from '../../../../domain/language/say.ts';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    padding: '6px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  deed: { whiteSpace: 'nowrap' },
  wide: { '@media (max-width: 420px)': { display: 'none' } },
  kbd: { fontFamily: 'inherit', fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground2 },
});

export function PickerFoot({ picker: { into, pastes } }: { readonly picker: PickerView }): JSX.Element {
  const styles = useStyles();
  const deed = (keys: string, what: string, isExtra = false): JSX.Element => (
    <span className={mergeClasses(styles.deed, isExtra && styles.wide)}>
      <kbd className={styles.kbd}>{keys}</kbd> {what}
    </span>
  );
  return (
    <footer className={styles.foot}>
      {pastes
        ? deed(say('Enter'), into === '' ? say('pastes') : say('pastes into {program}', { program: into }))
        : deed(say('Enter'), say('copies'))}
      {pastes ? deed(say('Ctrl+Enter'), say('only copies'), true) : null}
      {deed(say('Shift+Enter'), say('as plain text'), true)}
      {deed(say('Space'), say('shows all of it'), true)}
    </footer>
  );
}
