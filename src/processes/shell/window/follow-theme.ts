/** The theme of the window, of its icon and of the tray: the chosen one, or the system's while it changes (§3). */
import { Debounced } from '../../../base/debounced.ts';
import { effectiveTheme } from '../../../domain/view/effective-theme.ts';
import type { SystemTheme, SystemThemeName } from '../../../platform/theme/index.ts';
import { trayPicture } from '../../../platform/tray/tray-pictures.ts';
import type { ShellWindow, ShellWindowOptions } from '../../../platform/window/index.ts';
import { meaningOf, openWindowMessages, type WindowMessageReceived } from '../../../platform/window-messages/index.ts';
import type { Component } from '../../component.ts';
import type { Shell } from '../shell.ts';
import type { OpenWindowMemory } from './window-memory.ts';

export interface ThemeParts {
  readonly component: Component;
  readonly platform: NodeJS.Platform;
  /** Everything opened here ends with these. */
  readonly parts: AsyncDisposableStack;
  readonly memory: OpenWindowMemory;
  readonly shell: Shell;
  readonly window: ShellWindow;
}

const iconPx = 64;
const lookAfterMs = 200;

const backgrounds: Readonly<Record<SystemThemeName, ShellWindowOptions['background']>> = {
  light: [245, 245, 245],
  dark: [31, 31, 31],
  'high-contrast-light': [255, 255, 255],
  'high-contrast-dark': [0, 0, 0],
};

/** The colour of the window before its page is painted. */
export function backgroundFor(theme: SystemThemeName): ShellWindowOptions['background'] {
  return backgrounds[theme];
}

/** The window's icon, for the taskbar. */
export function iconFor(theme: SystemThemeName): ShellWindowOptions['icon'] {
  const { pixels, sizePx } = trayPicture(theme, 'watching', iconPx);
  return { rgba: pixels, sizePx };
}

/** The chosen theme, or the system's; and the window's icon for it (§3). */
export function followTheme(followed: ThemeParts, opening: Promise<SystemTheme>): void {
  const { parts, memory, shell, window } = followed;
  let shown = shell.state.theme;
  const follow = (): void => {
    shell.set({ theme: effectiveTheme(shell.state.themeChoice, memory.value.systemTheme) });
    if (shell.state.theme === shown) return;
    shown = shell.state.theme;
    window.setIcon(iconFor(shown));
  };
  shell.onChanged(follow);
  const isSystemTheme = (theme: SystemThemeName): void => {
    memory.set({ systemTheme: theme });
    follow();
  };
  void opening.then((system) => {
    if (parts.disposed) return void system.close();
    parts.use(system);
    isSystemTheme(system.current());
    system.onChanged(isSystemTheme);
    // If no message reports another theme, it is checked when the user returns to the window.
    window.on('activated', () => void system.look());
  });
  // Windows reports one change in several messages.
  const look = new Debounced(lookAfterMs, () => void opening.then((system) => system.look()));
  hearMessages(followed, look);
}

/** Listens to the system's messages to the window (§6): some of them say that the theme may have changed. */
function hearMessages({ component: { env, log }, platform, parts, window }: ThemeParts, look: Debounced): void {
  const heard = ({ message }: WindowMessageReceived): void => {
    if (meaningOf(message, platform) === 'theme') look.request();
  };
  const display = window.handle === 0n ? undefined : env.DISPLAY;
  void openWindowMessages({ platform, display, authorityFile: env.XAUTHORITY }, window.handle, heard).then((listening) => {
    if (!listening.ok) log.debug('window messages not available', { reason: listening.reason });
    else if (parts.disposed) void listening.value.close();
    else parts.use(listening.value);
  });
}
