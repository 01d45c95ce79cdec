import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useId } from 'react';
import { useSharedStyles } from './shared-styles.ts';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly detail?: string;
}

interface Props<Value extends string> {
  readonly title: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  /** Side by side rather than below each other. */
  readonly isRow?: boolean;
  readonly onChoose: (value: Value) => void;
}

const useStyles = makeStyles({
  group: { margin: 0, padding: '12px 16px', minWidth: 0 },
  title: {
    margin: 0,
    padding: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  choices: { display: 'flex', flexDirection: 'column', gap: '12px', marginTop: '12px' },
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: '12px 24px' },
  choice: { display: 'flex', gap: '8px', cursor: 'pointer' },
  radio: {
    flex: 'none',
    width: '16px',
    height: '16px',
    margin: '2px 0 0',
    appearance: 'none',
    borderRadius: '50%',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    ':checked': { border: `5px solid ${tokens.colorCompoundBrandStroke}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
  detail: { display: 'block' },
});

/** A choice among a few, by the browser's own radio buttons. */
export function Radios<Value extends string>({ title, choices, chosen, isRow = false, onChoose }: Props<Value>): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const name = useId();
  return (
    <div className={mergeClasses(surfaces.card, styles.group)} role="radiogroup" aria-labelledby={`${name}title`}>
      <h2 id={`${name}title`} className={styles.title}>
        {title}
      </h2>
      <div className={mergeClasses(styles.choices, isRow && styles.row)}>
        {choices.map(({ value, name: label, detail }) => (
          <label key={value} className={styles.choice}>
            <input type="radio" className={styles.radio} name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>
              {label}
              {detail === undefined ? null : <span className={mergeClasses(surfaces.third, styles.detail)}>{detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
