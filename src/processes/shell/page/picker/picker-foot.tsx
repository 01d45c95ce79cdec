/** The keys of the picker, and what they do in the window that was active before. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { pastesKind } from '../../../../contract/fragment-words.ts';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';

export const useFootStyles = makeStyles({
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
  deed: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  whole: { minWidth: 0, overflowWrap: 'anywhere' },
  wide: { '@media (max-width: 420px)': { display: 'none' } },
  narrow: { '@media (min-width: 421px)': { display: 'none' } },
  back: {
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  kbd: { fontFamily: 'inherit', fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground2 },
});

interface LineProps {
  readonly keys: string;
  readonly what: string;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
  /** On several lines rather than cut off. */
  readonly isWhole?: boolean;
}

/** A key, and what it does. */
export function PickerDeedLine({ keys, what, isExtra = false, isWhole = false }: LineProps): JSX.Element {
  const styles = useFootStyles();
  return (
    <span className={mergeClasses(isWhole ? styles.whole : styles.deed, isExtra && styles.wide)}>
      <kbd className={styles.kbd}>{keys}</kbd> {what}
    </span>
  );
}

interface Props {
  readonly picker: PickerView;
  /** What the keys are for; undefined without a copy. */
  readonly chosen: FragmentRow | undefined;
  /** Space belongs to what is typed. */
  readonly isTyped: boolean;
  /** All of the copy is shown: this leads back to the list. */
  readonly onBack?: () => void;
}

export function PickerFoot({ picker, chosen, isTyped, onBack }: Props): JSX.Element {
  const styles = useFootStyles();
  const deed = (keys: string, what: string, isExtra = false): JSX.Element => <PickerDeedLine keys={keys} what={what} isExtra={isExtra} />;
  const canPaste = picker.pastes && !picker.isGone;
  if (chosen === undefined) return <footer className={styles.foot}>{deed(say('Escape'), say('closes the picker'))}</footer>;
  return (
    <footer className={styles.foot}>
      {deed(say('Enter'), whatEnterDoesWith(picker, chosen))}
      {canPaste && pastesKind(picker.only, chosen.kind) ? deed(say('Ctrl+Enter'), say('only copies'), true) : null}
      {chosen.canCopyPlain && picker.only !== 'files'
        ? deed(say('Shift+Enter'), canPaste ? say('pastes as plain text') : say('copies as plain text'), true)
        : null}
      {onBack === undefined ? (
        <>
          {deed(isTyped ? say('Ctrl+Space') : say('Space'), say('shows all of it'), true)}
          {/* Where there is no room for all of them, how to leave is known at least. */}
          <span className={styles.narrow}>{deed(say('Escape'), say('closes the picker'))}</span>
        </>
      ) : (
        <button type="button" className={mergeClasses(styles.deed, styles.back)} onClick={onBack}>
          <kbd className={styles.kbd}>{say('Escape')}</kbd> {say('goes back to the list')}
        </button>
      )}
    </footer>
  );
}

/** Nothing is promised that the program can't do. */
export function whatEnterDoesWith({ into: program, pastes, only, isGone }: PickerView, { kind }: FragmentRow): string {
  if (isGone)
    return program === '' ? say('only copies: the window has closed') : say('only copies: the window of {program} has closed', { program });
  if (!pastes) return program === '' ? say('copies it') : say('copies: Hub cannot paste into {program}', { program });
  if (!pastesKind(only, kind))
    return only === 'files'
      ? say('only copies: {program} accepts files only', { program })
      : say('only copies: {program} accepts text only', { program });
  if (only === 'pictures' && kind !== 'image') return say('pastes; {program} accepts pictures only', { program });
  if (only === 'text' && kind === 'files') return say('pastes the paths into {program}', { program });
  return program === '' ? say('pastes') : say('pastes into {program}', { program });
}
