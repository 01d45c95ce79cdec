/** Shared by all sources of the system's theme: the last theme, and the listeners for the next. */
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

  /** Stores the current theme, and reports it if it changed. */
  become(theme: SystemThemeName): void {
    if (theme === this.#theme) return;
    this.#theme = theme;
    for (const hear of this.#listeners) hear(theme);
  }

  /** Removes all listeners. */
  silence(): void {
    this.#listeners.length = 0;
  }
}

export function themeNamed(isDark: boolean, isHighContrast: boolean): SystemThemeName {
  const background = isDark ? 'dark' : 'light';
  return isHighContrast ? `high-contrast-${background}` : background;
}
