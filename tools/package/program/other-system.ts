/** The program for Windows or macOS, made on Linux: the parts that are only for that system come from the npm registry, as the lock file and setup pin them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledFile } from '../../../src/platform/installation.ts';
import { nodePackages, nodeVersion } from '../../setup/pinned-node.mjs';
import type { Plan } from './copy-program.ts';
import { put } from './folder.ts';
import { bringPackages, type PinnedPackage } from './registry-packages.ts';
import { type LockedPackage, runtimePackages, type System } from './runtime-packages.ts';
import { stagePackages, stageProgram } from './stage.ts';

interface PinnedInLock extends LockedPackage, PinnedPackage {}

/** Writes the program into `folder`: its sources, npm packages and Node as its makers built it, because symbols can't be taken out of a signed one. */
export async function copyProgramFor(system: System, folder: string, { root, version }: Plan, installed: InstalledFile): Promise<void> {
  const brought = path.join(root, '.runtime', `packages-${system.os}-${system.cpu}`);
  const [nodePackage = '', nodeIntegrity = ''] = nodePackages[`${system.os}-${system.cpu}`] ?? [];
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, PinnedInLock>>;
  };
  bringPackages(
    brought,
    { ...onlyFor(system, lock.packages, root), [nodePackage]: { version: nodeVersion, integrity: nodeIntegrity } },
    system,
  );
  await stageProgram(folder, { root, version, installed });
  stagePackages(folder, { root, packages: [root, brought], system });
  const node = system.os === 'win32' ? 'node.exe' : 'node';
  put(folder, node, readFileSync(path.join(brought, 'node_modules', nodePackage, 'bin', node)), 'program');
  // The same text for all systems.
  put(folder, 'LICENSE.node', readFileSync(path.join(root, '.runtime/node/LICENSE')));
}

/** The packages that the program needs there, and that npm didn't install here because they are for another system. */
function onlyFor(system: System, locked: Readonly<Record<string, PinnedInLock>>, root: string): Readonly<Record<string, PinnedPackage>> {
  const places = runtimePackages(locked, system).filter((place) => !existsSync(path.join(root, place)));
  return Object.fromEntries(
    places.flatMap((place) => {
      const entry = locked[place];
      return entry === undefined ? [] : [[place.slice('node_modules/'.length), { version: entry.version, integrity: entry.integrity }]];
    }),
  );
}
