/** The theme that the user has chosen for the whole system (§3). It is followed while it changes, and never set. */

/** `high-contrast-light` has a light background. */
export type SystemThemeName = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

export interface SystemTheme extends AsyncDisposable {
  /** The theme as last heard; `light` where nobody says. */
  current(): SystemThemeName;
  /** Tells each other theme from now on. */
  onChanged(hear: (theme: SystemThemeName) => void): void;
  /**
   * Asks again. Linux tells of changes by itself; Windows and macOS tell them to a window, whose program then calls this. Never rejects.
   */
  look(): Promise<void>;
  close(): Promise<void>;
}
