/**
 * The theme of GTK programs, as chosen on desktops without a portal: in `GTK_THEME`, by XSETTINGS, and in the files `settings.ini` of GTK 4 and 3
 * (https://docs.gtk.org/gtk4/class.Settings.html). The name reveals the kind: `Adwaita-dark`, `HighContrast`, `HighContrastInverse`.
 */

/** Null if nothing is set. */
export interface ThemeHints {
  readonly isDark: boolean | null;
  readonly isHighContrast: boolean | null;
}

export const noHints: ThemeHints = { isDark: null, isHighContrast: null };

export interface GtkTheme {
  /** `GTK_THEME`. */
  readonly variable: string | undefined;
  /** The theme name from an XSETTINGS manager. */
  readonly desktop: string | null;
  /** The contents of the files. */
  readonly files: readonly string[];
}

/** The first source with a theme counts, as in GTK: the variable, the desktop, the files. */
export function gtkHints({ variable, desktop, files }: GtkTheme): ThemeHints {
  if (variable) return hintsOf(variable, undefined);
  if (desktop) return hintsOf(desktop, undefined);
  for (const file of files) {
    const name = setting(file, 'gtk-theme-name');
    const prefersDark = setting(file, 'gtk-application-prefer-dark-theme');
    if (name !== undefined || prefersDark !== undefined) return hintsOf(name, prefersDark);
  }
  return noHints;
}

function hintsOf(name: string | undefined, prefersDark: string | undefined): ThemeHints {
  const isDarkByName = name !== undefined && /[-:]dark$|^HighContrastInverse/i.test(name);
  return { isDark: isDarkByName || isYes(prefersDark), isHighContrast: name !== undefined && /^HighContrast/i.test(name) };
}

function isYes(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}

/** A value of the group `[Settings]`. */
function setting(file: string, key: string): string | undefined {
  const [, group = ''] = file.split(/^[ \t]*\[Settings\][ \t]*\r?$/m);
  const lines = (group.split(/^[ \t]*\[/m)[0] ?? '').split('\n').map((line) => line.trim());
  const line = lines.findLast((one) => one.startsWith(key) && one.slice(key.length).trimStart().startsWith('='));
  return line?.slice(line.indexOf('=') + 1).trim();
}
