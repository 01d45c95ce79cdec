/** The whole program with its Node: what every package has that doesn't leave Node to somebody else. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { InstalledFile } from '../../../src/platform/installation.ts';
import type { Edition } from '../completions/man-page.ts';
import { launcherScript } from '../desktop/launcher.ts';
import { put } from './folder.ts';
import type { System } from './runtime-packages.ts';
import { stagePackages, stageProgram } from './stage.ts';

/** What is packed. */
export interface Plan extends Edition {
  /** The checkout, which is set up. */
  readonly root: string;
  /** Where the packages go. */
  readonly output: string;
  /** Not compressed, for a trial: packed in seconds, and four times as large. */
  readonly isQuick?: boolean | undefined;
}

export const linux: System = { os: 'linux', cpu: 'x64' };
/** Of all packages. */
export const systems: readonly System[] = [
  linux,
  { os: 'win32', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
];

/** Writes the program for Linux into `folder`: its sources, npm packages, Node without symbols, and the command. */
export async function copyProgram(folder: string, { root, version }: Plan, installed: InstalledFile): Promise<void> {
  await stageProgram(folder, { root, version, installed });
  stagePackages(folder, { root, packages: [root], system: linux });
  const node = path.join(root, '.runtime/node/bin/node');
  const stripped = path.join(folder, 'node.stripped');
  mkdirSync(folder, { recursive: true });
  // binutils; the same version of it gives the same bytes.
  execFileSync('strip', ['--strip-all', '-o', stripped, node]);
  put(folder, 'node', readFileSync(stripped), 'program');
  rmSync(stripped);
  put(folder, 'LICENSE.node', readFileSync(path.join(root, '.runtime/node/LICENSE')));
  put(folder, 'hub', launcherScript, 'program');
}
