/**
 * The system programs and libraries that a purpose needs, from Debian packages. `how-to-install.mjs` decides whether setup installs them; if not, it
 * prints the command to run. Only Linux needs any.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitStatus, SetupError } from './failure.mjs';
import { howToInstall, installCommand } from './how-to-install.mjs';
import { runtime, say } from './places.mjs';
import { askYesOrNo } from './question.mjs';

/** The libraries that the window needs on Linux, each with its Debian package. They are not needed without a display. */
const windowLibraries = { 'libwebkit2gtk-4.1.so.0': 'libwebkit2gtk-4.1-0', 'libxdo.so.3': 'libxdo3' };
const libraryFolders = [
  '/usr/lib',
  '/usr/lib64',
  '/lib',
  '/usr/local/lib',
  ...['x86_64', 'aarch64'].map((arch) => `/usr/lib/${arch}-linux-gnu`),
];
/** Lists the window's packages that the user declined, so that setup asks for them only once. */
const declined = path.join(runtime, 'without-window');

/**
 * @param {Readonly<Record<string, string>>} programs
 * @param {boolean} isAgreed
 * @throws SetupError if one is missing and not installed.
 */
export async function ensurePrograms(programs, isAgreed) {
  if (process.platform !== 'linux') return;
  const missing = Object.keys(programs).filter((program) => !isOnPath(program));
  if (missing.length === 0) return;
  if (!isOnPath('apt-get'))
    throw new SetupError(`these programs are missing; please install them: ${missing.join(', ')}`, exitStatus.systemPackagesMissing);
  await ensurePackages([...new Set(missing.map((program) => programs[program] ?? program))], isAgreed);
}

/**
 * Installs what the window needs. If the purpose can do without the window, Hub runs without it, and a message says what is missing.
 * @param {{ isAgreed: boolean, isOptional: boolean }} options
 */
export async function ensureWindowLibraries({ isAgreed, isOptional }) {
  if (process.platform !== 'linux') return;
  const isShown = !isOptional || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const missing = Object.entries(windowLibraries).filter(([library]) => !isLibrary(library));
  if (!isShown || missing.length === 0 || !isOnPath('apt-get')) return;
  const packages = missing.map(([, debian]) => debian);
  try {
    if (isOptional && !isAgreed && wasDeclined(packages)) throw missingPackages(packages);
    await ensurePackages(packages, isAgreed, isOptional ? () => writeFileSync(declined, packages.join('\n')) : undefined);
  } catch (error) {
    if (!(error instanceof SetupError) || error.status !== exitStatus.systemPackagesMissing || !isOptional) throw error;
    say(`starting Hub without its window: ${error.message}`);
  }
}

/**
 * @param {readonly string[]} packages
 * @param {boolean} isAgreed
 * @param {() => void} [refused] called if the answer is no
 */
async function ensurePackages(packages, isAgreed, refused = () => {}) {
  const isRoot = process.getuid?.() === 0;
  const isCi = ![undefined, '', 'false', '0'].includes(process.env.CI);
  const hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const how = howToInstall({ isRoot, hasSudo: isOnPath('sudo'), isAgreed, isCi, hasTerminal });
  if (how === 'tell' || (how === 'ask' && !(await isWanted(packages, isRoot, refused)))) throw missingPackages(packages);
  say(`installing system packages${isRoot ? '' : ' with sudo'}: ${packages.join(', ')}`);
  install(packages, isRoot ? [] : hasTerminal ? ['sudo'] : ['sudo', '-n']);
}

/**
 * @param {readonly string[]} packages
 * @param {boolean} isRoot
 * @param {() => void} refused
 * @throws SetupError after Ctrl-C
 */
async function isWanted(packages, isRoot, refused) {
  say(`these system packages are missing: ${packages.join(', ')}`);
  const answer = await askYesOrNo(`setup: install them${isRoot ? '' : ' with sudo'}? [y/N] `);
  if (answer === 'stop') throw new SetupError('stopped; nothing was installed', exitStatus.interrupted);
  if (answer === 'no') refused();
  return answer === 'yes';
}

/** @param {readonly string[]} packages */
function wasDeclined(packages) {
  return existsSync(declined) && readFileSync(declined, 'utf8') === packages.join('\n');
}

/** For another apt that is at work, such as the system's own upgrades. */
const lockSeconds = 120;

/** @param {readonly string[]} packages @param {readonly string[]} prefix */
function install(packages, prefix) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [program = '', ...rest] = [...prefix, 'apt-get', '-qq', '-o', `DPkg::Lock::Timeout=${lockSeconds}`, ...words];
    const result = spawnSync(program, rest, { env, encoding: 'utf8', stdio: ['inherit', 'pipe', 'pipe'] });
    // An unreachable package source makes the update fail, but these packages may not come from it.
    if (words[0] === 'install' && result.status !== 0) throw missingPackages(packages, (result.stderr ?? '').trim());
  }
}

/** @param {readonly string[]} packages @param {string} reason */
function missingPackages(packages, reason = '') {
  const line = installCommand(process.getuid?.() === 0, packages);
  const why = reason === '' ? `these system packages are missing: ${packages.join(', ')}` : reason;
  return new SetupError(`${why}\n       To install them, run: ${line}`, exitStatus.systemPackagesMissing);
}

/** @param {string} name */
function isLibrary(name) {
  return libraryFolders.some((folder) => existsSync(path.join(folder, name)));
}

/** @param {string} program */
function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}
