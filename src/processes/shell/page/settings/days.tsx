import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import { spokenLanguage } from '../../../../domain/language/say.ts';
import type { NamedGroup } from './field-style.ts';

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
  box: { margin: 0, accentColor: tokens.colorCompoundBrandBackground },
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

export function Days({ named, value, onChange }: Props): JSX.Element {
  const styles = useStyles();
  const names = new Intl.DateTimeFormat(spokenLanguage(), { weekday: 'short', timeZone: 'UTC' });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own; the row names it
    <div role="group" {...named} className={styles.days}>
      {week.map((day, index) => (
        <label key={day} className={styles.day}>
          <input
            type="checkbox"
            className={styles.box}
            checked={value.includes(day)}
            onChange={() => onChange(week.filter((one) => (one === day) !== value.includes(one)))}
          />
          {names.format(monday + index * dayMs)}
        </label>
      ))}
    </div>
  );
}
