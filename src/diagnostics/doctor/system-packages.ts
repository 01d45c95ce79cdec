/** The command that installs a part of the system, on the system that this is: each calls the same part something else. Tried on Debian; the others are by their lists of packages. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';

const installers = {
  'apt-get': 'sudo apt install',
  dnf: 'sudo dnf install',
  pacman: 'sudo pacman -S',
  zypper: 'sudo zypper install',
} as const;
export type Installer = keyof typeof installers;

/** A name for all of them, or one for each. */
const names = {
  webkit: { 'apt-get': 'libwebkit2gtk-4.1-0', dnf: 'webkit2gtk4.1', pacman: 'webkit2gtk-4.1', zypper: 'libwebkit2gtk-4_1-0' },
  xdo: { 'apt-get': 'libxdo3', dnf: 'libxdo', pacman: 'xdotool', zypper: 'libxdo3' },
  fonts: { 'apt-get': 'fonts-dejavu-core', dnf: 'dejavu-sans-fonts', pacman: 'ttf-dejavu', zypper: 'dejavu-fonts' },
  fontconfig: 'fontconfig',
  xwayland: { 'apt-get': 'xwayland', dnf: 'xorg-x11-server-Xwayland', pacman: 'xorg-xwayland', zypper: 'xwayland' },
  portal: 'xdg-desktop-portal',
  'portal-gnome': 'xdg-desktop-portal-gnome',
  'portal-kde': {
    'apt-get': 'xdg-desktop-portal-kde',
    dnf: 'xdg-desktop-portal-kde',
    pacman: 'xdg-desktop-portal-kde',
    zypper: 'xdg-desktop-portal-kde6',
  },
  'portal-wlr': 'xdg-desktop-portal-wlr',
  'portal-gtk': 'xdg-desktop-portal-gtk',
} as const;
export type SystemPart = keyof typeof names;

/** The command that installs these parts by that program. */
export function installCommand(installer: Installer, parts: readonly SystemPart[]): string {
  const packages = parts.map((part) => {
    const name = names[part];
    return typeof name === 'string' ? name : name[installer];
  });
  return `${installers[installer]} ${packages.join(' ')}`;
}

/** Which of them is on this path (`$PATH`); Debian's if there is none. */
export async function installerOn(searched: string | undefined): Promise<Installer> {
  for (const name of Object.keys(installers) as Installer[]) if (await isInstalled(name, searched)) return name;
  return 'apt-get';
}

/** Whether there is a program of this name. `searched`: what `PATH` is. */
export async function isInstalled(name: string, searched: string | undefined): Promise<boolean> {
  const folders = (searched ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) if (await isProgram(path.join(folder, name))) return true;
  return false;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The part of the portal that belongs to a desktop (`$XDG_CURRENT_DESKTOP`): without it, the portal answers and can do nothing. */
export function portalPart(desktops: string | undefined): SystemPart {
  const words = (desktops ?? '').toLowerCase().split(':', 8);
  if (words.includes('kde')) return 'portal-kde';
  if (words.includes('gnome')) return 'portal-gnome';
  return ['sway', 'wlroots', 'labwc', 'river', 'niri', 'hyprland'].some((one) => words.includes(one)) ? 'portal-wlr' : 'portal-gtk';
}
