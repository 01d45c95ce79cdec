/** Runs npm quietly, and explains its failures in plain words. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { explainErrorCode, SetupError } from './failure.mjs';
import { onWindows } from './places.mjs';

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * @param {string} node the Node that runs npm
 * @param {readonly string[]} words
 * @param {string} folder
 * @throws SetupError if npm fails.
 */
export function npm(node, words, folder) {
  const script = npmScript();
  const [program, first] = script === null ? [onWindows ? 'npm.cmd' : 'npm', []] : [node, [script]];
  const result = spawnSync(program, [...first, ...words, ...quiet], { cwd: folder, encoding: 'utf8', shell: script === null && onWindows });
  if (/** @type {NodeJS.ErrnoException | undefined} */ (result.error)?.code === 'ENOENT')
    throw new SetupError('npm not found; it comes with Node, or on Debian with: apt-get install npm');
  if (result.status === 0) return;
  const said = `${result.stderr ?? ''}${result.error ?? ''}`;
  const trouble = explainErrorCode(said);
  if (trouble !== null) throw new SetupError(trouble);
  const lines = said.split('\n').filter((line) => /npm (error|ERR!) /.test(line) && !/complete log/.test(line));
  const how = result.signal === null ? 'failed' : `was killed by ${result.signal}`;
  throw new SetupError(`the packages are not installed, because npm ${how}:\n${lines.slice(0, 4).join('\n')}`);
}

/** The path of npm's script. npm passes it to the scripts that it runs; otherwise the script is next to this Node. */
function npmScript() {
  const beside = path.dirname(process.execPath);
  const places = [
    process.env.npm_execpath ?? '',
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  return places.find((place) => place.endsWith('npm-cli.js') && existsSync(place)) ?? null;
}
