import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import { spokenLanguage } from '../../../../domain/language/say.ts';
import type { NamedGroup } from '../frame/field-style.ts';

const useStyles = makeStyles({
  days: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  day: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '4px 10px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'pointer',
    ':has(:checked)': { backgroundColor: tokens.colorBrandBackground2, border: `1px solid ${tokens.colorBrandStroke1}` },
    ':has(:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  // WebKitGTK draws its own box white in dark themes too.
  box: {
    position: 'relative',
    flex: 'none',
    width: '14px',
    height: '14px',
    margin: 0,
    appearance: 'none',
    borderRadius: '3px',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    ':checked': { backgroundColor: tokens.colorCompoundBrandBackground, border: `1px solid ${tokens.colorCompoundBrandBackground}` },
    ':checked::before': {
      content: '""',
      position: 'absolute',
      top: '0',
      left: '3.5px',
      width: '3px',
      height: '7px',
      borderRight: `2px solid ${tokens.colorNeutralForegroundInverted}`,
      borderBottom: `2px solid ${tokens.colorNeutralForegroundInverted}`,
      transform: 'rotate(45deg)',
    },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
});

/** The document's words, in the order of a week. */
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

interface Props {
  readonly named: NamedGroup;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

export function Days(props: Props): JSX.Element {
  const names = new Intl.DateTimeFormat(spokenLanguage(), { weekday: 'short', timeZone: 'UTC' });
  const choices = week.map((value, index) => ({ value, name: names.format(monday + index * dayMs) }));
  return <Checks {...props} choices={choices} />;
}

/** Boxes, of which any number is checked; the value has them in this order. */
export function Checks({
  named,
  choices,
  value,
  onChange,
}: Props & { readonly choices: readonly { readonly value: string; readonly name: string }[] }): JSX.Element {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own; the row names it
    <div role="group" {...named} className={styles.days}>
      {choices.map(({ value: one, name }) => (
        <label key={one} className={styles.day}>
          <input
            type="checkbox"
            className={styles.box}
            checked={value.includes(one)}
            onChange={() => onChange(choices.flatMap((each) => ((each.value === one) === value.includes(each.value) ? [] : [each.value])))}
          />
          {name}
        </label>
      ))}
    </div>
  );
}
