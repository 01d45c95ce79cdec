/** Which theme is in effect (§3): what the user chose, and where that is left to the system, what the system has. */
import type { EffectiveTheme, ThemeChoice } from '../contract/shell-page.ts';

/** High contrast takes its background from the system, since the choice does not say which. */
export function effectiveTheme(choice: ThemeChoice, system: EffectiveTheme): EffectiveTheme {
  if (choice === 'default') return system;
  if (choice !== 'high-contrast') return choice;
  return system === 'dark' || system === 'high-contrast-dark' ? 'high-contrast-dark' : 'high-contrast-light';
}
