/** The page of Hub's window, and the script of the page of the logs, built by Vite whenever one of their sources has changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './failure.mjs';
import { pinnedNode, root, runtime, say } from './places.mjs';

/** The lock file stands for the packages that are built into the page. */
export const sources = [
  'src/processes/shell/page',
  'src/logs/viewer',
  'src/contract',
  'src/domain/picture',
  'src/domain/commands/refused-in-words.ts',
  'src/domain/chat/address-fault-words.ts',
  'src/domain/language',
  'src/domain/section-titles.ts',
  'src/domain/structure/cells/no-value.ts',
  'src/domain/title-match.ts',
  'src/domain/view/shown-text.ts',
  'src/domain/conditions/state-names.ts',
  'package-lock.json',
];
/** What Vite builds: the page, and the script of the page of the logs. */
const configs = ['src/processes/shell/page/vite.config.ts', 'src/logs/viewer/vite.config.ts'];
/** Holds the digest of the sources that both were built from. */
const stamp = path.join(runtime, 'page-built');

export function isPageBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(sources);
}

/** @throws SetupError with Vite's output. */
export function buildPage() {
  if (isPageBuilt()) return;
  say("building the window's page");
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of configs) {
    const words = [vite, 'build', '--config', path.join(...config.split('/')), '--logLevel', 'error'];
    const result = spawnSync(pinnedNode, words, { cwd: root, encoding: 'utf8' });
    if (result.status !== 0) throw new SetupError(`could not build the window's page:\n${result.stdout}${result.stderr}`);
  }
  writeFileSync(stamp, digestOf(sources));
}

/**
 * From sizes and times rather than contents, because it is computed at each start.
 * @param {readonly string[]} sources files and folders of the checkout
 */
export function digestOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) for (const line of linesOf(path.join(root, source), source)) hash.update(line);
  return hash.digest('hex');
}

/**
 * One line for each file and folder in it, in order, by their paths in it: a checkout that was moved has the same page. Packages that npm installs in a workspace are left out, because the lock file determines them, and so is what WXT writes.
 * @param {string} folder
 * @param {string} [inside] the path so far
 * @returns {readonly string[]}
 */
export function sourcesIn(folder, inside = '') {
  return readdirSync(folder)
    .filter((name) => name !== 'node_modules' && name !== '.wxt')
    .sort()
    .flatMap((name) => linesOf(path.join(folder, name), path.posix.join(inside, name)));
}

/**
 * @param {string} entry
 * @param {string} place its name in the lines
 * @returns {readonly string[]}
 */
function linesOf(entry, place) {
  const facts = statSync(entry);
  return facts.isDirectory() ? [`${place}\n`, ...sourcesIn(entry, place)] : [`${place} ${facts.size} ${facts.mtimeMs}\n`];
}
