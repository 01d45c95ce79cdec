/**
 * Clipboard managers, by the last part of their executable's path. A manager that polls takes a copy over seconds after it was made. Any other program
 * that has the same content after that time has copied it itself. Desktops do it too: the shells that are made of mutter (meta-clipboard-manager.c), the
 * daemons for settings, and the Xfce panel, which runs clipman in a process of its own.
 */
const executables: ReadonlySet<string> = new Set([
  'anamnesis',
  'autocutsel',
  'cb',
  'cinnamon',
  'clipcatd',
  'cliphist',
  'clipit',
  'clipit.real',
  'clipman',
  'clipmenud',
  'clipse',
  'clipster',
  'copyq',
  'csd-clipboard',
  'cutsel',
  'diodon',
  'gala',
  'glipper',
  'gnome-flashback',
  'gnome-settings-daemon',
  'gnome-shell',
  'gpaste-daemon',
  'greenclip',
  'gsd-clipboard',
  'klipper',
  'mate-settings-daemon',
  'mutter',
  'parcellite',
  'plasmashell',
  'qlipper',
  'ringboard-x11',
  'wrapper-2.0',
  'xclipboard',
  'xfce4-clipman',
  'xfsettingsd',
]);

/** Whether this program is known to take copies over. */
export function isClipboardManager({ executable }: { readonly executable: string | null }): boolean {
  if (executable === null) return false;
  const name = executable.slice(Math.max(executable.lastIndexOf('/'), executable.lastIndexOf('\\')) + 1).toLowerCase();
  return executables.has(name.replace(/\.exe$/, ''));
}
