/**
 * Clipboard managers, by the last part of their executable's path. A manager that polls takes a copy over seconds after it was made. Any other program
 * that has the same content after that time has copied it itself.
 */
const executables: ReadonlySet<string> = new Set([
  'anamnesis',
  'autocutsel',
  'cb',
  'clipcatd',
  'clipit',
  'cliphist',
  'clipman',
  'clipmenud',
  'clipse',
  'clipster',
  'copyq',
  'csd-clipboard',
  'cutsel',
  'diodon',
  'glipper',
  'gpaste-daemon',
  'greenclip',
  'gsd-clipboard',
  'klipper',
  'mate-settings-daemon',
  'parcellite',
  'plasmashell',
  'qlipper',
  'ringboard-x11',
  'xclipboard',
  'xfce4-clipman',
]);

/** Whether this program is known to take copies over. */
export function isClipboardManager({ executable }: { readonly executable: string | null }): boolean {
  if (executable === null) return false;
  const name = executable.slice(Math.max(executable.lastIndexOf('/'), executable.lastIndexOf('\\')) + 1).toLowerCase();
  return executables.has(name.replace(/\.exe$/, ''));
}
