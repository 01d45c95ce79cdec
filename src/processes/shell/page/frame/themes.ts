/** Fluent's themes with Hub's changes. The accent is Fluent's own ramp around #0f6cbd. */
import { type Theme, teamsHighContrastTheme, webDarkTheme, webLightTheme } from '@fluentui/tokens';
import type { EffectiveTheme } from '../../../../contract/shell-page.ts';

const fonts = {
  fontFamilyBase:
    "'Segoe UI Variable Text', 'Segoe UI', -apple-system, BlinkMacSystemFont, Inter, Cantarell, 'Noto Sans', system-ui, sans-serif",
  fontFamilyMonospace: "'Cascadia Code', 'JetBrains Mono', ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

/** Black on white of the same theme, in the colours that Windows gives its light contrast themes. */
const lightForDark: Readonly<Record<string, string>> = {
  '#000000': '#ffffff',
  '#ffffff': '#000000',
  '#ffff00': '#00009f',
  '#1aebff': '#37006e',
  '#3ff23f': '#600000',
};

/**
 * What Fluent has no token for: a row under the pointer. High contrast marks it with a line, because its hover colour would need other text colours.
 */
interface Additions extends CodeColours {
  readonly hubRowHover: string;
  readonly hubRowHoverLine: string;
}

/** The parts of code, on the background of texts. */
interface CodeColours {
  readonly hubCodeKeyword: string;
  readonly hubCodeString: string;
  readonly hubCodeNumber: string;
  readonly hubCodeName: string;
  readonly hubCodeComment: string;
}
type HubTheme = Theme & Additions;

export const hubThemeVariables = {
  hubRowHover: 'var(--hubRowHover)',
  hubRowHoverLine: 'var(--hubRowHoverLine)',
  hubCodeKeyword: 'var(--hubCodeKeyword)',
  hubCodeString: 'var(--hubCodeString)',
  hubCodeNumber: 'var(--hubCodeNumber)',
  hubCodeName: 'var(--hubCodeName)',
  hubCodeComment: 'var(--hubCodeComment)',
} satisfies Additions;

const lightCode: CodeColours = {
  hubCodeKeyword: '#0f548c',
  hubCodeString: '#a31515',
  hubCodeNumber: '#0b6a5b',
  hubCodeName: '#6b2fa0',
  hubCodeComment: '#466b2f',
};
const darkCode: CodeColours = {
  hubCodeKeyword: '#6cb8f6',
  hubCodeString: '#e6a582',
  hubCodeNumber: '#8fd3c4',
  hubCodeName: '#d3b5f5',
  hubCodeComment: '#94b87c',
};
/** High contrast has one colour for text. */
const plainCode: CodeColours = {
  hubCodeKeyword: 'currentColor',
  hubCodeString: 'currentColor',
  hubCodeNumber: 'currentColor',
  hubCodeName: 'currentColor',
  hubCodeComment: 'currentColor',
};

/** In px. Where WebKitGTK has no graphics card it paints a narrower blur pixel by pixel: Fluent's edge of 2 px around a card took 70 ms. */
const narrowestBlur = 5;

function withoutNarrowBlurs(theme: HubTheme): HubTheme {
  const widened = Object.entries(theme).map(([token, value]) => [
    token,
    /^shadow\d/.test(token) ? String(value).replace(/\b[1-4]px (?=rgba)/g, `${narrowestBlur}px `) : value,
  ]);
  return Object.fromEntries(widened) as HubTheme;
}

function inLight(theme: HubTheme): HubTheme {
  const turned = Object.entries(theme).map(([token, value]) => [
    token,
    typeof value === 'string' ? value.replace(/#[0-9a-f]{6}\b/gi, (colour) => lightForDark[colour.toLowerCase()] ?? colour) : value,
  ]);
  return Object.fromEntries(turned) as HubTheme;
}

const highContrastDark = withoutNarrowBlurs({
  ...teamsHighContrastTheme,
  ...fonts,
  ...plainCode,
  hubRowHover: '#000000',
  hubRowHoverLine: '#1aebff',
});

export const themes: Readonly<Record<EffectiveTheme, HubTheme>> = {
  light: withoutNarrowBlurs({ ...webLightTheme, ...fonts, ...lightCode, hubRowHover: '#f7f7f7', hubRowHoverLine: 'transparent' }),
  // Fluent's dark layers differ a lot; the page has three of them, one inside the other.
  dark: withoutNarrowBlurs({
    ...webDarkTheme,
    ...fonts,
    ...darkCode,
    colorNeutralBackground2: '#242424',
    colorNeutralBackground3: '#1c1c1c',
    colorNeutralStroke2: '#3d3d3d',
    hubRowHover: '#303030',
    hubRowHoverLine: 'transparent',
  }),
  'high-contrast-dark': highContrastDark,
  'high-contrast-light': inLight(highContrastDark),
};

export function isDark(theme: EffectiveTheme): boolean {
  return theme === 'dark' || theme === 'high-contrast-dark';
}
