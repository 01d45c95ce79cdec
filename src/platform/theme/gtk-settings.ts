/**
 * The theme of GTK programs, which desktops without a portal have chosen: in `GTK_THEME`, and in the files `settings.ini` of GTK 4 and 3
 * (https://docs.gtk.org/gtk4/class.Settings.html). A name says it all: `Adwaita-dark`, `HighContrast`, `HighContrastInverse`.
 */

/** Null where nothing is said. */
export interface ThemeHints {
  readonly isDark: boolean | null;
  readonly isHighContrast: boolean | null;
}

export const noHints: ThemeHints = { isDark: null, isHighContrast: null };

/** `variable` is `GTK_THEME`, which goes before the files; of these the first that says something counts. */
export function gtkHints(variable: string | undefined, files: readonly string[]): ThemeHints {
  if (variable) return hintsOf(variable, undefined);
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
