/**
 * The keys that paste in a program. Nearly all have Ctrl+V; in a terminal that is a key of the program inside it, so terminals have Ctrl+Shift+V.
 * Programs are known by the class of their window (ICCCM 4.1.2.5, WM_CLASS). Pure.
 */

import { parseShortcut, type Shortcut } from '../contract/documents/shortcut.ts';
import type { PastedOnly } from '../contract/fragment-words.ts';

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

/** By keys, these paste what a middle click pastes, the selection (xterm(1), insert-selection), unless their user has configured them otherwise. */
const selectionPasters: ReadonlySet<string> = new Set(['koi8rxterm', 'lxterm', 'uxterm', 'xterm']);

/** These paste by keys of their own. */
const others: Readonly<Record<string, Shortcut>> = {
  urxvt: { modifiers: ['Ctrl', 'Alt'], key: 'V' },
  emacs: { modifiers: ['Ctrl'], key: 'Y' },
};

/** Nothing is typed into these: Ctrl+V is a command there, or takes the next key literally, by the mode that they are in. */
const neverTypedInto: ReadonlySet<string> = new Set(['gvim', 'nvim-qt']);

/** These paste files, and do nothing with a text or a picture, or make a file of it. */
const fileManagers: ReadonlySet<string> = new Set([
  'caja',
  'dolphin',
  'doublecmd',
  'krusader',
  'nautilus',
  'nemo',
  'org.gnome.nautilus',
  'org.kde.dolphin',
  'pcmanfm',
  'pcmanfm-qt',
  'spacefm',
  'thunar',
]);

/** These paste the paths of files, and nothing of a picture; so do terminals. */
const editors: ReadonlySet<string> = new Set([
  'featherpad',
  'geany',
  'gedit',
  'gnome-text-editor',
  'kwrite',
  'l3afpad',
  'leafpad',
  'mousepad',
  'org.gnome.gedit',
  'org.gnome.texteditor',
  'org.kde.kwrite',
  'pluma',
  'xed',
]);

/** These answer a text with an error, unless it goes into one of their text fields: `gimp`, `gimp-2.10`, `org.gimp.gimp`. */
const editorOfPictures = /^(?:gimp(?:-\d{1,2}\.\d{1,2})?|org\.gimp\.gimp)$/;

/** All that a program pastes, if that is known; null for anything. */
export function pastesOnly(className: string): PastedOnly | null {
  const name = className.toLowerCase();
  if (fileManagers.has(name)) return 'files';
  if (editorOfPictures.test(name)) return 'pictures';
  return editors.has(name) || terminals.has(name) || selectionPasters.has(name) || Object.hasOwn(others, name) ? 'text' : null;
}

export interface PasteWay {
  readonly keys: Shortcut;
  /** They paste the selection, which therefore has to be the copy too. */
  readonly pastesSelection: boolean;
}

/** For a window's class, with the user's own table first (class in any case → shortcut); null where no keys paste a copy. */
export function pasteWay(className: string | null, own: Readonly<Record<string, string>>): PasteWay | null {
  const name = (className ?? '').toLowerCase();
  const chosen = Object.entries(own).find(([key]) => key.toLowerCase() === name);
  if (chosen === undefined && selectionPasters.has(name)) return { keys: { modifiers: ['Shift'], key: 'Insert' }, pastesSelection: true };
  const keys = chosen === undefined ? usualKeys(name) : parseShortcut(chosen[1]);
  return keys === null ? null : { keys, pastesSelection: false };
}

function usualKeys(name: string): Shortcut | null {
  if (neverTypedInto.has(name)) return null;
  if (terminals.has(name)) return terminal;
  return Object.hasOwn(others, name) ? (others[name] ?? usual) : usual;
}
