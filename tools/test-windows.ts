/**
 * `npm run test:windows`: the tests of Hub's calls of Windows functions. On Windows they run directly. On Linux they run under Wine, in Node for Windows,
 * and prove only what Wine implements. With paths of files, from here or from the top of the sources, only those.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endWine, onWine, openNodeInWine, windowsFolder } from './wine.ts';

const root = path.join(import.meta.dirname, '..');
const result = path.join(windowsFolder, 'result.txt');
const runWithinMs = 600_000;

const words = process.argv.slice(2);
const every = globSync(['test/windows/*.test.ts', 'src/platform/{jump-list,user-profile,window-messages}/windows.test.ts'], { cwd: root });
const tests = words.length === 0 ? every : words.map(testNamed);
process.exit(process.platform === 'win32' ? runHere() : process.platform === 'linux' ? runUnderWine() : skip());

/** Ends the process for a path of something else: running all or none of them instead would look like success. */
function testNamed(word: string): string {
  const found = [path.resolve(word), path.join(root, word)].map((file) => path.relative(root, file));
  const test = every.find((one) => found.includes(path.normalize(one)));
  if (test !== undefined) return test;
  process.stderr.write(`there is no test of Windows functions in ${word}; there are:\n${every.map((one) => `  ${one}\n`).join('')}`);
  process.exit(2);
}

function runHere(): number {
  return spawnSync(process.execPath, ['--test', ...tests], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function skip(): number {
  process.stdout.write(`skipped: ${tests.length} test files for Windows, because this is not Windows and Wine is not installed\n`);
  return 0;
}

function runUnderWine(): number {
  const wine = openNodeInWine('prefix');
  rmSync(result, { force: true });
  // One process for all files, because the runner's pipes would be invalid descriptors under Wine. The output goes into a file for the same reason.
  const options = ['--test', '--experimental-test-isolation=none', '--test-reporter=spec', `--test-reporter-destination=${onWine(result)}`];
  const ran = spawnSync('wine', [wine.program, ...options, ...tests.map((test) => onWine(path.join(root, test)))], {
    env: wine.env,
    stdio: 'ignore',
    timeout: runWithinMs,
  });
  endWine(wine);
  process.stdout.write(existsSync(result) ? readFileSync(result, 'utf8') : `the tests did not start: ${String(ran.error ?? ran.status)}\n`);
  return ran.status === 0 && existsSync(result) ? 0 : 1;
}
