/**
 * How this Hub was installed. A package writes `installed.json` beside `package.json`; a checkout has none. It decides how the program is started by a
 * desktop, and what a person is told to run when it has to be updated, mended or removed.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const packageForms = ['deb', 'rpm', 'npm', 'archive', 'windows', 'macos'] as const;
export type PackageForm = (typeof packageForms)[number];

export interface Installation {
  readonly form: PackageForm | 'checkout';
  /** The command by which a desktop starts it, absolute: it stays where it is when the program is updated. Null: Node, and the program's file. */
  readonly command: string | null;
}

/** What a package writes; `command` is relative to the folder of the program. */
export interface InstalledFile {
  readonly form: PackageForm;
  readonly command?: string;
}

/** The folder that `package.json` is in. */
export const ownFolder = path.join(import.meta.dirname, '../..');

/** Reads `installed.json`. What can't be read is a checkout. */
export function installationIn(folder: string = ownFolder): Installation {
  const text = tryRead(path.join(folder, 'installed.json'));
  if (typeof text !== 'object' || text === null) return { form: 'checkout', command: null };
  const { form, command } = text as Record<string, unknown>;
  const known = packageForms.find((one) => one === form);
  return { form: known ?? 'checkout', command: typeof command === 'string' ? path.resolve(folder, command) : null };
}

/** The version that the program's files have now, which an update changes under a running Hub; null if they don't tell. */
export async function tryInstalledVersion(folder: string = ownFolder): Promise<string | null> {
  try {
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    return typeof version === 'string' && /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version) ? version : null;
  } catch {
    return null;
  }
}

function tryRead(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * What a person runs to put the program's files in order again, to get a newer version of it from where it came, and to remove it; null where that is no command.
 * No name of the npm registry: Hub is not published there, and whoever took its name could have anything installed.
 */
export interface Upkeep {
  readonly mend: string | null;
  readonly update: string | null;
  readonly remove: string | null;
  /** How a file of a release, which is in the current folder, is installed over this installation; null where that is no command. */
  readonly file: { readonly ending: string; readonly install: (name: string) => string } | null;
}

/** By the form of the installation. */
export const upkeep: Readonly<Record<Installation['form'], Upkeep>> = {
  checkout: { mend: 'npm run setup', update: 'git pull && npm run setup', remove: null, file: null },
  deb: {
    mend: 'sudo apt install --reinstall hub-desktop',
    update: 'sudo apt update && sudo apt install --only-upgrade hub-desktop',
    remove: 'sudo apt remove hub-desktop',
    file: { ending: '.deb', install: (name) => `sudo apt install ./${name}` },
  },
  rpm: {
    mend: 'sudo dnf reinstall hub-desktop',
    update: 'sudo dnf upgrade hub-desktop',
    remove: 'sudo dnf remove hub-desktop',
    file: { ending: '.rpm', install: (name) => `sudo dnf install ./${name}` },
  },
  npm: {
    mend: null,
    update: null,
    remove: 'npm uninstall -g hub-desktop',
    // From npm 12 on, install scripts run for named files only; earlier ones ignore that.
    file: { ending: '.tgz', install: (name) => `npm install -g --allow-scripts="$PWD/${name}" ./${name}` },
  },
  archive: {
    mend: null,
    update: null,
    remove: 'sh hub-desktop-*-linux-x64.run -- --remove',
    file: { ending: '.run', install: (name) => `sh ./${name}` },
  },
  // The list of programs, from any shell.
  windows: { mend: null, update: null, remove: 'start ms-settings:appsfeatures', file: null },
  macos: { mend: null, update: null, remove: 'rm -r /Applications/Hub.app', file: null },
};
