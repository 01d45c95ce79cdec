import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import type { Named } from '../frame/field-style.ts';

const useStyles = makeStyles({
  switch: {
    position: 'relative',
    display: 'block',
    width: '40px',
    height: '20px',
    margin: 0,
    appearance: 'none',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    '::before': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      width: '14px',
      height: '14px',
      borderRadius: '50%',
      backgroundColor: tokens.colorNeutralStrokeAccessible,
      transition: 'left 100ms',
      '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
    },
    ':checked': { backgroundColor: tokens.colorCompoundBrandBackground, border: `1px solid ${tokens.colorCompoundBrandBackground}` },
    ':checked::before': { left: '22px', backgroundColor: tokens.colorNeutralForegroundInverted },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
});

interface Props {
  readonly named: Named;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ named, isOn, onChange }: Props): JSX.Element {
  const styles = useStyles();
  return (
    <input
      {...named}
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      className={styles.switch}
      checked={isOn}
      onChange={() => onChange(!isOn)}
    />
  );
}
