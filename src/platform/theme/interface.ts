/** The theme that the user has chosen for the whole system (§3). It is followed while it changes, and never set. */

/** `high-contrast-light` has a light background. */
export type SystemThemeName = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

export interface SystemTheme extends AsyncDisposable {
  /** The current theme; `light` if there is no preference. */
  current(): SystemThemeName;
  /** Reports each later theme. */
  onChanged(hear: (theme: SystemThemeName) => void): void;
  /**
   * Reads the theme again. Linux reports changes by itself; Windows and macOS report them to a window, whose program then calls this. Never rejects.
   */
  look(): Promise<void>;
  close(): Promise<void>;
}
