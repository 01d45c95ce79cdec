/**
 * How this Hub was installed. A package writes `installed.json` beside `package.json`; a checkout has none. It decides how the program is started by a
 * desktop, and what a person is told to run when it has to be updated, mended or removed.
 */
import { readFileSync } from 'node:fs';
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

function tryRead(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** What a person runs to put the program's files in order again, to get a newer version of it, and to remove it; null where that is no command. */
export interface Upkeep {
  readonly mend: string | null;
  readonly update: string | null;
  readonly remove: string | null;
}

/** By the form of the installation. */
export const upkeep: Readonly<Record<Installation['form'], Upkeep>> = {
  checkout: { mend: 'npm run setup', update: 'git pull && npm run setup', remove: null },
  deb: {
    mend: 'sudo apt install --reinstall hub-desktop',
    update: 'sudo apt update && sudo apt install --only-upgrade hub-desktop',
    remove: 'sudo apt remove hub-desktop',
  },
  rpm: { mend: 'sudo dnf reinstall hub-desktop', update: 'sudo dnf upgrade hub-desktop', remove: 'sudo dnf remove hub-desktop' },
  npm: { mend: 'npm install -g hub-desktop', update: 'npm install -g hub-desktop@latest', remove: 'npm uninstall -g hub-desktop' },
  archive: { mend: null, update: null, remove: 'sh hub-desktop-*-linux-x64.run -- --remove' },
  // The list of programs, from any shell.
  windows: { mend: null, update: null, remove: 'start ms-settings:appsfeatures' },
  macos: { mend: null, update: null, remove: 'rm -r /Applications/Hub.app' },
};
