import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX, KeyboardEvent, RefObject } from 'react';
import { say } from '../../../../domain/language/say.ts';
import { SearchRegular } from '../icons/glyphs.ts';
import { longestQuery } from '../search/search-typing.ts';

const useStyles = makeStyles({
  top: { position: 'relative', borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, backgroundColor: tokens.colorNeutralBackground1 },
  icon: {
    position: 'absolute',
    left: '16px',
    top: '15px',
    width: '18px',
    height: '18px',
    color: tokens.colorNeutralForeground3,
    pointerEvents: 'none',
  },
  input: {
    width: '100%',
    height: '47px',
    boxSizing: 'border-box',
    padding: '0 16px 0 46px',
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontSize: tokens.fontSizeBase400,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
});

interface Props {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** The element of the chosen row. */
  readonly active: string | undefined;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The search box of the picker, which keeps the focus: its keys choose among the copies under it. */
export function PickerBox({ input, text, active, onType, onKeyDown }: Props): JSX.Element {
  const styles = useStyles();
  return (
    <search className={styles.top}>
      <SearchRegular className={styles.icon} aria-hidden />
      <input
        ref={input}
        type="text"
        className={styles.input}
        value={text}
        placeholder={say('Search copies')}
        aria-label={say('Search copies')}
        role="combobox"
        aria-expanded
        aria-controls="picked"
        aria-autocomplete="list"
        aria-activedescendant={active}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestQuery}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </search>
  );
}
