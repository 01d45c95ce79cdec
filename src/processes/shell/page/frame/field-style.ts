/** What fields share: the look of one that is typed into or chosen from, and its connection with the words beside it. */
import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';

export const useFieldStyles = makeStyles({
  field: {
    boxSizing: 'border-box',
    height: '32px',
    padding: '0 8px',
    maxWidth: '100%',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    outlineStyle: 'none',
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
    ':focus': { border: `1px solid ${tokens.colorCompoundBrandStroke}`, boxShadow: `inset 0 -1px 0 ${tokens.colorCompoundBrandStroke}` },
    '[aria-invalid="true"]': { border: `1px solid ${tokens.colorStatusDangerBorder2}` },
    '@media (forced-colors: active)': { ':focus': { outline: '2px solid Highlight' } },
  },
  beside: { display: 'flex', alignItems: 'center', gap: '8px' },
  number: { width: '112px', textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  /** It says in words what no number means. */
  worded: { width: '152px' },
  time: { width: '80px', textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  /** Without a number there is no unit: it would read “Always days”. */
  unitless: { visibility: 'hidden' },
  problem: { display: 'block', marginTop: '4px', color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  unit: { minWidth: '72px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Connects a field with its label and its help. */
export interface Named {
  readonly id: string;
  readonly 'aria-describedby': string;
}

/** The same for a group of fields, which can't have a label. */
export interface NamedGroup {
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
}
