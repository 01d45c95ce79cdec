/** What of a window's messages matters to the shell: numbers of winuser.h. */

/** `theme`: the system's colours, contrast or light have changed, or may have. `scale`: the window's display is drawn at another one. */
export type MessageMeaning = 'theme' | 'scale' | null;

/** WM_SYSCOLORCHANGE, WM_SETTINGCHANGE (which stands for many settings, light and dark among them) and WM_THEMECHANGED. */
const themeMessages: readonly number[] = [0x15, 0x1a, 0x31a];
/** WM_DPICHANGED. */
const scaleMessage = 0x2e0;

/** The meaning of a message. X11 numbers its events otherwise, and tells of neither in a window's: null. */
export function meaningOf(message: number, platform: NodeJS.Platform): MessageMeaning {
  if (platform !== 'win32') return null;
  if (message === scaleMessage) return 'scale';
  return themeMessages.includes(message) ? 'theme' : null;
}
