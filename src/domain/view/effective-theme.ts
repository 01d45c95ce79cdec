/** The theme in effect (§3): the user's choice, or the system's theme if the choice is to follow it. */
import type { EffectiveTheme, ThemeChoice } from '../../contract/shell-page.ts';

/** High contrast is dark or light like the system, because the choice does not say which. */
export function effectiveTheme(choice: ThemeChoice, system: EffectiveTheme): EffectiveTheme {
  if (choice === 'default') return system;
  if (choice !== 'high-contrast') return choice;
  return system === 'dark' || system === 'high-contrast-dark' ? 'high-contrast-dark' : 'high-contrast-light';
}
