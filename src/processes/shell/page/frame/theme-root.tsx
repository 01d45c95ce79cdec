/** Gives the document the values of a theme's tokens, and the text its font and colour. */
import { type JSX, useLayoutEffect } from 'react';
import type { EffectiveTheme } from '../../../../contract/shell-page.ts';
import { isDark, themes } from './themes.ts';

const text = `
  color: var(--colorNeutralForeground1);
  font-family: var(--fontFamilyBase);
  font-size: var(--fontSizeBase300);
  font-weight: var(--fontWeightRegular);
  line-height: var(--lineHeightBase300);
`;

/** The style rule of each theme, created when it is first used. */
const rules = new Map<EffectiveTheme, string>();

function ruleOf(theme: EffectiveTheme): string {
  const made = rules.get(theme);
  if (made !== undefined) return made;
  const values = Object.entries(themes[theme]).map(([token, value]) => `--${token}: ${value};`);
  const rule = `:root { ${values.join(' ')} } body { ${text} }`;
  rules.set(theme, rule);
  return rule;
}

interface Props {
  readonly theme: EffectiveTheme;
  /** The page's policy allows only styles with this nonce. */
  readonly nonce: string;
  readonly children: JSX.Element;
}

export function ThemeRoot({ theme, nonce, children }: Props): JSX.Element {
  useLayoutEffect(() => {
    const style = document.createElement('style');
    style.nonce = nonce;
    style.textContent = ruleOf(theme);
    document.head.append(style);
    const { documentElement } = document;
    documentElement.style.colorScheme = isDark(theme) ? 'dark' : 'light';
    documentElement.dataset.theme = theme;
    return () => style.remove();
  }, [theme, nonce]);
  return children;
}
