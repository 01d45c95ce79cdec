/** What the ways to know the system's theme have in common: the last one, and who hears of the next. */
import type { SystemThemeName } from './interface.ts';

export class FollowedTheme {
  readonly #listeners: ((theme: SystemThemeName) => void)[] = [];
  #theme: SystemThemeName = 'light';

  get theme(): SystemThemeName {
    return this.#theme;
  }

  onChanged(hear: (theme: SystemThemeName) => void): void {
    this.#listeners.push(hear);
  }

  /** Takes what is there now, and tells it when it is another one. */
  become(theme: SystemThemeName): void {
    if (theme === this.#theme) return;
    this.#theme = theme;
    for (const hear of this.#listeners) hear(theme);
  }

  /** Nobody hears any more. */
  silence(): void {
    this.#listeners.length = 0;
  }
}

export function themeNamed(isDark: boolean, isHighContrast: boolean): SystemThemeName {
  const background = isDark ? 'dark' : 'light';
  return isHighContrast ? `high-contrast-${background}` : background;
}
