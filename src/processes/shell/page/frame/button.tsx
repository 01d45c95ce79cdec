/** A button of the page, and one with only a picture. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ButtonHTMLAttributes, JSX, MouseEvent } from 'react';
import { Tooltip } from './tooltip.tsx';

const focusRing = `0 0 0 1px ${tokens.colorStrokeFocus2} inset`;

/** Fluent's sizes and colours of a button. */
const useStyles = makeStyles({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    minWidth: '64px',
    margin: 0,
    padding: '3px 8px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase200,
    outlineStyle: 'none',
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      border: `1px solid ${tokens.colorNeutralStroke1Hover}`,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':active': {
      backgroundColor: tokens.colorNeutralBackground1Pressed,
      border: `1px solid ${tokens.colorNeutralStroke1Pressed}`,
      color: tokens.colorNeutralForeground1Pressed,
    },
    ':focus-visible': {
      border: `1px solid ${tokens.colorStrokeFocus2}`,
      outline: `2px solid ${tokens.colorTransparentStroke}`,
      boxShadow: focusRing,
    },
    ':disabled': {
      backgroundColor: tokens.colorNeutralBackgroundDisabled,
      border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
      color: tokens.colorNeutralForegroundDisabled,
      cursor: 'not-allowed',
    },
    '@media (forced-colors: active)': {
      ':hover': { border: '1px solid Highlight', color: 'Highlight' },
      ':disabled': { border: '1px solid GrayText', color: 'GrayText' },
    },
  },
  medium: {
    minWidth: '96px',
    padding: '5px 12px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase300,
  },
  subtle: {
    border: '1px solid transparent',
    backgroundColor: tokens.colorSubtleBackground,
    color: tokens.colorNeutralForeground2,
    ':hover': {
      border: '1px solid transparent',
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground2Hover,
      '& > [data-icon]': { color: tokens.colorNeutralForeground2BrandHover },
    },
    ':active': {
      border: '1px solid transparent',
      backgroundColor: tokens.colorSubtleBackgroundPressed,
      color: tokens.colorNeutralForeground2Pressed,
      '& > [data-icon]': { color: tokens.colorNeutralForeground2BrandPressed },
    },
  },
  transparent: {
    border: '1px solid transparent',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    ':hover': {
      border: '1px solid transparent',
      backgroundColor: 'transparent',
      color: tokens.colorNeutralForeground2BrandHover,
    },
    ':active': {
      border: '1px solid transparent',
      backgroundColor: 'transparent',
      color: tokens.colorNeutralForeground2BrandPressed,
    },
  },
  primary: {
    border: '1px solid transparent',
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': {
      border: '1px solid transparent',
      backgroundColor: tokens.colorBrandBackgroundHover,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':active': {
      border: '1px solid transparent',
      backgroundColor: tokens.colorBrandBackgroundPressed,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':focus-visible': { boxShadow: `${focusRing}, 0 0 0 2px ${tokens.colorNeutralForegroundOnBrand} inset` },
    '@media (forced-colors: active)': { backgroundColor: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' },
  },
  withIcon: { paddingTop: '1px', paddingBottom: '1px' },
  icon: { display: 'inline-flex', flex: 'none', width: '20px', height: '20px', marginRight: '4px', fontSize: '20px' },
  iconAlone: { minWidth: '24px', maxWidth: '24px', padding: '1px', color: tokens.colorNeutralForeground3 },
  lone: { marginRight: 0 },
});

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default `outline`. */
  readonly appearance?: 'outline' | 'subtle' | 'transparent' | 'primary';
  /** Default `medium`. */
  readonly size?: 'small' | 'medium';
  readonly icon?: JSX.Element;
}

export function Button({ appearance = 'outline', size = 'medium', icon, className, children, ...rest }: Props): JSX.Element {
  const styles = useStyles();
  const looks = mergeClasses(
    styles.base,
    size === 'medium' && styles.medium,
    appearance !== 'outline' && styles[appearance],
    icon !== undefined && styles.withIcon,
    className,
  );
  return (
    <button type="button" {...rest} className={looks}>
      {icon === undefined ? null : (
        <span className={styles.icon} data-icon>
          {icon}
        </span>
      )}
      {children}
    </button>
  );
}

interface IconButtonProps {
  /** Its name: shown as a tooltip, and read by a screen reader. */
  readonly label: string;
  readonly icon: JSX.Element;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A button without a text. */
export function IconButton({ label, icon, onClick }: IconButtonProps): JSX.Element {
  const styles = useStyles();
  return (
    <Tooltip content={label} relation="label">
      <button type="button" className={mergeClasses(styles.base, styles.subtle, styles.iconAlone)} onClick={onClick}>
        <span className={mergeClasses(styles.icon, styles.lone)} data-icon>
          {icon}
        </span>
      </button>
    </Tooltip>
  );
}
