/**
 * The keys that paste in a program. Nearly all have Ctrl+V; in a terminal that is a key of the program inside it, so terminals have Ctrl+Shift+V.
 * Programs are known by the class of their window (ICCCM 4.1.2.5, WM_CLASS). Pure.
 */
import { parseShortcut, type Shortcut } from '../contract/documents/shortcut.ts';

const usual: Shortcut = { modifiers: ['Ctrl'], key: 'V' };
const terminal: Shortcut = { modifiers: ['Ctrl', 'Shift'], key: 'V' };

/** The classes of terminals, in lower case. */
const terminals: ReadonlySet<string> = new Set([
  'alacritty',
  'blackbox',
  'com.mitchellh.ghostty',
  'com.raggesilver.blackbox',
  'cool-retro-term',
  'deepin-terminal',
  'foot',
  'footclient',
  'ghostty',
  'gnome-terminal',
  'gnome-terminal-server',
  'guake',
  'hyper',
  'io.elementary.terminal',
  'kgx',
  'kitty',
  'konsole',
  'lxterminal',
  'mate-terminal',
  'org.gnome.console',
  'org.gnome.ptyxis',
  'org.gnome.terminal',
  'org.kde.konsole',
  'org.kde.yakuake',
  'org.wezfurlong.wezterm',
  'pantheon-terminal',
  'ptyxis',
  'qterminal',
  'roxterm',
  'sakura',
  'st',
  'st-256color',
  'terminator',
  'terminology',
  'termite',
  'tilda',
  'tilix',
  'wezterm',
  'xfce4-terminal',
  'yakuake',
]);

/** These paste the clipboard by keys of their own. */
const others: Readonly<Record<string, Shortcut>> = {
  urxvt: { modifiers: ['Ctrl', 'Alt'], key: 'V' },
  emacs: { modifiers: ['Ctrl'], key: 'Y' },
};

/**
 * Nothing is typed into these: xterm pastes the other selection (PRIMARY), whatever keys are pressed, unless its user has configured it, and in gvim
 * Ctrl+V is a command or takes the next key literally, by its mode.
 */
const neverTypedInto: ReadonlySet<string> = new Set(['gvim', 'koi8rxterm', 'lxterm', 'nvim-qt', 'uxterm', 'xterm']);

/**
 * For a window's class, with the user's own table first (class in any case → shortcut); null where no keys paste the clipboard.
 */
export function pasteKeys(className: string | null, own: Readonly<Record<string, string>>): Shortcut | null {
  const name = (className ?? '').toLowerCase();
  const chosen = Object.entries(own).find(([key]) => key.toLowerCase() === name);
  if (chosen !== undefined) return parseShortcut(chosen[1]);
  if (neverTypedInto.has(name)) return null;
  if (terminals.has(name)) return terminal;
  return Object.hasOwn(others, name) ? (others[name] ?? usual) : usual;
}
