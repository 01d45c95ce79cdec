/**
 * Sets up a checkout on a machine that has only git and Node 18 or newer, then runs the requested command with the pinned Node:
 *
 *     node setup.mjs [PURPOSE] [--yes] [arguments]
 *
 * `--help` and `tools/setup/purposes.mjs` list the purposes; `--yes` agrees to install the system packages that a purpose needs. Everything else is installed
 * into `.runtime/` and `node_modules/`, which git ignores. Setup can be stopped at any moment and run again; once everything is installed, it takes
 * a few milliseconds. It is plain JavaScript without dependencies, because no package is installed yet when it runs.
 */

import { buildExtension, isExtensionBuilt } from './tools/setup/extension.mjs';
import { exitStatus, explainErrorCode, SetupError } from './tools/setup/failure.mjs';
import { hasStartedOnce, startOnce } from './tools/setup/first-start.mjs';
import { saidInstead } from './tools/setup/help.mjs';
import { addDevelopmentPackages, hasPackages, installPackages, markPackagesInstalled, patchPackages } from './tools/setup/packages.mjs';
import { buildPage, isPageBuilt } from './tools/setup/page.mjs';
import { ensurePinnedNode } from './tools/setup/pinned-node.mjs';
import { say } from './tools/setup/places.mjs';
import { purposes } from './tools/setup/purposes.mjs';
import { isReaderStripped, stripReader } from './tools/setup/reader.mjs';
import { runPinned } from './tools/setup/run-pinned.mjs';
import { withSetupLock } from './tools/setup/setup-lock.mjs';
import { ensurePrograms, ensureWindowLibraries } from './tools/setup/system-packages.mjs';

const words = process.argv.slice(2);
const name = words[0]?.startsWith('-') === false ? words.shift() : undefined;
const isAgreed = words.includes('--yes');
const purpose = name !== undefined && Object.hasOwn(purposes, name) ? purposes[name] : undefined;

if (name !== undefined && purpose === undefined) {
  process.stderr.write(`setup: unknown purpose "${name}"; choose one of: ${Object.keys(purposes).join(', ')}\n`);
  process.exit(exitStatus.unknownPurpose);
}
const instead = saidInstead(words, purpose !== undefined);
if (instead !== null) {
  (instead.isRefused ? process.stderr : process.stdout).write(instead.said);
  process.exit(instead.isRefused ? exitStatus.unknownPurpose : 0);
}
try {
  const set = purpose?.packages ?? 'run';
  if (!hasPackages(set)) withSetupLock(() => install(set));
  if (!isPageBuilt()) withSetupLock(buildPage);
  if (!isReaderStripped()) withSetupLock(stripReader);
  if (purpose?.hasExtension && !isExtensionBuilt()) withSetupLock(buildExtension);
  if (!purpose?.isStatic && !hasStartedOnce()) withSetupLock(startOnce);
  await ensurePrograms(purpose?.programs ?? {}, isAgreed);
  if (purpose?.hasWindow) await ensureWindowLibraries({ isAgreed, isOptional: name === 'run' });
} catch (error) {
  const message = error instanceof SetupError ? error.message : explainErrorCode(String(/** @type {NodeJS.ErrnoException} */ (error).code));
  if (message === null) throw error;
  process.stderr.write(`setup: ${message}\n`);
  process.exit(error instanceof SetupError ? error.status : exitStatus.failed);
}
if (purpose === undefined) say('everything is installed; start Hub with: npm start');
else runPinned([...purpose.runs, ...words.filter((word) => word !== '--yes')]);

/**
 * Installs the pinned Node and the packages. Another setup may have done all this while this one waited for the lock.
 * @param {import('./tools/setup/packages.mjs').PackageSet} set
 */
function install(set) {
  if (hasPackages(set)) return;
  if (hasPackages('run')) {
    addDevelopmentPackages();
    patchPackages();
    markPackagesInstalled(set);
    return;
  }
  ensurePinnedNode();
  const installed = installPackages(set);
  patchPackages();
  markPackagesInstalled(installed);
}
