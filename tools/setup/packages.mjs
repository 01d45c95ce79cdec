/**
 * The npm packages, in two sets: `run` runs Hub and builds the window's page, `develop` adds what is needed to work on Hub. Only packages in the lock
 * file are installed, each checked against its digest, and no install script runs. npm runs on the pinned Node, because on an older one it leaves out
 * packages whose `engines` require a newer one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainErrorCode, SetupError } from './failure.mjs';
import { npm } from './npm.mjs';
import { nodeVersion } from './pinned-node.mjs';
import { pinnedNode, root, runtime, say } from './places.mjs';

const page = 'src/processes/shell/page';
const patchesFolder = path.join('tools', 'patch-packages');
/** @typedef {'run' | 'develop'} PackageSet */
/** @type {Readonly<Record<PackageSet, readonly string[]>>} */
const optionsOf = {
  run: ['--omit=dev', `--workspace=${page}`, '--include-workspace-root'],
  develop: ['--include=dev'],
};
/** Written last: `packagesDigest()` of what a set was installed completely from. @type {Readonly<Record<PackageSet, string>>} */
const stampOf = { run: path.join(runtime, 'ready'), develop: path.join(runtime, 'ready-to-develop') };

/** @param {PackageSet} set */
export function hasPackages(set) {
  const stamp = stampOf[set];
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === packagesDigest();
  return isStamped && existsSync(pinnedNode) && existsSync(path.join(root, 'node_modules', '.package-lock.json'));
}

/**
 * Installs the whole set again, with the development packages if they were installed before. It counts as installed only after `markPackagesInstalled`.
 * @param {PackageSet} wanted
 * @returns {PackageSet} the installed set
 */
export function installPackages(wanted) {
  const set = existsSync(stampOf.develop) ? 'develop' : wanted;
  markPackagesIncomplete();
  say(set === 'run' ? 'installing the npm packages' : 'installing the npm packages, including those for development');
  npm(pinnedNode, ['ci', '--ignore-scripts', '--include=optional', ...optionsOf[set]], root);
  return set;
}

/**
 * Adds the development packages and leaves the others as they are: Hub may be running on them, and must be able to continue if this fails. Unlike
 * `npm ci`, `npm install` may deviate from the lock file, so the installed packages are compared with it.
 * @throws SetupError if they differ.
 */
export function addDevelopmentPackages() {
  rmSync(stampOf.develop, { force: true });
  say('installing the npm packages for development, once');
  npm(pinnedNode, ['install', '--no-save', '--package-lock', '--ignore-scripts', '--include=optional', ...optionsOf.develop], root);
  const others = packagesNotInLockFile(listed(path.join('node_modules', '.package-lock.json')), listed('package-lock.json'));
  if (others.length === 0) return;
  throw new SetupError(
    `npm installed packages that differ from package-lock.json: ${others.join(', ')}; remove node_modules and run the same command again`,
  );
}

/** @typedef {Readonly<Record<string, { readonly version?: string, readonly integrity?: string }>>} PackageList by the place of each package */

/** @param {string} file @returns {PackageList} */
function listed(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
}

/**
 * The places of the installed packages that the lock file does not list with this version and digest.
 * @param {PackageList} installed
 * @param {PackageList} locked
 */
export function packagesNotInLockFile(installed, locked) {
  return Object.entries(installed)
    .filter(([place, { version, integrity }]) => version !== locked[place]?.version || integrity !== locked[place]?.integrity)
    .map(([place]) => place);
}

/** @param {PackageSet} set */
export function markPackagesInstalled(set) {
  writeFileSync(stampOf.run, packagesDigest());
  if (set === 'develop') writeFileSync(stampOf.develop, packagesDigest());
}

/** From here until `markPackagesInstalled`, a setup that is stopped has to start again from the beginning. */
function markPackagesIncomplete() {
  for (const stamp of Object.values(stampOf)) rmSync(stamp, { force: true });
}

/** Of everything that determines the installed files: the version of Node, the package lists, and what changes the packages. */
export function packagesDigest() {
  const hash = createHash('sha256').update(nodeVersion);
  const patches = readdirSync(path.join(root, patchesFolder))
    .filter((name) => !name.endsWith('.test.ts'))
    .sort();
  for (const file of ['package.json', 'package-lock.json', ...patches.map((name) => path.join(patchesFolder, name))])
    hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** Changes what the files in this folder tell, and why. */
export function patchPackages() {
  const result = spawnSync(pinnedNode, [path.join(patchesFolder, 'main.ts')], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0)
    throw new SetupError(explainErrorCode(result.stderr ?? '') ?? `could not patch the installed packages:\n${result.stderr}`);
}
