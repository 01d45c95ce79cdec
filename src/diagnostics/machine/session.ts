/**
 * The desktop session in known words: anybody can put anything into a variable of the environment, so a value that is none of the words that desktops
 * use is `other`.
 */
import { readScreenFacts, type ScreenFacts } from '../../platform/x11/screen-facts.ts';

type Env = Readonly<Record<string, string | undefined>>;

const sessionTypes = ['x11', 'wayland', 'tty', 'mir'] as const;
// biome-ignore format: a list
const desktops = [
  'Budgie', 'COSMIC', 'Cinnamon', 'X-Cinnamon', 'Deepin', 'ENLIGHTENMENT', 'GNOME', 'GNOME-Classic', 'Hyprland', 'KDE', 'LXDE', 'LXQt', 'MATE', 'Openbox',
  'Pantheon', 'Plasma', 'TDE', 'UKUI', 'Unity', 'XFCE', 'i3', 'labwc', 'niri', 'river', 'sway', 'ubuntu', 'wlroots',
] as const;
// biome-ignore format: a list
const windowManagers = [
  'bspwm', 'Budgie', 'Compiz', 'dwm', 'e16', 'Enlightenment', 'FVWM', 'Fluxbox', 'GNOME Shell', 'Hyprland', 'IceWM', 'KWin', 'Marco', 'Metacity', 'Muffin',
  'Mutter', 'Mutter (Muffin)', 'Openbox', 'Xfwm4', 'awesome', 'herbstluftwm', 'i3', 'qtile', 'spectrwm', 'sway', 'wlroots wm', 'xmonad',
] as const;

export interface SessionFacts {
  readonly type: (typeof sessionTypes)[number] | 'other' | 'none';
  readonly desktops: readonly string[];
  readonly hasX11: boolean;
  readonly hasWayland: boolean;
  readonly hasSessionBus: boolean;
  readonly isRemote: boolean;
  /** Null if the X server does not answer. */
  readonly screen: (Omit<ScreenFacts, 'windowManager'> & { readonly windowManager: string | null }) | null;
  /** Factors that toolkits are told to draw with. */
  readonly scale: Readonly<Record<string, number>>;
  readonly locale: string | null;
}

/** Never rejects. */
export async function readSession(env: Env): Promise<SessionFacts> {
  const screen = env.DISPLAY ? await readScreenFacts(env.DISPLAY, env.XAUTHORITY).catch(() => null) : null;
  const said = env.XDG_SESSION_TYPE;
  return {
    type: said ? knownWord(sessionTypes, said) : 'none',
    desktops: (env.XDG_CURRENT_DESKTOP ?? '')
      .split(':', 4)
      .filter((name) => name !== '')
      .map((name) => knownWord(desktops, name)),
    hasX11: Boolean(env.DISPLAY),
    hasWayland: Boolean(env.WAYLAND_DISPLAY),
    hasSessionBus: Boolean(env.DBUS_SESSION_BUS_ADDRESS),
    isRemote: Boolean(env.SSH_CONNECTION),
    screen:
      screen === null
        ? null
        : { ...screen, windowManager: screen.windowManager === null ? null : knownWord(windowManagers, screen.windowManager) },
    scale: Object.fromEntries(
      ['GDK_SCALE', 'GDK_DPI_SCALE', 'QT_SCALE_FACTOR'].flatMap((name) => {
        const factor = Number(env[name] || Number.NaN);
        return factor > 0 && factor <= 100 ? [[name, factor]] : [];
      }),
    ),
    locale: localeOf(env),
  };
}

/** The word as the list has it, whatever its case. */
function knownWord<Word extends string>(known: readonly Word[], said: string): Word | 'other' {
  return known.find((word) => word.toLowerCase() === said.toLowerCase()) ?? 'other';
}

/** `de_DE.UTF-8`, or null. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Env): string | null {
  const said = LC_ALL || LC_MESSAGES || LANG || '';
  return /^(?:C|POSIX|[a-z]{2,3}(?:_[A-Z]{2})?)(?:\.(?:UTF-8|utf8|ISO-8859-\d{1,2}))?$/.exec(said)?.[0] ?? null;
}
