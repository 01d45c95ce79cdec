/** Where programs put what they tell the desktop (XDG Base Directory Specification; the exports of Flatpak and Snap). */
import path from 'node:path';

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>;

const mostFolders = 32;
const usualFolders = '/usr/local/share:/usr/share';

/** The data folders, in the order in which they count: absolute, each once. Flatpak and Snap usually add theirs; where they do not, they come last. */
export function dataFolders(env: ProgramEnvironment): readonly string[] {
  const own = env.XDG_DATA_HOME || (env.HOME ? path.join(env.HOME, '.local/share') : '');
  const flatpak = own === '' ? [] : [path.join(own, 'flatpak/exports/share')];
  const all = [
    own,
    ...(env.XDG_DATA_DIRS || usualFolders).split(':'),
    ...flatpak,
    '/var/lib/flatpak/exports/share',
    '/var/lib/snapd/desktop',
  ];
  const absolute = all.filter((folder) => path.isAbsolute(folder)).map((folder) => path.resolve(folder));
  return [...new Set(absolute)].slice(0, mostFolders);
}

/** `$XDG_DATA_HOME`. A relative path in one of the XDG variables is to be ignored (XDG Base Directory Specification). */
export function ownDataFolder(env: Readonly<Record<string, string | undefined>>, userHome: string): string {
  const { XDG_DATA_HOME: told } = env;
  return told !== undefined && path.posix.isAbsolute(told) ? told : path.posix.join(userHome, '.local', 'share');
}
